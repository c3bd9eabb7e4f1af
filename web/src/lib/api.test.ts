import { afterEach, describe, expect, it, vi } from "vitest";
import { Newest, ProblemError, addressOf, api, eventOf, stream } from "./api";

afterEach(() => vi.unstubAllGlobals());

function answers(body: string, status = 200, type = "application/json"): void {
  const response = new Response(status === 204 ? null : body, { status, headers: { "Content-Type": type } });
  vi.stubGlobal("fetch", vi.fn(() => Promise.resolve(response)));
}

describe("calls", () => {
  it("leave empty parts of the query out", () => {
    expect(addressOf("/ranges/top", { percent: 15, tag: "", sort: undefined })).toBe(
      "/api/v1/ranges/top?percent=15",
    );
  });

  it("throw the problem that the server names", async () => {
    const problem = { title: "no", status: 422, detail: "not a hand", span: { start: 4, end: 7 } };
    answers(JSON.stringify(problem), 422, "application/problem+json");
    const error = await api.post("/ranges/read", { text: "QQ+,AKx" }).catch((one: unknown) => one);
    expect(error).toBeInstanceOf(ProblemError);
    expect((error as ProblemError).problem.span).toEqual({ start: 4, end: 7 });
  });

  it("say something of answers that are no problem documents", async () => {
    answers("<html>", 502, "text/html");
    await expect(api.get("/about")).rejects.toThrow("502");
  });

  it("outlive their page where that is asked for and the browser takes as much", async () => {
    answers("", 204);
    const asked = (): RequestInit => vi.mocked(fetch).mock.lastCall?.[1] ?? {};
    await api.put("/solutions/1/locks", { locks: [] }, { outlives: true });
    expect(asked().keepalive).toBe(true);
    await api.put("/solutions/1/locks", { locks: [] });
    expect(asked().keepalive).toBeUndefined();
    await api.put("/solutions/1/locks", { locks: ["x".repeat(70_000)] }, { outlives: true });
    expect(asked().keepalive).toBeUndefined();
  });

  it("give nothing for 204", async () => {
    answers("", 204);
    expect(await api.delete("/ranges/named/x")).toBeUndefined();
  });
});

describe("events", () => {
  it("are read from blocks", () => {
    expect(eventOf('id: 7\nevent: progress\ndata: {"done":\ndata: 1}')).toEqual({
      id: "7", name: "progress", data: { done: 1 },
    });
    expect(eventOf(": still here")).toBeNull();
  });

  it("come whole however they are cut", async () => {
    const text = 'event: progress\r\ndata: {"n": 1}\r\n\r\ndata: {"n": 2}\n\n';
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const byte of new TextEncoder().encode(text)) controller.enqueue(Uint8Array.of(byte));
        controller.close();
      },
    });
    vi.stubGlobal("fetch", vi.fn(() => Promise.resolve(new Response(body))));
    const found = [];
    for await (const event of stream("/equity/stream", {}, new AbortController().signal)) {
      found.push(event.data);
    }
    expect(found).toEqual([{ n: 1 }, { n: 2 }]);
  });
});

describe("the newest question", () => {
  it("cancels the one before and hides its answer", async () => {
    const newest = new Newest();
    let cancelled = false;
    let finish: (value: string) => void = () => undefined;
    const first = newest.ask((signal) => {
      signal.addEventListener("abort", () => (cancelled = true));
      return new Promise<string>((resolve) => (finish = resolve));
    });
    const second = newest.ask(() => Promise.resolve("new"));
    finish("old");
    expect(cancelled).toBe(true);
    expect(await first).toBeUndefined();
    expect(await second).toBe("new");
  });

  it("lets errors of the newest through", async () => {
    await expect(new Newest().ask(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
  });
});

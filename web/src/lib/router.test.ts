import { beforeEach, describe as suite, expect, it, vi } from "vitest";

const address = { now: "", changes: 0 };

/** As much of a browser as addresses take. */
async function router(): Promise<typeof import("./router.svelte")> {
  address.now = "http://here/library?tag=srp";
  const set = (_: unknown, __: string, to: string | URL): void => {
    address.now = new URL(to, address.now).href;
    address.changes += 1;
  };
  vi.stubGlobal("location", {
    get href() {
      return address.now;
    },
    get pathname() {
      return new URL(address.now).pathname;
    },
    get search() {
      return new URL(address.now).search;
    },
  });
  vi.stubGlobal("window", { addEventListener: () => undefined });
  vi.stubGlobal("history", { pushState: set, replaceState: set });
  vi.resetModules();
  return import("./router.svelte");
}

suite("settings in the address", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });

  it("build on each other, however quickly they come", async () => {
    const { describe, query } = await router();
    const set = (changed: Record<string, string>): void => describe({ ...Object.fromEntries(query()), ...changed });
    set({ sort: "name" });
    set({ tag: "" });
    set({ search: "river" });
    expect(query().toString()).toBe("sort=name&search=river");
    vi.runAllTimers();
    expect(address.now).toBe("http://here/library?sort=name&search=river");
  });

  it("are there for a reload that comes at once", async () => {
    const { describe } = await router();
    for (const sort of ["name", "board", "time"]) {
      describe({ sort });
      expect(address.now).toBe(`http://here/library?sort=${sort}`);
    }
  });

  it("change no oftener than browsers allow, and are right when they rest", async () => {
    const { describe } = await router();
    address.changes = 0;
    for (let stroke = 0; stroke < 3000; stroke++) {
      describe({ painted: String(stroke) });
      vi.advanceTimersByTime(stroke % 100 === 99 ? 600 : 5); // 33 seconds
    }
    expect(address.changes).toBeGreaterThan(40);
    expect(address.changes).toBeLessThanOrEqual(100);
    vi.runAllTimers();
    expect(address.now).toBe("http://here/library?painted=2999");
  });

  it("are no visit, as going to an address is", async () => {
    const { describe, go, place } = await router();
    describe({ sort: "name" });
    expect(place.visits).toBe(0);
    go("/library");
    expect(place.visits).toBe(1);
  });

  it("are there before another page is", async () => {
    const { describe, go, place } = await router();
    describe({ sort: "name" });
    describe({ sort: "board" });
    go("/results/1");
    vi.runAllTimers();
    expect(address.now).toBe("http://here/results/1");
    expect([place.path, place.query]).toEqual(["/results/1", ""]);
  });

  it("are a step to go back from where another view is shown", async () => {
    const { describe, place, visit } = await router();
    const steps = vi.spyOn(history, "pushState");
    describe({ sort: "name" });
    expect(steps).not.toHaveBeenCalled();
    visit({ sort: "name", view: "hands", hand: "" });
    expect(steps).toHaveBeenCalledOnce();
    expect(place.query).toBe("?sort=name&view=hands");
  });
});

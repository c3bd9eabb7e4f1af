import { afterEach, expect, it, vi } from "vitest";
import { LockDraft } from "./lock_draft.svelte";
import { struckAt, type Lock } from "./locks";

interface Kept {
  locks: Lock[];
  version: string;
}

const BET = { "bet 5": 1 };
const CHECK = { check: 1 };
const START: Kept = { locks: [{ line: "", hands: "AA", play: CHECK }], version: "0" };

/** A server that keeps locks, each with a version of its own. */
function server(): { kept: Kept; put: ReturnType<typeof vi.fn> } {
  const held = { kept: START, put: vi.fn() };
  held.put.mockImplementation((_: string, { body }: { body: string }) => {
    const sent = JSON.parse(body) as Kept;
    const isOld = sent.version !== held.kept.version;
    if (!isOld) held.kept = { locks: sent.locks, version: String(Number(sent.version) + 1) };
    const answer = isOld ? { title: "", detail: "", status: 412, ...held.kept } : held.kept;
    return Promise.resolve(new Response(JSON.stringify(answer), { status: isOld ? 412 : 200 }));
  });
  vi.stubGlobal("fetch", held.put);
  return held;
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it("takes over what another page has painted meanwhile", async () => {
  vi.useFakeTimers();
  const held = server();
  const [one, other] = await Promise.all(["a", "b"].map((id) => LockDraft.of(id, START.locks, START.version)));
  if (!one || !other) throw new Error("no drafts");
  one.paint(struckAt(one.painted, "check", ["KK"], BET));
  await vi.runAllTimersAsync();
  expect(one.joined).toBe(false);
  other.paint(struckAt(other.painted, "", ["QQ"], BET));
  await vi.runAllTimersAsync();
  expect(Object.keys(other.painted).sort()).toEqual(["", "check"]);
  expect([other.joined, other.problem]).toEqual([true, ""]);
  expect(held.put).toHaveBeenCalledTimes(3); // kept, refused, kept
  // The first, which knows nothing of that yet, frees what it has painted: the rest stays.
  one.paint(struckAt(one.painted, "check", ["KK"], null));
  await vi.runAllTimersAsync();
  expect(held.kept.locks).toEqual([
    { line: "", hands: "AA", play: CHECK },
    { line: "", hands: "QQ", play: BET },
  ]);
});

it("sends again what nobody has heard of", async () => {
  vi.useFakeTimers();
  const held = server();
  const draft = await LockDraft.of("d", START.locks, START.version);
  held.put.mockRejectedValueOnce(new TypeError("no server"));
  draft.paint(struckAt(draft.painted, "check", ["KK"], BET));
  await vi.runAllTimersAsync();
  expect([held.put.mock.calls.length, draft.problem !== ""]).toEqual([1, true]);
  draft.settle(); // the page is left
  await vi.runAllTimersAsync();
  expect(held.kept.locks.at(-1)?.hands).toBe("KK");
  expect(draft.problem).toBe("");
});

it("keeps the strokes of one page one after the other", async () => {
  vi.useFakeTimers();
  const held = server();
  const draft = await LockDraft.of("c", START.locks, START.version);
  draft.paint(struckAt(draft.painted, "check", ["KK"], BET));
  draft.settle();
  draft.paint(struckAt(draft.painted, "check", ["QQ"], BET));
  draft.settle();
  await vi.runAllTimersAsync();
  expect(held.kept.locks.at(-1)?.hands).toBe("KK,QQ");
  expect([held.put.mock.calls.length, draft.joined]).toEqual([2, false]);
});

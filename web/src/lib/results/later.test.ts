import { afterEach, expect, it, vi } from "vitest";
import type { Job } from "../jobs.svelte";
import { answered } from "./later";

afterEach(() => vi.unstubAllGlobals());

const job: Job = {
  id: "0123456789abcdef",
  kind: "question",
  name: "a look",
  question: {},
  state: "done",
  created: 0,
  started: 0,
  ended: 1,
  progress: null,
  eta: null,
  curve: [],
  result: {},
  error: null,
  can_continue: false,
  result_is_whole: false,
};

it("asks for a result that was told in short", async () => {
  const whole = { ...job, result: { solution: "1" }, result_is_whole: true };
  const fetched = vi.fn(() => Promise.resolve(Response.json(whole)));
  vi.stubGlobal("fetch", fetched);
  expect(await answered(job)).toEqual({ solution: "1" });
  expect(await answered(whole)).toEqual({ solution: "1" });
  expect(fetched).toHaveBeenCalledTimes(1);
});

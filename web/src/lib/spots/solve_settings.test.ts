import { beforeEach, describe, expect, it, vi } from "vitest";
import { SolveSettings } from "./solve_settings.svelte";

const kept = new Map<string, string>();

beforeEach(() => {
  kept.clear();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});

describe("how a spot is to be solved", () => {
  it("is kept", () => {
    const settings = new SolveSettings();
    Object.assign(settings, { target: "0,5", most: "77", seconds: "9", compress: true, engine: "cpu", name: "mine" });
    settings.keep();
    const again = new SolveSettings();
    expect(again.limits).toEqual({ target: 0.5, max_iterations: 77, max_seconds: 9 });
    expect([again.compress, again.engine, again.name]).toEqual([true, "cpu", "mine"]);
  });

  it("is as usual where something else was kept", () => {
    for (const text of ['{"target": 3}', "7", "null", "{"]) {
      kept.set("runout.solving", text);
      expect(new SolveSettings().limits).toEqual({ target: 0.3, max_iterations: 1000 });
    }
  });

  it("says what its time is the time of", () => {
    const settings = new SolveSettings();
    const estimate = { iterations: 120, seconds: 12 };
    expect(settings.expected(estimate)).toEqual({ what: "Time to 0.3 %", seconds: 12 });
    settings.target = "0.0001"; // nothing is known of how long that takes
    expect(settings.expected(estimate)).toEqual({ what: "Time to 0.3 %", seconds: 12 });
    settings.most = "10";
    expect(settings.expected(estimate)).toEqual({ what: "Time of 10 iterations", seconds: 1 });
    settings.most = "x";
    expect(settings.expected(estimate).seconds).toBe(12);
  });
});

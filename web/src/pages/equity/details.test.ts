import { expect, it } from "vitest";
import { handError } from "./details";

it("knows how far the equity of one hand may be off that shares its deals with others", () => {
  const hand = { combo: "AhKh", weight: 1, equity: 0.5, win: 0.5, tie: 0 };
  expect(handError([hand], 10_000)).toBeCloseTo(0.005);
  expect(handError(Array.from({ length: 100 }, () => hand), 1_000_000)).toBeCloseTo(0.005);
  expect(handError([{ ...hand, equity: 1 }], 10)).toBe(0);
  expect(handError([], 10)).toBe(0);
});

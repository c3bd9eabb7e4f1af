import { expect, it } from "vitest";
import { amount, limit } from "./amounts";

it("reads numbers with a point or a comma, and leaves what is none to be refused", () => {
  expect(amount("0,5")).toBe(0.5);
  expect(amount(" 12.5 ")).toBe(12.5);
  expect(amount("nothing")).toBe("nothing");
  expect(amount("")).toBe("");
  expect(amount("1e3")).toBe(1000);
  for (const text of ["0x10", "0b1", "1e999", "1,5,5"]) expect(amount(text)).toBe(text);
});

it("takes only what limits", () => {
  expect(limit("0,5")).toBe(0.5);
  for (const text of ["", " ", "abc", "-1", "0", "x", "1e999"]) expect(limit(text)).toBeNull();
});

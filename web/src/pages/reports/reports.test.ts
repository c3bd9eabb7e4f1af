import { describe, expect, it } from "vitest";
import { number, shares, sized, text, turnedOrder } from "./batches";

describe("rows of a report", () => {
  const row = { board: "Ks7d2h", check: 0.6, "bet 33%": null, paired: false, ev_oop: 12.5 };

  it("have numbers, words and shares", () => {
    expect([number(row, "ev_oop"), number(row, "board"), number(row, "missing")]).toEqual([12.5, null, null]);
    expect([text(row, "board"), text(row, "paired"), text(row, "missing")]).toEqual(["Ks7d2h", "no", "–"]);
    expect(shares(row, ["check", "bet 33%"])).toEqual([0.6, 0]);
  });

  it("name sizes so that they have a colour", () => {
    expect(sized(["check", "bet 33%", "raise 2.5x", "all-in"])).toEqual(["check", "bet 33", "raise 2.5x", "all-in"]);
  });

  it("are turned by the same column", () => {
    expect(turnedOrder("", "ev_oop")).toBe("-ev_oop");
    expect(turnedOrder("-ev_oop", "ev_oop")).toBe("ev_oop");
  });
});

import { describe, expect, it } from "vitest";
import { gridCells, meanShares, number, rowsAt, shares, sized, text, turnedOrder } from "./batches";

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

describe("a chart of boards", () => {
  it.each([
    [1755, 390],
    [1755, 1230],
    [7, 7],
    [1, 1],
  ])("draws all of %d boards in %d columns, each once", (count, columns) => {
    const rows = Array.from({ length: count }, (_, place) => place);
    const drawn = Array.from({ length: columns }, (_, column) => rowsAt(rows, column, columns)).flat();
    expect(drawn).toEqual(rows);
  });

  it("shows the mean of those that share a column", () => {
    expect(meanShares([{ check: 1, bet: 0 }, { check: 0.5, bet: 0.5 }], ["check", "bet"])).toEqual([0.75, 0.25]);
  });
});

describe("hands over all boards", () => {
  it("stand in the grid, as full as they are held", () => {
    const cells = gridCells([{ of: "AA", share: 0.6, check: 0.25, ev: 3 }, { of: "AKo", share: 0.6, check: 1, ev: 2 }], ["check"]);
    const cell = (name: string) => cells.find((one) => one.name === name);
    expect(cells).toHaveLength(169);
    expect([cell("AA")?.weight, cell("AKo")?.weight, cell("22")?.weight]).toEqual([1, 0.5, 0]);
    expect([cell("AA")?.strategy, cell("22")?.strategy]).toEqual([[0.25], []]);
  });
});

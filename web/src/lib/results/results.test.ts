import { describe, expect, it } from "vitest";
import { actionColours, css, signsOf } from "./action_colours";
import { breakdown } from "./breakdown";
import { classCells, commonLimits, valueOf } from "./class_cells";
import { spread } from "./curves";
import { about, brief, bytes, chips, duration, percent, setDigits } from "./figures";
import { classNumber, classOf, className, possibleCombos } from "./hands";
import { extended, goesOn, nextStep, shortened, stepsOf } from "./line";
import { adjusted, freedAt, isHeld, keptLocks, locksOf, merged, paint, paintedOf, previewed, pure, struckAt, UNPAINTED, type Painted } from "./locks";
import type { Columns, NodeSheet } from "./sheet";
import { Kept } from "./source";
import { cautions } from "./trust";
import { readState, START, writeState } from "./view_state";

const average = { equity: 0.5, realised_equity: 0.5, ev: 1, eqr: 1 };

function columns(more: Partial<Columns> = {}): Columns {
  return {
    average,
    hands: ["AhAd", "AhKh", "AsKs"],
    weight: [1, 0.5, 0],
    count: [3, 1, 0],
    equity: [0.9, 0.5, null],
    realised_equity: [0.9, 0.5, null],
    ev: [12, 4, null],
    eqr: [1.3, 0.8, null],
    made: [1, 0, 0],
    draw: [0, 1, 1],
    suit: [2, 4, 3],
    ...more,
  };
}

function sheet(): NodeSheet {
  const acting = columns({
    strategy: [
      [1, 0.25, 0.5],
      [0, 0.75, 0.5],
    ],
    action_ev: [
      [12, 3, null],
      [10, 4, null],
    ],
    locked: [true, false, false],
  });
  return {
    line: "check",
    kind: "action",
    player: "oop",
    board: "2c3c4d",
    pot: 10,
    stack: 90,
    stacks: { oop: 90, ip: 90 },
    actions: ["check", "bet 5"],
    frequencies: { check: 0.8, "bet 5": 0.2 },
    reach: { oop: 1, ip: 1 },
    regret: 0.1,
    warnings: [],
    locks: [],
    strip: [],
    made_names: ["nothing", "pair"],
    draw_names: ["flush draw", "no draw"],
    players: { oop: acting, ip: columns() },
  };
}

describe("hands", () => {
  it("are in their classes", () => {
    expect(["AhAd", "AhKh", "KsAd", "2c7d"].map((hand) => className(classOf(hand)))).toEqual(["AA", "AKs", "AKo", "72o"]);
    expect(classNumber("AKs")).toBe(1);
    expect(classNumber("nothing")).toBeNull();
  });

  it("are fewer where the board has their cards", () => {
    const possible = possibleCombos("AhAdKh");
    expect(possible[0]).toBe(1);
    expect(possible[1]).toBe(2);
    expect(possible.reduce((sum, count) => sum + count, 0)).toBe((49 * 48) / 2);
  });
});

describe("class cells", () => {
  it("are means by how often hands are met", () => {
    const cells = classCells(sheet(), "oop");
    expect(cells[0]).toMatchObject({ name: "AA", ev: 12, strategy: [1, 0], locked: true });
    expect(cells[0]?.weight).toBeCloseTo(1 / 6);
    expect(cells[1]).toMatchObject({ name: "AKs", ev: 4, strategy: [0.25, 0.75], rows: [1] });
    expect(cells[1]?.weight).toBeCloseTo(0.125);
    expect(cells[2]).toMatchObject({ weight: 0, strategy: [], ev: null });
    expect(cells[0]?.eqr).toBeCloseTo(12 / (10 * 0.9));
    expect(cells.map((cell) => valueOf(cell, "equity")).slice(0, 3)).toEqual([0.9, 0.5, null]);
  });

  it("leave out what is not chosen", () => {
    expect(classCells(sheet(), "oop", new Set([1]))[0]?.weight).toBe(0);
  });

  it("have limits that leave out the outermost values", () => {
    expect(commonLimits([null])).toEqual([0, 0]);
    expect(commonLimits(Array.from({ length: 101 }, (_, n) => n))).toEqual([5, 95]);
  });
});

describe("breakdown", () => {
  it("has each hand that is held in one row", () => {
    const rows = breakdown(sheet(), "oop", "made");
    expect(rows.map((row) => [row.name, row.combos, row.share])).toEqual([
      ["nothing", 0.5, 0.25],
      ["pair", 1, 0.75],
    ]);
    expect(rows[0]?.strategy).toEqual([0.25, 0.75]);
    expect(breakdown(sheet(), "oop", "suit").map((row) => row.name)).toEqual(["4 of a suit", "2 of a suit"]);
    expect(breakdown(sheet(), "oop", "cross").map((row) => row.name)).toEqual(["nothing, no draw", "pair, flush draw"]);
    expect(breakdown(sheet(), "ip", "draw").every((row) => row.strategy.length === 0)).toBe(true);
  });
});

describe("curves", () => {
  it("fall from the best hand to the worst", () => {
    const values = spread(columns(), "equity");
    expect([values[0], values[74], values[76], values[100]]).toEqual([0.9, 0.9, 0.5, 0.5]);
    expect(spread(columns({ equity: [null, null, null] }), "equity")[0]).toBeNull();
  });
});

describe("colours", () => {
  it("are those of the house", () => {
    expect(actionColours(["fold", "call", "all-in 900"], 320)).toEqual([
      [61, 124, 201],
      [63, 158, 98],
      [126, 52, 148],
    ]);
    expect(css([1, 2, 3])).toBe("rgb(1 2 3)");
    expect(signsOf(["fold", "call", "raise 300", "raise 600", "all-in 900"])).toEqual(["F", "C", "R1", "R2", "A"]);
  });
});

describe("lines", () => {
  it("are walked", () => {
    expect(stepsOf("check / bet 5/ call ")).toEqual(["check", "bet 5", "call"]);
    expect(extended("", "check")).toBe("check");
    expect(extended("check", "bet 5")).toBe("check / bet 5");
    expect(shortened("check / bet 5")).toBe("check");
    expect(shortened("")).toBeNull();
    expect(goesOn("check / bet 5", "check")).toBe(true);
    expect(goesOn("check / bet 50", "check / bet 5")).toBe(false);
    expect(nextStep("check / bet 5", "check")).toBe("bet 5");
  });
});

describe("locks", () => {
  const bet = pure(["check", "bet 5"], "bet 5");

  it("go together where hands do the same, single hands after classes", () => {
    const painted = paint(paint(UNPAINTED, ["AA", "KK"], bet), ["AhAd"], { check: 0.5, "bet 5": 0.5 });
    expect(locksOf({ check: painted })).toEqual([
      { line: "check", hands: "AA,KK", play: { "bet 5": 1 } },
      { line: "check", hands: "AhAd", play: { check: 0.5, "bet 5": 0.5 } },
    ]);
    expect(Object.keys(paint(painted, ["AA"], null).hands)).toEqual(["KK"]);
    const one = struckAt({}, "check", ["AA"], bet);
    expect(Object.keys(one)).toEqual(["check"]);
    expect(struckAt(one, "check", ["AA"], null)).toEqual({}); // nothing is left to solve around
    expect(locksOf({ "": { hands: {}, range: bet } })).toEqual([{ line: "", frequencies: bet }]);
  });

  it("are painted again from what was kept", () => {
    const half = { check: 0.5, "bet 5": 0.5 };
    const kept = [
      { line: "check", names: ["AA", "KK"], play: { "bet 5": 1 } },
      { line: "check", names: ["AhAd"], play: half },
      { line: "", names: [], frequencies: half },
    ];
    const painted = paintedOf(kept);
    expect(painted["check"]?.hands).toEqual({ AA: { "bet 5": 1 }, KK: { "bet 5": 1 }, AhAd: half });
    expect(painted[""]).toEqual({ hands: {}, range: half });
    expect(locksOf(painted).map((lock) => lock.hands)).toEqual(["AA,KK", "AhAd", undefined]);
    expect(["AA", "AhKh", "KK"].map((name) => isHeld(columns(), name))).toEqual([true, true, false]);
  });

  it("have shares that sum to one", () => {
    const mixed = adjusted({ a: 0.5, b: 0.5, c: 0 }, "c", 0.4);
    expect(mixed).toEqual({ a: 0.3, b: 0.3, c: 0.4 });
    expect(adjusted({ a: 1, b: 0 }, "a", 0.25)).toEqual({ a: 0.25, b: 0.75 });
  });

  it("show in the node before it is solved again", () => {
    const seen = previewed(sheet(), paint(UNPAINTED, ["AKs"], bet)).players.oop;
    expect(seen.strategy).toEqual([
      [1, 0, 0],
      [0, 1, 1],
    ]);
    expect(seen.locked).toEqual([true, true, true]);
  });

  it("are counted in how often the range does it", () => {
    const bet = { "bet 5": 1 };
    const seen = previewed(sheet(), paint(UNPAINTED, ["AA"], bet)); // met three times as often as AKs
    expect(seen.frequencies["bet 5"]).toBeCloseTo((3 * 1 + 1 * 0.75) / 4, 12);
    expect(previewed(sheet(), UNPAINTED).frequencies).toEqual(sheet().frequencies);
  });

  it("of a class leave its other hands locked when one of them is freed", () => {
    const bet = { "bet 5": 1 };
    const held = ["AhAd", "AhKh", "AsKs", "AdKd"];
    const all = { check: paint(UNPAINTED, ["AA", "AKs"], bet) };
    const freed = freedAt(all, "check", "AsKs", held);
    expect(freed["check"]?.hands).toEqual({ AA: bet, AhKh: bet, AdKd: bet });
    expect(freedAt(freed, "check", "AhKh", held)["check"]?.hands).toEqual({ AA: bet, AdKd: bet });
    expect(freedAt({ check: paint(UNPAINTED, ["AA"], bet) }, "check", "AhAd", held)).toEqual({});
    const check = { check: 1 };
    const mixed = { check: paint(paint(UNPAINTED, ["AKs"], bet), ["AhKh"], check) };
    expect(freedAt(mixed, "check", "AsKs", held)["check"]?.hands).toEqual({ AhKh: check, AdKd: bet });
  });

  it("of two pages go together node by node", () => {
    const check = { check: 1 };
    const [aces, kings, queens] = ["AA", "KK", "QQ"].map((name) => paint(UNPAINTED, [name], check)) as [Painted, Painted, Painted];
    const before = { "": aces, check: aces, "bet 5": aces };
    const mine = { "": kings, check: aces }; // painted at the start, freed after the bet
    const theirs = { "": queens, check: queens, "bet 5": aces, "check / bet 5": queens };
    expect(merged(before, mine, theirs)).toEqual({ "": kings, check: queens, "check / bet 5": queens });
    expect(merged(before, before, {})).toEqual({});
    expect(merged({}, { check: aces }, {})).toEqual({ check: aces });
  });

  it("of before are kept hand by hand", () => {
    expect(keptLocks(sheet())).toEqual([{ line: "check", hands: "AhAd", play: { check: 1 } }]);
  });
});

describe("cautions", () => {
  const said = (oop: number, ip: number, regret: number | null = null): string[] =>
    cautions({ player: "oop", reach: { oop, ip }, regret });

  it("are given where next to nobody comes", () => {
    expect(said(1, 0.001, 30)).toEqual([]);
    expect(said(1, 1.8e-7)).toEqual(["hardly anybody comes here: 0.00002 % of IP's range; next to nothing was learned"]);
    expect(said(0.0004, 0)[0]).toContain("0.04 % of OOP's range and none of IP's range");
    expect(said(1, 4e-20)[0]).toMatch(/0\.0+4 % of IP/);
  });

  it("tell of what could be gained where it is much", () => {
    expect(said(1, 0, 0.000153)).toHaveLength(1);
    expect(said(1, 0, 30)[1]).toBe("OOP could still gain 30.0 % of the pot from here");
  });
});

describe("addresses", () => {
  it("say what is shown, and nothing that is as at the start", () => {
    const state = { ...START, line: "check / bet 5", show: "ev" as const, player: "ip" as const, hand: "AKs" };
    expect(writeState(START)).toBe("");
    expect(readState(new URLSearchParams(writeState(state)))).toEqual(state);
    expect(readState(new URLSearchParams("show=nonsense&player=nobody"))).toEqual(START);
  });
});

describe("figures", () => {
  it("are written as players read them", () => {
    expect([chips(12.3456), chips(-4321.5), chips(null), chips(-0.001)]).toEqual(["12.35", "−4321.5", "–", "0.00"]);
    expect([9.874, 9.996, 32.858, 99.97, 987.6, 12345, -9.96, -0.001, -45.67].map(brief)).toEqual([
      "9.87", "10.0", "32.9", "100", "988", "12345", "−10", "0.0", "−46",
    ]);
    expect([percent(0.4823), percent(-0.0001), percent(null)]).toEqual(["48.2", "0.0", "–"]);
    expect([bytes(0), bytes(999), bytes(1234), bytes(12_345_678), bytes(2e11)]).toEqual(["0 B", "999 B", "1.2 kB", "12.3 MB", "200 GB"]);
    expect([duration(0.42), duration(42.4), duration(200), duration(1500), duration(7500)]).toEqual([
      "0.4 s", "42 s", "3 min 20 s", "25 min", "2 h 5 min",
    ]);
    expect([about(0.004), about(0.05), about(42.4)]).toEqual(["< 0.1 s", "≈ 0.1 s", "≈ 42 s"]);
  });
});

describe("EVs", () => {
  it("are written with the digits that there are", () => {
    const evs = [273.46, 27.3, 2.734, 0.012, 1234.5, 54321, null, -0.4];
    setDigits(3);
    expect(evs.map(chips)).toEqual(["273", "27.3", "2.73", "0.01", "1235", "54321", "–", "−0.40"]);
    setDigits(5);
    expect(evs.map(chips)).toEqual(["273.46", "27.30", "2.73", "0.01", "1234.5", "54321", "–", "−0.40"]);
    setDigits(6);
  });
});

describe("answers that are kept", () => {
  it("are asked for once, and the oldest goes first", async () => {
    const kept = new Kept<number>();
    let asked = 0;
    const ask = (): Promise<number> => Promise.resolve((asked += 1));
    expect(await kept.get("a", ask)).toBe(1);
    expect(await kept.get("a", ask)).toBe(1);
    for (let n = 0; n < 200; n += 1) await kept.get(String(n), ask);
    expect(await kept.get("a", ask)).toBe(202);
  });
});

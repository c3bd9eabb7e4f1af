import { describe, expect, it } from "vitest";
import { chartRows, handsOf } from "./chart_rows";
import { insuranceEv, runningCount, trueCount } from "./counting";
import { DealtShoe, readDealt, valueOf } from "./dealt_shoe.svelte";
import { DEFAULT_RULES, readRules, rulesText } from "./rules";

const HI_LO = [-1, 1, 1, 1, 1, 1, 0, 0, 0, -1];

describe("rules", () => {
  it("are read from what is written of them", () => {
    for (const text of ["8D S17 DAS SPL3 LS 3:2", "1D H17 ENHC D10 DANY NDSOFT NDAS NOSPLIT 6:5"]) {
      expect(rulesText(readRules(text))).toBe(text);
    }
    expect(readRules(rulesText(DEFAULT_RULES))).toEqual(DEFAULT_RULES);
  });

  it("ignore words that say nothing", () => {
    expect(readRules("6D FOO 0:1").pays).toBe("3:2");
  });
});

describe("a shoe", () => {
  it("counts what is left", () => {
    const shoe = new DealtShoe(1);
    expect(shoe.deal("5", "seen")).toBe(true);
    expect(shoe.deal("Kd", "me")).toBe(true);
    expect(shoe.left[valueOf("5")]).toBe(3);
    expect(shoe.left[9]).toBe(15);
    expect(shoe.cards).toBe(50);
    shoe.undo();
    expect(shoe.cards).toBe(51);
  });

  it("does not deal what it has not", () => {
    const shoe = new DealtShoe(1);
    for (let count = 0; count < 4; count++) expect(shoe.deal("A", "seen")).toBe(true);
    expect(shoe.deal("A", "seen")).toBe(false);
    expect(shoe.rewrite(["A", "A", "A", "A", "A"])).toBe(false);
    expect(shoe.log.length).toBe(4);
  });

  it("keeps my hand and the upcard apart for the advisor, of this round only", () => {
    const shoe = new DealtShoe(6);
    shoe.deal("9", "me");
    shoe.nextRound();
    shoe.deal("T", "me");
    shoe.deal("T", "dealer");
    shoe.deal("6", "me");
    shoe.deal("2", "seen");
    shoe.deal("3", "dealer");
    expect(shoe.hand).toEqual(["T", "6"]);
    expect(shoe.up).toEqual(["T"]);
    expect(shoe.removedBefore).toBe("9 2 3");
    expect(shoe.removed).toBe("9 T T 6 2 3");
  });

  it("comes back as an address has it, with the hand on the table", () => {
    const shoe = new DealtShoe(6);
    shoe.deal("9", "seen");
    shoe.nextRound();
    shoe.deal("T", "me");
    shoe.deal("5", "dealer");
    shoe.deal("Kd", "seen");
    const other = new DealtShoe(6);
    other.read(readDealt(shoe.removed) ?? [], shoe.seats);
    expect(other.log).toEqual(shoe.log);
    expect([other.hand, other.up, other.round]).toEqual([["T"], ["5"], 1]);
    other.nextRound();
    expect(other.seats).toBe("");
  });

  it("brings back what a new one has wiped, of other decks too", () => {
    const shoe = new DealtShoe(6);
    shoe.deal("9", "me");
    shoe.shuffle(2);
    shoe.deal("5", "seen");
    shoe.undo();
    shoe.undo();
    expect([shoe.decks, shoe.removed, shoe.seats]).toEqual([6, "9", "m"]);
    shoe.undo();
    expect(shoe.canUndo).toBe(false);
  });

  it("keeps the hand where the text of it stays", () => {
    const shoe = new DealtShoe(6);
    shoe.deal("T", "me");
    shoe.deal("5", "dealer");
    shoe.rewrite(["T", "5", "9"]);
    shoe.rewrite(["T", "5", "9", "8"]);
    expect([shoe.hand, shoe.up]).toEqual([["T"], ["5"]]);
    shoe.undo();
    expect(shoe.removed).toBe("T 5");
    shoe.rewrite(["9"]);
    expect([shoe.hand, shoe.seats]).toEqual([[], ""]);
  });

  it("has each card with its suit once in a deck", () => {
    const shoe = new DealtShoe(6);
    expect(shoe.rewrite(Array<string>(6).fill("Kd"))).toBe(true);
    expect(shoe.lacks(Array<string>(7).fill("Kd"))).toBe("Kd");
    expect(shoe.lacks(Array<string>(25).fill("K"))).toBe("K");
    expect(shoe.lacks(Array<string>(25).fill("T"))).toBe("");
    expect(shoe.rewrite(Array<string>(7).fill("Kd"))).toBe(false);
  });

  it("gives cards back, of rounds before too", () => {
    const shoe = new DealtShoe(1);
    shoe.deal("9", "seen");
    shoe.nextRound();
    shoe.deal("8", "me");
    shoe.giveBack(valueOf("9"));
    expect(shoe.hand).toEqual(["8"]);
    shoe.giveBack(valueOf("9"));
    expect(shoe.removed).toBe("8");
  });
});

describe("dealt cards", () => {
  it("are read as players write them", () => {
    expect(readDealt("5, 10h k♦A")).toEqual(["5", "Th", "Kd", "A"]);
    expect(readDealt("")).toEqual([]);
    expect(readDealt("5 1 6")).toBeNull();
    expect(readDealt("x")).toBeNull();
  });
});

describe("counts", () => {
  it("run over the cards seen", () => {
    expect(runningCount(HI_LO, ["5", "6", "Kd", "8", "A"])).toBe(0);
    expect(runningCount(HI_LO, ["5", "6"])).toBe(2);
  });

  it("are divided by the decks left", () => {
    const shoe = new DealtShoe(1);
    shoe.rewrite(["2", "3", "4", "5", "6", "2", "3", "4", "7", "7", "7", "7", "8", "8", "8", "8", "9",
      "9", "9", "9", "2", "3", "A", "A", "A", "A"]);
    // ten low cards and four aces gone: +6 with half a deck left
    expect(trueCount(HI_LO, shoe.left)).toBeCloseTo(12);
  });

  it("are 0 for full shoes, unbalanced ones too, and none for no cards", () => {
    const ko = [-1, 1, 1, 1, 1, 1, 1, 0, 0, -1];
    expect(trueCount(ko, new DealtShoe(6).left)).toBeCloseTo(0);
    expect(trueCount(HI_LO, new Array<number>(10).fill(0))).toBeNull();
  });
});

describe("insurance", () => {
  it("pays two for one where the hole card is a ten", () => {
    expect(insuranceEv(new DealtShoe(1).left)).toBeCloseTo((2 * 16 - 36) / 52);
    expect(insuranceEv([0, 0, 0, 0, 0, 0, 0, 0, 0, 1])).toBe(2);
    expect(insuranceEv(new Array<number>(10).fill(0))).toBeNull();
  });
});

describe("charts", () => {
  it("are read by line", () => {
    const rows = chartRows(["H 4 HHHHHHHHHH", "H 16 SSSSSHHRRR", "S 18 SddddSSHHH", "P A PPPPPPPPPP"]);
    expect(rows.hard).toEqual([{ kind: "hard", name: "16", letters: "SSSSSHHRRR" }]);
    expect(rows.soft[0]?.name).toBe("18");
    expect(rows.pair[0]?.name).toBe("A");
  });

  it("know the hands of a cell", () => {
    expect(handsOf("hard", "16")).toEqual(["T6", "97"]);
    expect(handsOf("hard", "5")).toEqual(["32"]);
    expect(handsOf("hard", "20")).toEqual(["TT"]);
    expect(handsOf("soft", "18")).toEqual(["A7"]);
    expect(handsOf("pair", "8")).toEqual(["88"]);
  });
});

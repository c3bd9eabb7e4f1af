import { describe, expect, it } from "vitest";
import {
  CELL_OF, COMBOS, COMBO_CARDS, GRID, cardId, cardText, cardsText, cellWeights, comboIndex,
  comboText, endsInACard, readCards,
} from "./cards";

describe("cards", () => {
  it("are numbered as in the package", () => {
    expect(cardId("2", "c")).toBe(0);
    expect(cardId("A", "s")).toBe(51);
    for (let card = 0; card < 52; card++) expect(readCards(cardText(card))).toEqual([card]);
  });

  it("are read as people write them", () => {
    expect(cardsText(readCards("k♦, 10s 2C") ?? [])).toBe("KdTs2c");
    expect(readCards("")).toEqual([]);
    for (const wrong of ["K", "Kx", "KdKd", "1d"]) expect(readCards(wrong)).toBeNull();
  });
});

describe("combos", () => {
  it("have 1,326 numbers, each once", () => {
    const all = new Set(COMBO_CARDS.map(([high, low]) => comboIndex(high, low)));
    expect(all.size).toBe(COMBOS);
    expect([...all].sort((a, b) => a - b)).toEqual(Array.from({ length: COMBOS }, (_, at) => at));
  });

  it("are written with the higher card first", () => {
    expect(comboText(comboIndex(cardId("K", "h"), cardId("A", "h")))).toBe("AhKh");
  });
});

describe("a card that is being written", () => {
  it("is one rank at the end of cards", () => {
    for (const text of ["K", "Kd 7", "Kd7", "Kd 1", "Kd 10", "t"]) expect(endsInACard(text)).toBe(true);
    for (const text of ["", "Kd", "Kd x", "zz 7", "Kd Kd 7", "1x"]) expect(endsInACard(text)).toBe(false);
  });
});

describe("the grid", () => {
  it("has every combo in one cell", () => {
    const counts = { pair: 6, suited: 4, offsuit: 12 };
    for (const cell of GRID) expect(cell.combos.length).toBe(counts[cell.kind]);
    expect(GRID.flatMap((cell) => cell.combos).length).toBe(COMBOS);
    expect(new Set(GRID.flatMap((cell) => cell.combos)).size).toBe(COMBOS);
  });

  it("has pairs on the diagonal, suited hands above it", () => {
    expect(GRID[0]?.name).toBe("AA");
    expect(GRID[1]?.name).toBe("AKs");
    expect(GRID[13]?.name).toBe("AKo");
    expect(GRID[168]?.name).toBe("22");
    expect(CELL_OF[comboIndex(cardId("A", "s"), cardId("K", "s"))]).toBe(1);
  });

  it("means weights by cell", () => {
    const weights = new Float64Array(COMBOS);
    weights[comboIndex(cardId("A", "s"), cardId("A", "h"))] = 0.5;
    expect(cellWeights(weights)[0]).toBeCloseTo(0.5 / 6);
  });
});

/** Cards, combos and the 169 classes of the grid, numbered as everywhere in Runout. */

export const RANKS = "AKQJT98765432";
export const SUITS = "cdhs";
export const SYMBOLS: Record<string, string> = { c: "♣", d: "♦", h: "♥", s: "♠" };
export const DECK_SIZE = RANKS.length * SUITS.length;
export const COMBOS = (DECK_SIZE * (DECK_SIZE - 1)) / 2;
export const CELLS = RANKS.length ** 2;

/** 4 * rank + suit, ranks 2..A are 0..12. */
export function cardId(rank: string, suit: string): number {
  return 4 * (RANKS.length - 1 - RANKS.indexOf(rank)) + SUITS.indexOf(suit);
}

export function rankOf(card: number): string {
  return RANKS[RANKS.length - 1 - (card >> 2)] ?? "";
}

export function suitOf(card: number): string {
  return SUITS[card & 3] ?? "";
}

export function cardText(card: number): string {
  return rankOf(card) + suitOf(card);
}

export function cardsText(cards: readonly number[]): string {
  return cards.map(cardText).join("");
}

/** Cards as people write them: "Kd 7s 2c", "K♦7♠", "10h"; null if anything else stands there. */
export function readCards(text: string): number[] | null {
  const plain = text
    .replaceAll("10", "T")
    .replaceAll("♣", "c")
    .replaceAll("♦", "d")
    .replaceAll("♥", "h")
    .replaceAll("♠", "s")
    .replace(/[\s,]+/g, "");
  if (plain.length % 2) return null;
  const cards: number[] = [];
  for (let at = 0; at < plain.length; at += 2) {
    const rank = (plain[at] ?? "").toUpperCase();
    const suit = (plain[at + 1] ?? "").toLowerCase();
    if (!RANKS.includes(rank) || !SUITS.includes(suit)) return null;
    cards.push(cardId(rank, suit));
  }
  return new Set(cards).size === cards.length ? cards : null;
}

/** Whether a text of cards ends in the middle of one, all else being right: "Kd 7", "Kd 1". */
export function endsInACard(text: string): boolean {
  const begun = /^(.*?)(?:10?|[2-9tjqka])$/i.exec(text.trimEnd());
  return begun !== null && readCards(begun[1] ?? "") !== null;
}

/** Number of a pair of hole cards: 0..1325. */
export function comboIndex(one: number, other: number): number {
  const low = Math.min(one, other);
  const high = Math.max(one, other);
  return (low * (2 * DECK_SIZE - 3 - low)) / 2 + high - 1;
}

/** The cards of each combo, the higher one first. */
export const COMBO_CARDS: readonly (readonly [number, number])[] = (() => {
  const list: [number, number][] = new Array<[number, number]>(COMBOS);
  for (let low = 0; low < DECK_SIZE; low++) {
    for (let high = low + 1; high < DECK_SIZE; high++) list[comboIndex(low, high)] = [high, low];
  }
  return list;
})();

export function comboText(combo: number): string {
  const [high, low] = COMBO_CARDS[combo] ?? [0, 0];
  return cardText(high) + cardText(low);
}

/** A cell of the grid: pairs on the diagonal, suited above it, offsuit below. */
export interface Cell {
  index: number;
  row: number;
  column: number;
  name: string;
  kind: "pair" | "suited" | "offsuit";
  combos: readonly number[];
}

function cellAt(index: number): Cell {
  const row = Math.floor(index / RANKS.length);
  const column = index % RANKS.length;
  const high = RANKS[Math.min(row, column)] ?? "";
  const low = RANKS[Math.max(row, column)] ?? "";
  const kind = row === column ? "pair" : row < column ? "suited" : "offsuit";
  const combos: number[] = [];
  for (const one of SUITS) {
    for (const other of SUITS) {
      if (kind === "suited" ? one !== other : one === other) continue;
      if (kind === "pair" && one > other) continue;
      combos.push(comboIndex(cardId(high, one), cardId(low, other)));
    }
  }
  const ending = kind === "pair" ? "" : kind === "suited" ? "s" : "o";
  return { index, row, column, name: high + low + ending, kind, combos };
}

export const GRID: readonly Cell[] = Array.from({ length: CELLS }, (_, index) => cellAt(index));

/** The cell of each combo. */
export const CELL_OF: readonly number[] = (() => {
  const cells: number[] = new Array<number>(COMBOS).fill(0);
  for (const cell of GRID) for (const combo of cell.combos) cells[combo] = cell.index;
  return cells;
})();

/** Mean weight of each cell. */
export function cellWeights(weights: ArrayLike<number>): number[] {
  return GRID.map(
    (cell) => cell.combos.reduce((sum, combo) => sum + (weights[combo] ?? 0), 0) / cell.combos.length,
  );
}

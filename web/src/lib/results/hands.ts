/** Hands of answers by class of the grid. */
import { CELL_OF, COMBO_CARDS, GRID, comboIndex, readCards } from "../cards";

/** The number of the class of a hand such as `AhKh`, row by row from AA. */
export function classOf(hand: string): number {
  let found = known.get(hand);
  if (found === undefined) {
    const [one, other] = readCards(hand) ?? [];
    found = one === undefined || other === undefined ? 0 : (CELL_OF[comboIndex(one, other)] ?? 0);
    known.set(hand, found);
  }
  return found;
}

const known = new Map<string, number>(); // at most the 1,326 hands

export function className(number: number): string {
  return GRID[number]?.name ?? "";
}

export function classNumber(name: string): number | null {
  return GRID.find((cell) => cell.name === name)?.index ?? null;
}

/** How many combos of each class a board leaves possible. */
export function possibleCombos(board: string): number[] {
  const gone = new Set(readCards(board));
  return GRID.map(
    (cell) => cell.combos.filter((combo) => !(COMBO_CARDS[combo] ?? []).some((card) => gone.has(card))).length,
  );
}

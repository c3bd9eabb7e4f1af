/** How a number is spread over a player's range, best hands first. */
import { countsOf, type Columns, type Value } from "./sheet";

export const SPREADS = ["equity", "ev", "eqr"] as const;
export type Spread = (typeof SPREADS)[number];
export const POINTS = 101;

/** The value found so many percent into the range, from 0 to 100, its best hand first. */
export function spread(columns: Columns, what: Spread): Value[] {
  const counts = countsOf(columns);
  const known: [number, number][] = [];
  columns[what].forEach((value, row) => {
    const count = counts[row] ?? 0;
    if (value !== null && count > 0) known.push([value, count]);
  });
  known.sort((a, b) => b[0] - a[0]);
  const whole = known.reduce((sum, [, count]) => sum + count, 0);
  const found: Value[] = [];
  let [row, end] = [0, known[0]?.[1] ?? 0];
  for (let point = 0; point < POINTS; point += 1) {
    const place = (point / (POINTS - 1)) * whole;
    while (row < known.length - 1 && end < place) {
      row += 1;
      end += known[row]?.[1] ?? 0;
    }
    found.push(known[row]?.[0] ?? null);
  }
  return found;
}

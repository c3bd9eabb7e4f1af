/** What the server says of one player's equity in detail. */
import type { Shapes } from "../../lib/shapes";

export type HandRow = Shapes["HandShape"];
export type MadeRow = Shapes["GroupShape"];

/**
 * Standard error of the equity of one hand among those that shared so many deals at random, as it is for most:
 * the root of the mean variance. No pot varies more than one that is won or lost.
 */
export function handError(rows: readonly HandRow[], deals: number): number {
  const weights = rows.reduce((sum, row) => sum + row.weight, 0);
  const variances = rows.map((row) => (row.equity * (1 - row.equity) * weights) / (row.weight * deals));
  return rows.length ? Math.sqrt(variances.reduce((sum, one) => sum + one, 0) / rows.length) : 0;
}

/** A player's hands class by class, as the 13×13 grid shows them. */
import { CELLS, GRID } from "../cards";
import { classOf, possibleCombos } from "./hands";
import { countsOf, mean, realised, type Columns, type NodeSheet, type Player, type Value } from "./sheet";

export const MEASURES = ["strategy", "ev", "equity", "eqr", "weight"] as const;
export type Measure = (typeof MEASURES)[number];
/** Shown by a key. */
export const MEASURE_KEYS: Record<Measure, string> = { strategy: "s", ev: "v", equity: "q", eqr: "r", weight: "w" };

export interface ClassCell {
  name: string;
  /** Mean weight of the combos that the board leaves possible. */
  weight: number;
  /** Share of each action; empty if no hand gets here, or nobody acts. */
  strategy: number[];
  ev: Value;
  equity: Value;
  eqr: Value;
  /** Whether some of its combos play as they were told. */
  locked: boolean;
  /** Rows of the player's columns. */
  rows: number[];
}

/** The 169 cells; `only` leaves out hands that a filter does not choose. */
export function classCells(sheet: NodeSheet, player: Player, only?: ReadonlySet<number>): ClassCell[] {
  const columns = sheet.players[player];
  const possible = possibleCombos(sheet.board);
  const counts = countsOf(columns);
  const rows = rowsByClass(columns, only);
  return GRID.map(({ name, index: number }) => {
    const own = rows[number] ?? [];
    const held = own.reduce((sum, row) => sum + (columns.weight[row] ?? 0), 0);
    const ev = mean(columns.ev, counts, own);
    const equity = mean(columns.equity, counts, own);
    return {
      name,
      weight: held / (possible[number] || 1),
      strategy: held > 0 ? strategyOf(columns, counts, own) : [],
      ev,
      equity,
      eqr: realised(ev, equity, sheet.pot),
      locked: own.some((row) => columns.locked?.[row]),
      rows: own.filter((row) => (columns.weight[row] ?? 0) > 0),
    };
  });
}

function rowsByClass(columns: Columns, only?: ReadonlySet<number>): number[][] {
  const rows: number[][] = Array.from({ length: CELLS }, () => []);
  columns.hands.forEach((hand, row) => {
    if (!only || only.has(row)) rows[classOf(hand)]?.push(row);
  });
  return rows;
}

/** How often some hands take each action; by weight where none of them is met. */
export function strategyOf(columns: Columns, counts: readonly number[], rows: readonly number[]): number[] {
  if (!columns.strategy) return [];
  const met = rows.some((row) => (counts[row] ?? 0) > 0);
  const shares = columns.strategy.map((often) => mean(often, met ? counts : columns.weight, rows));
  return shares.some((share) => share === null) ? [] : (shares as number[]);
}

/** The number that a grid shows of a cell, unless that is the strategy. */
export function valueOf(cell: ClassCell, measure: Measure): Value {
  if (measure === "strategy" || cell.weight <= 0) return null;
  return cell[measure];
}

/** Where the colours of a heat map begin and end: nine tenths of the values lie between. */
export function commonLimits(values: readonly Value[]): [number, number] {
  const known = values.filter((value): value is number => value !== null).sort((a, b) => a - b);
  if (!known.length) return [0, 0];
  return [quantile(known, 0.05), quantile(known, 0.95)];
}

function quantile(sorted: readonly number[], share: number): number {
  const place = share * (sorted.length - 1);
  const below = sorted[Math.floor(place)] ?? 0;
  const above = sorted[Math.ceil(place)] ?? below;
  return below + (place - Math.floor(place)) * (above - below);
}

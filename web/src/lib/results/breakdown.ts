/** A range by what its hands are: made class, draw, both, or cards of a suit; each hand in one row. */
import { texts } from "../texts";
import { strategyOf } from "./class_cells";
import { countsOf, mean, realised, type Columns, type NodeSheet, type Player, type Value } from "./sheet";

export const GROUPINGS = ["made", "draw", "cross", "suit"] as const;
export type Grouping = (typeof GROUPINGS)[number];

export interface BreakdownRow {
  name: string;
  combos: number;
  /** Of the range, by how often hands are met. */
  share: number;
  equity: Value;
  ev: Value;
  eqr: Value;
  strategy: number[];
  /** Rows of the player's columns. */
  rows: number[];
}

/** The groups that hands are in, strongest first. */
export function breakdown(
  sheet: NodeSheet,
  player: Player,
  by: Grouping,
  only?: ReadonlySet<number>,
): BreakdownRow[] {
  const columns = sheet.players[player];
  const groups = new Map<number, number[]>();
  columns.hands.forEach((_, row) => {
    if ((columns.weight[row] ?? 0) <= 0 || (only && !only.has(row))) return;
    const group = groupOf(sheet, columns, by, row);
    const rows = groups.get(group);
    if (rows) rows.push(row);
    else groups.set(group, [row]);
  });
  const counts = countsOf(columns);
  const whole = total(counts, [...groups.values()].flat());
  return [...groups.keys()]
    .sort((a, b) => a - b)
    .map((group) => {
      const rows = groups.get(group) ?? [];
      return rowOf(sheet, columns, nameOf(sheet, by, group), rows, whole ? total(counts, rows) / whole : 0);
    });
}

function groupOf(sheet: NodeSheet, columns: Columns, by: Grouping, row: number): number {
  const made = columns.made[row] ?? 0;
  const draw = columns.draw[row] ?? 0;
  if (by === "made") return made;
  if (by === "draw") return draw;
  return by === "cross" ? made * sheet.draw_names.length + draw : 7 - (columns.suit[row] ?? 0);
}

function nameOf(sheet: NodeSheet, by: Grouping, group: number): string {
  if (by === "made") return sheet.made_names[group] ?? "";
  if (by === "draw") return sheet.draw_names[group] ?? "";
  if (by === "suit") return texts.results.ofSuit(7 - group);
  const draws = sheet.draw_names.length;
  return `${sheet.made_names[Math.floor(group / draws)] ?? ""}, ${sheet.draw_names[group % draws] ?? ""}`;
}

/** Some hands of a range as one row. */
export function rowOf(
  sheet: NodeSheet,
  columns: Columns,
  name: string,
  rows: number[],
  share: number,
): BreakdownRow {
  const counts = countsOf(columns);
  const ev = mean(columns.ev, counts, rows);
  const equity = mean(columns.equity, counts, rows);
  return {
    name,
    combos: total(columns.weight, rows),
    share,
    equity,
    ev,
    eqr: realised(ev, equity, sheet.pot),
    strategy: strategyOf(columns, counts, rows),
    rows,
  };
}

export function total(values: readonly number[], rows: readonly number[]): number {
  return rows.reduce((sum, row) => sum + (values[row] ?? 0), 0);
}

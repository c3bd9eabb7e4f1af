/** Batches and their reports, as the server gives them. */
import { kindOf } from "../../lib/results/action_colours";

export interface BatchStatus {
  [name: string]: unknown;
}

export interface Batch {
  id: string;
  name?: string;
  lines: string[];
  spots: string[];
  /** Seconds since 1970. */
  changed: number;
  status: BatchStatus;
}

type Cell = string | number | boolean | null | undefined;
/** One board, or boards that are alike; actions are columns by their names. */
export type ReportRow = Record<string, Cell>;

export interface BatchReport {
  name: string;
  line: string;
  player: string | null;
  actions: string[];
  total: ReportRow;
  boards: ReportRow[];
  /** Columns that boards can be grouped by. */
  textures: string[];
  by: string | null;
  groups: ReportRow[] | null;
}

export function number(row: ReportRow, column: string): number | null {
  const value = row[column];
  return typeof value === "number" ? value : null;
}

export function text(row: ReportRow, column: string): string {
  const value = row[column];
  if (typeof value === "boolean") return value ? "yes" : "no";
  return value === null || value === undefined ? "–" : String(value);
}

/** How often each action is taken, in their order; an action that a tree does not have is never. */
export function shares(row: ReportRow, actions: readonly string[]): number[] {
  return actions.map((action) => number(row, action) ?? 0);
}

/** Actions by size, with an amount as the colours know it: beside a pot of 100. */
export function sized(actions: readonly string[]): string[] {
  return actions.map((action) => {
    const found = /(\d+(?:\.\d+)?)\s*%/.exec(action);
    return found?.[1] ? `${kindOf(action)} ${found[1]}` : action;
  });
}

/** The same column once more turns the order. */
export function turnedOrder(sort: string, column: string): string {
  return sort === `-${column}` ? column : `-${column}`;
}

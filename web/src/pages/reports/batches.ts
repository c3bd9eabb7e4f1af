/** Batches and their reports, as the server gives them. */
import { GRID } from "../../lib/cards";
import { actionColours, css, kindOf } from "../../lib/results/action_colours";
import type { ClassCell } from "../../lib/results/class_cells";
import type { Player, Value } from "../../lib/results/sheet";
import { texts } from "../../lib/texts";

export interface BatchStatus {
  total: number;
  done: number;
  failed: number;
}

export interface Batch {
  id: string;
  name: string;
  lines: string[];
  spots: string[];
  /** Seconds since 1970. */
  changed: number;
  status: BatchStatus;
}

type Cell = string | number | boolean | null | undefined;
/** One board, or boards or hands that are alike; actions are columns by their names. */
export type ReportRow = Record<string, Cell>;

/** Ways to look at a line. */
export const VIEWS = ["boards", "hands", "rules", "beside"] as const;
export type View = (typeof VIEWS)[number];
export const HANDS = ["class", "made", "draw", "cross"] as const;
export const BEST = ["often", "cost"] as const;
export const DEPTHS = ["1", "2", "3"] as const;

/** What the address says of a report. */
export interface Asked {
  line: string | undefined;
  spot: string;
  filter: string;
  hand: string;
  sort: string;
}

export interface BoardsAnswer {
  name: string;
  line: string;
  player: Player | null;
  /** Whose numbers it has. */
  players: Player[];
  actions: string[];
  total: ReportRow;
  /** How many boards it is about. */
  count: number;
  /** Columns that boards can be grouped by. */
  textures: string[];
  /** Board by board; missing where they are grouped. */
  boards?: ReportRow[];
  by?: string;
  groups?: ReportRow[];
}

export interface HandsAnswer {
  player: Player;
  actions: string[];
  hands: ReportRow[];
}

export interface Rule {
  words: string;
  action: string;
  share: number;
  often: number;
  right: number;
  cost: number;
  cost_percent: number;
}

export interface RulesAnswer {
  player: Player;
  said: Rule[];
  right: number;
  cost: number;
  cost_percent: number;
}

export interface BesideAnswer {
  names: [string, string];
  lines: [string, string];
  columns: string[];
  actions: string[];
  total: Record<string, { first: Value; second: Value; change: Value }>;
  /** Boards that only one of them has. */
  alone: [number, number];
  boards: ReportRow[];
}

export function number(row: ReportRow, column: string): number | null {
  const value = row[column];
  return typeof value === "number" ? value : null;
}

export function text(row: ReportRow, column: string): string {
  const value = row[column];
  if (typeof value === "boolean") return value ? texts.reports.yes : texts.reports.no;
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

/** Their colours, as CSS. */
export function coloursOf(actions: readonly string[]): string[] {
  return actionColours(sized(actions), 100).map(css);
}

/** The same column once more turns the order. */
export function turnedOrder(sort: string, column: string): string {
  return sort === `-${column}` ? column : `-${column}`;
}

/** How often each action is taken on rows that share a place of a chart, each counted alike. */
export function meanShares(rows: readonly ReportRow[], actions: readonly string[]): number[] {
  const sums = actions.map(() => 0);
  for (const row of rows) shares(row, actions).forEach((share, place) => (sums[place] = (sums[place] ?? 0) + share));
  return sums.map((sum) => sum / (rows.length || 1));
}

/** The rows that a chart draws in one of so many columns: all are drawn, some of them together. */
export function rowsAt<T>(rows: readonly T[], column: number, columns: number): T[] {
  const first = Math.floor((column * rows.length) / columns);
  return rows.slice(first, Math.max(Math.floor(((column + 1) * rows.length) / columns), first + 1));
}

/** Hand classes as the 13×13 grid takes them; as full as they are held beside the most held. */
export function gridCells(rows: readonly ReportRow[], actions: readonly string[]): ClassCell[] {
  const known = new Map(rows.map((row) => [text(row, "of"), row]));
  const held = (name: string): number => (number(known.get(name) ?? {}, "share") ?? 0) / combosOf(name);
  const most = Math.max(...GRID.map(({ name }) => held(name)), 1e-12);
  return GRID.map(({ name }) => {
    const row = known.get(name) ?? {};
    const there = held(name) > 0;
    return {
      name,
      weight: held(name) / most,
      strategy: there ? shares(row, actions) : [],
      ev: number(row, "ev"),
      equity: number(row, "equity"),
      eqr: number(row, "eqr"),
      locked: false,
      rows: [],
    };
  });
}

function combosOf(name: string): number {
  if (name.length === 2) return 6;
  return name.endsWith("s") ? 4 : 12;
}

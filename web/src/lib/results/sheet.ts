/** A node as the server gives it: columns of all hands of both players, and the way to it. */

export const PLAYERS = ["oop", "ip"] as const;
export type Player = (typeof PLAYERS)[number];
export type Value = number | null;
export type Kind = "action" | "deal" | "fold" | "showdown";

/** One step of the way: where it was taken, and what it was. */
export interface Decision {
  line: string;
  kind: Kind;
  player: Player | null;
  board: string;
  pot: number;
  stacks: Record<Player, number>;
  actions: string[];
  frequencies: Record<string, number>;
  /** The action or card; null at the node itself. */
  taken: string | null;
}

export interface Averages {
  equity: Value;
  realised_equity: Value;
  ev: Value;
  eqr: Value;
}

/** The hands of a player, column by column. */
export interface Columns {
  average: Averages;
  hands: string[];
  weight: number[];
  /** How often a hand is met: what it counts in means. */
  count: number[];
  equity: Value[];
  realised_equity: Value[];
  ev: Value[];
  eqr: Value[];
  /** Numbers of classes. */
  made: number[];
  draw: number[];
  /** The most cards of one suit, board included. */
  suit: number[];
  /** By action, then by hand; of the player to act only, like what follows. */
  strategy?: Value[][];
  action_ev?: Value[][];
  locked?: boolean[];
}

export interface LockedNode {
  line: string;
  player: Player;
  hands: string;
  frequencies: Record<string, number>;
}

export interface NodeSheet {
  line: string;
  kind: Kind;
  player: Player | null;
  board: string;
  pot: number;
  stack: number;
  stacks: Record<Player, number>;
  actions: string[];
  frequencies: Record<string, number>;
  reach: Record<Player, number>;
  regret: Value;
  warnings: string[];
  locks: LockedNode[];
  strip: Decision[];
  made_names: string[];
  draw_names: string[];
  players: Record<Player, Columns>;
}

/** The next cards after a line. */
export interface Runout {
  card: string;
  ev: Record<Player, Value>;
  equity: Record<Player, Value>;
  realised_equity: Record<Player, Value>;
  frequencies: Record<string, number>;
}

export interface Runouts {
  line: string;
  pot: number;
  runouts: Runout[];
  warnings: string[];
}

/** What each hand counts in means: how often it is met, or its weight where nobody is met. */
export function countsOf(columns: Columns): number[] {
  return columns.count.some((count) => count > 0) ? columns.count : columns.weight;
}

/** The mean of a column over some hands; null where none of them has a value. */
export function mean(values: readonly Value[], counts: readonly number[], rows: Iterable<number>): Value {
  let sum = 0;
  let total = 0;
  for (const row of rows) {
    const value = values[row];
    const count = counts[row] ?? 0;
    if (value === null || value === undefined || count <= 0) continue;
    sum += value * count;
    total += count;
  }
  return total > 0 ? sum / total : null;
}

/** EV over pot times equity, of hands together; null where they have next to no equity. */
export function realised(ev: Value, equity: Value, pot: number): Value {
  return ev === null || equity === null || equity <= 1e-4 ? null : ev / (pot * equity);
}

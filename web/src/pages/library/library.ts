/** Solutions as the library lists them. */
import type { Lock } from "../../lib/results/locks";
import type { Spot } from "../../lib/spots/spot_draft.svelte";

export interface Kept {
  id: string;
  name: string;
  tags: string[];
  /** Seconds since 1970. */
  created: number;
  changed: number;
  bytes: number;
  board: string;
  pot: number;
  stack: number;
  oop: string;
  ip: string;
  iterations: number;
  /** Percent of the pot. */
  exploitability: number | null;
  seconds: number;
  small: boolean;
  engine: string;
  locks: number;
  parent: string | null;
  /** Why it cannot be opened. */
  problem: string | null;
  deleted: boolean;
}

export interface SolutionInfo extends Kept {
  spot: Spot;
  curve: [number, number][];
  /** What the next solve is to have locked. */
  next_locks: Lock[];
  /** Of these: goes with a change of them. */
  locks_version: string;
}

export interface Listing {
  solutions: Kept[];
  tags: Record<string, number>;
}

/** What the list can be sorted by, as the server calls it. */
export const ORDERS = ["name", "board", "pot", "exploitability", "bytes", "changed"] as const;
export type Order = (typeof ORDERS)[number];

/** The other direction of the same order, or another order from its usual end. */
export function turned(sort: string, order: Order): string {
  if (sort === order) return `-${order}`;
  if (sort === `-${order}`) return order;
  return order === "changed" || order === "bytes" ? `-${order}` : order;
}

/** Tags from a text with commas. */
export function tagsOf(text: string): string[] {
  return [...new Set(text.split(",").map((tag) => tag.trim()).filter(Boolean))];
}

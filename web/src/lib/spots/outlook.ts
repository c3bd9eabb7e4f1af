/** What the server says of a spot before it is solved. */
import { texts } from "../texts";
import type { Spot } from "./spot_draft.svelte";

export interface Outlook {
  nodes: Record<string, number>;
  runouts: Record<string, number>;
  stored_numbers: number;
  float32_bytes: number;
  compressed_bytes: number;
  seconds_per_iteration: number;
  free_bytes: number;
  needed_bytes: number;
  engine: string;
  fits: boolean;
  /** To the usual target, on all cores, about. */
  iterations: number;
  seconds: number;
  /** Why it does not fit, and what would help. */
  refusal: string | null;
}

export interface Maker {
  setting: string;
  written: string;
  why: string;
}

export interface TreeOption {
  action: string;
  percent: number | null;
  all_in: boolean;
  made_by: Maker[];
  nodes: Record<string, number>;
  bytes: number;
  ends: string;
  after: Branch | null;
}

export interface Branch {
  line: string;
  street: string;
  player: string;
  pot: number;
  to_call: number;
  stack: number;
  options: TreeOption[];
}

export interface TreeView {
  streets: Record<string, { nodes: number; actions: number; deals: number; bytes: number }>;
  bytes: number;
  depth: number;
  deepest: number;
  start: Branch;
}

export interface Checked {
  spot: Spot;
  estimate: Outlook;
  tree: TreeView | null;
}

const SETTING = /\b(compress|force_allin|merge|raise_limit)=(\w[\w.]*)/g;

/** What would help, said with the names that the form has for it: the server's are those of Python. */
export function inFormWords(refusal: string): string {
  const named = refusal.replace(SETTING, (written, name: string, value: string) => texts.solver.settings[name]?.(value) ?? written);
  return named.replace("set force_allin and merge", texts.solver.setTidy).replace("raise_limit", texts.solver.raiseLimit);
}

/** What the server says of blackjack; EVs are in bets. */
import type { Shapes } from "../../lib/shapes";

export const ACTIONS = ["stand", "hit", "double", "split", "surrender"] as const;
export type Action = (typeof ACTIONS)[number];

export type TableAnswer = Shapes["TableShape"];
export type BetAnswer = Shapes["BetShape"];
export type ChartAnswer = Shapes["ChartShape"];
export type SideBetsAnswer = Shapes["SideBetsShape"];

export type HandAnswer = Record<Action, number | null> & {
  hand: string;
  up: string;
  best: Action;
};

export interface IndexPlay {
  hand: string;
  up: string;
  play: string;
  instead: string;
  index: number | null;
}

export interface CountAnswer {
  removal: { betting_correlation: number | null };
  indices: { plays: IndexPlay[]; insurance: number | null };
}

/** What every call is told. */
export interface Shoe {
  rules: string;
  shoe: string;
  removed: string;
}

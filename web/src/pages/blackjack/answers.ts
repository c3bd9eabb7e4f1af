/** What the server says of blackjack; EVs are in bets. */
export interface TableAnswer {
  ev: number;
  variance: number | null;
  outcome: Record<string, number>;
  by_upcard: Record<string, number>;
}

export const ACTIONS = ["stand", "hit", "double", "split", "surrender"] as const;
export type Action = (typeof ACTIONS)[number];

export type HandAnswer = Record<Action, number | null> & {
  hand: string;
  up: string;
  best: Action;
};

export interface Deviation {
  hand: string;
  up: string;
  chart: string;
  best: string;
  cost: number;
}

export interface ChartAnswer {
  /** Lines such as "H 16 SSSSSHHRRR". */
  chart: string[];
  deviations: Deviation[];
}

export interface IndexPlay {
  hand: string;
  up: string;
  play: string;
  instead: string;
  index: number | null;
}

export interface CountAnswer {
  removal: Record<string, number>;
  betting_correlation: number | null;
  plays: IndexPlay[];
  insurance: number | null;
}

export interface SideBet {
  name: string;
  ev: number;
  chances: Record<string, number>;
  pays: Record<string, number>;
}

export interface BetAnswer {
  ev: number;
  variance: number;
  kelly: number;
  bet: number;
  ruin: number;
}

/** What every call is told. */
export interface Shoe {
  rules: string;
  shoe: string;
  removed: string;
}

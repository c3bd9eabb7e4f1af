/** What the server says of one player's equity in detail. */
export interface HandRow {
  combo: string;
  equity: number;
  win: number;
  tie: number;
  weight: number;
}

export interface MadeRow {
  name: string;
  combos: number;
  share: number;
  equity: number;
}

/** Parts of an answer that were asked for. */
export interface Parts {
  by_hand?: HandRow[];
  /** Of each player. */
  by_class?: MadeRow[][];
  /** Everyone's equity after each card that can come. */
  by_next_card?: Record<string, number[]>;
}

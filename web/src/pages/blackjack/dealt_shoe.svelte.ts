/** The shoe of tonight: what was dealt from it, to whom, and what is left. */

export const VALUES = "A23456789T";
export type Seat = "seen" | "me" | "dealer";

export interface Dealt {
  /** As written: "5", "T", or with its suit "Kd". */
  card: string;
  to: Seat;
}

const PER_DECK = [4, 4, 4, 4, 4, 4, 4, 4, 4, 16];
const CARD = /(10|[2-9atjqk])([cdhs♣♦♥♠])?/giy;

/** The value of a card: its place among A, 2, ..., 9, T. */
export function valueOf(card: string): number {
  const rank = card.replace("10", "T").charAt(0).toUpperCase();
  return VALUES.indexOf("JQK".includes(rank) ? "T" : rank);
}

/** Cards as players write them; null where something else stands. */
export function readDealt(text: string): string[] | null {
  const plain = text.replace(/[\s,]+/g, "");
  const found: string[] = [];
  CARD.lastIndex = 0;
  let at = 0;
  for (let match = CARD.exec(plain); match; match = CARD.exec(plain)) {
    const suit = { "♣": "c", "♦": "d", "♥": "h", "♠": "s" }[match[2] ?? ""] ?? match[2] ?? "";
    found.push((match[1] ?? "").replace("10", "T").toUpperCase() + suit.toLowerCase());
    at = CARD.lastIndex;
  }
  return at === plain.length ? found : null;
}

export class DealtShoe {
  decks = $state(6);
  log = $state.raw<Dealt[]>([]);
  /** Where in the log this round begins. */
  round = $state(0);

  readonly full = $derived(PER_DECK.map((count) => count * this.decks));
  readonly left = $derived.by(() => {
    const counts = [...this.full];
    for (const one of this.log) {
      const value = valueOf(one.card);
      counts[value] = (counts[value] ?? 0) - 1;
    }
    return counts;
  });
  readonly cards = $derived(this.left.reduce((sum, count) => sum + count, 0));
  readonly hand = $derived(this.thisRound("me"));
  readonly up = $derived(this.thisRound("dealer").slice(0, 1));
  /** All that is gone, as the server reads it. */
  readonly removed = $derived(this.log.map((one) => one.card).join(" "));
  /** The same without my hand and the upcard, which the advisor deals itself. */
  readonly removedBefore = $derived.by(() => {
    const kept = new Set(this.advised());
    return this.log.filter((one) => !kept.has(one)).map((one) => one.card).join(" ");
  });

  constructor(decks: number) {
    this.decks = decks;
  }

  deal(card: string, to: Seat): boolean {
    if ((this.left[valueOf(card)] ?? 0) <= 0) return false;
    this.log = [...this.log, { card, to }];
    return true;
  }

  undo(): void {
    this.log = this.log.slice(0, -1);
    this.round = Math.min(this.round, this.log.length);
  }

  /** Give back the last card of a value, if one is gone. */
  giveBack(value: number): void {
    const at = this.log.findLastIndex((one) => valueOf(one.card) === value);
    if (at < 0) return;
    this.log = this.log.filter((_, place) => place !== at);
    if (at < this.round) this.round -= 1;
  }

  /** The cards on the table are gone; a new hand begins. */
  nextRound(): void {
    this.round = this.log.length;
  }

  shuffle(decks = this.decks): void {
    this.decks = decks;
    this.log = [];
    this.round = 0;
  }

  /** Replace all that was dealt by a text; false if the shoe has not that many. */
  rewrite(cards: readonly string[]): boolean {
    const counts = [...this.full];
    for (const card of cards) {
      const value = valueOf(card);
      counts[value] = (counts[value] ?? 0) - 1;
    }
    if (counts.some((count) => count < 0)) return false;
    this.log = cards.map((card) => ({ card, to: "seen" }));
    this.round = this.log.length;
    return true;
  }

  private thisRound(to: Seat): string[] {
    return this.log.slice(this.round).filter((one) => one.to === to).map((one) => one.card);
  }

  private advised(): Dealt[] {
    const now = this.log.slice(this.round);
    const up = now.find((one) => one.to === "dealer");
    return now.filter((one) => one.to === "me" || one === up);
  }
}

/** The shoe of tonight: what was dealt from it, to whom, and what is left. */

export const VALUES = "A23456789T";
export type Seat = "seen" | "me" | "dealer";

export interface Dealt {
  /** As written: "5", "T", or with its suit "Kd". */
  card: string;
  to: Seat;
}

const LETTERS: Record<Seat, string> = { me: "m", dealer: "d", seen: "o" };
const SEATS_BY_LETTER: Record<string, Seat> = { m: "me", d: "dealer", o: "seen" };
const MOST_UNDONE = 1000;
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
  private past = $state.raw<{ decks: number; log: Dealt[]; round: number }[]>([]);
  private writing = false;

  readonly canUndo = $derived(this.past.length > 0 || this.log.length > 0);
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
    this.remember();
    this.log = [...this.log, { card, to }];
    return true;
  }

  /** As it was before: a card less, or the shoe that was shuffled away; of a shoe just read, a card less. */
  undo(): void {
    const before = this.past.at(-1);
    this.past = this.past.slice(0, -1);
    this.writing = false;
    if (before) {
      [this.decks, this.log, this.round] = [before.decks, before.log, before.round];
    } else {
      this.log = this.log.slice(0, -1);
      this.round = Math.min(this.round, this.log.length);
    }
  }

  /** Give back the last card of a value, if one is gone. */
  giveBack(value: number): void {
    const at = this.log.findLastIndex((one) => valueOf(one.card) === value);
    if (at < 0) return;
    this.remember();
    this.log = this.log.filter((_, place) => place !== at);
    if (at < this.round) this.round -= 1;
  }

  /** The cards on the table are gone; a new hand begins. */
  nextRound(): void {
    this.remember();
    this.round = this.log.length;
  }

  shuffle(decks = this.decks): void {
    this.remember();
    this.decks = decks;
    this.log = [];
    this.round = 0;
  }

  /** The first card of which the shoe has not so many; empty if it has them all. */
  lacks(cards: readonly string[]): string {
    const counts = new Map<string, number>();
    const more = (name: string): number => {
      counts.set(name, (counts.get(name) ?? 0) + 1);
      return counts.get(name) ?? 0;
    };
    const found = cards.find((card) => {
      const [rank, value] = [card.charAt(0), valueOf(card)];
      const ofValue = more(`value ${value}`) > (this.full[value] ?? 0);
      const ofRank = "JQK".includes(rank) && more(rank) > 4 * this.decks;
      const ofSuit = card.length > 1 && more(card) > this.decks;
      return ofValue || ofRank || ofSuit;
    });
    return found ?? "";
  }

  /** Replace what was dealt by a text; false if the shoe has not that many. What stays, stays where it lies. */
  rewrite(cards: readonly string[]): boolean {
    if (this.lacks(cards)) return false;
    const changed = cards.findIndex((card, at) => card !== this.log[at]?.card);
    const same = changed < 0 ? cards.length : changed;
    if (same === this.log.length && same === cards.length) return true;
    if (!this.writing) this.remember();
    this.writing = true; // one text, however many keys it takes, is one step back
    const kept = this.log.slice(0, same);
    this.log = [...kept, ...cards.slice(same).map((card): Dealt => ({ card, to: "seen" }))];
    const onTable = kept.slice(this.round).some((one) => one.to !== "seen");
    if (!onTable) this.round = this.log.length;
    return true;
  }

  /** Who has the cards of this round, a letter each: what an address keeps of it beside the cards. */
  get seats(): string {
    const now = this.log.slice(this.round).map((one) => LETTERS[one.to]);
    return now.some((letter) => letter !== LETTERS.seen) ? now.join("") : "";
  }

  /** A shoe as an address has it: nothing that could be undone. */
  read(cards: readonly string[], seats: string): void {
    if (this.lacks(cards)) return;
    const first = Math.max(cards.length - seats.length, 0);
    this.log = cards.map((card, at) => ({ card, to: SEATS_BY_LETTER[seats.charAt(at - first)] ?? "seen" }));
    this.round = seats ? first : cards.length;
    this.past = [];
  }

  private remember(): void {
    this.writing = false;
    this.past = [...this.past.slice(-MOST_UNDONE), { decks: this.decks, log: this.log, round: this.round }];
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

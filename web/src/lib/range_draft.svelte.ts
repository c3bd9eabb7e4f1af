/** A range while it is being written or painted: text and weights, kept alike by the server. */
import { Newest, api, pause, problemIn, untilHeard, type Problem } from "./api";
import { COMBOS, COMBO_CARDS, GRID, cellWeights, comboIndex, comboText, readCards } from "./cards";
import type { Shapes } from "./shapes";
import { texts } from "./texts";

type RangeAnswer = Shapes["RangeShape"];

const TYPING = 40; // milliseconds without a key before a text is read into the grid
const MOST_UNDONE = 100;

/** Of the 1,326 combos, by number. */
export type Weights = Float64Array<ArrayBuffer>;

/** Weights by number from weights by name. */
export function weightsOf(named: Record<string, number>): Weights {
  const weights = new Float64Array(COMBOS);
  for (const [name, weight] of Object.entries(named)) {
    const cards = readCards(name);
    if (cards?.length === 2) weights[comboIndex(cards[0] ?? 0, cards[1] ?? 0)] = weight;
  }
  return weights;
}

/** What a text of no or one card stands for: anything that contains it; null if it is neither. */
export function looseWeights(text: string): Weights | null {
  const plain = text.trim();
  const cards = plain.toLowerCase() === "random" ? [] : readCards(plain);
  if (!cards || cards.length > 1) return null;
  return Float64Array.from({ length: COMBOS }, (_, combo) =>
    cards.every((card) => COMBO_CARDS[combo]?.includes(card)) ? 1 : 0,
  );
}

const EMPTY: Problem = {
  title: "empty",
  detail: texts.range.noHands,
  status: 0,
};

export class RangeDraft {
  text = $state("");
  /** Weights of the 1,326 combos; replaced whole, never changed. */
  weights = $state.raw(new Float64Array(COMBOS));
  problem = $state.raw<Problem | null>(null);
  /** The best so many percent, as they were asked for: whole classes of hands are seldom just that. */
  best = $state<number | null>(null);
  /** Waiting for the server to make text and weights alike. */
  waiting = $state(false);
  /** The text does not say yet what was painted. */
  writing = $state(false);
  /** Of each cell, 0..1. */
  readonly cells = $derived(cellWeights(this.weights));
  readonly combos = $derived(this.weights.reduce((sum, weight) => sum + weight, 0));
  /** All hands were erased; no text says so, and nothing need be moved to show it. */
  readonly isEmpty = $derived(this.problem === EMPTY);
  readonly percent = $derived((100 * this.combos) / COMBOS);

  private readonly questions = new Newest();
  private past: Weights[] = [];
  private undone: Weights[] = [];
  /** Painted while a text was being read: done on top of what it says. */
  private strokes: (() => void)[] = [];

  /** `blank`: what no text at all stands for. */
  constructor(
    text = "",
    private readonly blank: "any hand" | "no hand" = "any hand",
  ) {
    this.type(text, 0);
  }

  /** A text was written: read it. */
  type(text: string, wait = TYPING): void {
    this.text = text;
    this.best = null;
    this.strokes = [];
    const none = this.blank === "no hand" && !text.trim();
    const loose = none ? new Float64Array(COMBOS) : looseWeights(text);
    if (loose) {
      this.questions.cancel();
      this.waiting = this.writing = false;
      this.problem = none ? EMPTY : null;
      this.remember();
      this.weights = loose;
      return;
    }
    void this.settle(async (signal) => {
      if (wait) await pause(wait, signal);
      const found = await api.post<RangeAnswer>("/ranges/read", { text }, { signal });
      this.remember();
      this.weights = weightsOf(found.weights);
    });
  }

  /** The best hands, so many percent of all. */
  top(percent: number): void {
    this.best = percent;
    void this.settle(async (signal) => {
      const query = { percent };
      const found = await api.get<RangeAnswer>("/ranges/top", { query, signal });
      this.remember();
      this.weights = weightsOf(found.weights);
      this.text = found.text;
    }, true);
  }

  /** Set some combos to a weight; `stroke` begins something that can be undone by itself. */
  paint(combos: readonly number[], weight: number, stroke = true): void {
    if (this.waiting && !this.writing) {
      this.strokes.push(() => this.paint(combos, weight, stroke));
      return;
    }
    if (stroke) this.remember();
    const next = this.weights.slice();
    for (const combo of combos) next[combo] = weight;
    this.weights = next;
    this.write();
  }

  paintCell(cell: number, weight: number, stroke = true): void {
    this.paint(GRID[cell]?.combos ?? [], weight, stroke);
  }

  clear(): void {
    this.remember();
    this.weights = new Float64Array(COMBOS);
    this.write();
  }

  /** All hands that are out become in, with the rest of their weight, and the other way round. */
  invert(): void {
    this.remember();
    this.weights = this.weights.map((weight) => 1 - weight);
    this.write();
  }

  undo(): void {
    this.swap(this.past, this.undone);
  }

  redo(): void {
    this.swap(this.undone, this.past);
  }

  private swap(from: Weights[], to: Weights[]): void {
    const other = from.pop();
    if (!other) return;
    to.push(this.weights);
    this.weights = other;
    this.write();
  }

  /** What there is now can be come back to. */
  remember(): void {
    if (this.past.at(-1) === this.weights) return;
    this.past.push(this.weights);
    if (this.past.length > MOST_UNDONE) this.past.shift();
    this.undone = [];
  }

  /** Weights were painted: write them as text. */
  private write(): void {
    const weights = this.weights;
    this.best = null;
    if (this.combos === 0) {
      // No text says "no hand at all": an empty one means any hand.
      this.questions.cancel();
      this.waiting = this.writing = false;
      this.text = "";
      this.problem = EMPTY;
      return;
    }
    void this.settle(async (signal) => {
      const named: Record<string, number> = {};
      weights.forEach((weight, combo) => {
        if (weight > 0) named[NAMES[combo] ?? ""] = weight;
      });
      const found = await api.post<RangeAnswer>("/ranges/write", { weights: named }, { signal });
      this.text = found.text;
    }, true);
  }

  private async settle(question: (signal: AbortSignal) => Promise<void>, writing = false): Promise<void> {
    this.waiting = true;
    this.writing = writing;
    try {
      const done = await this.questions.ask(async (signal) => {
        const unheard = (error: unknown): void => void (this.problem = problemIn(error));
        await untilHeard(() => question(signal), signal, unheard);
        return true;
      });
      if (!done) return; // a newer question is under way
      this.problem = null;
    } catch (error) {
      this.problem = problemIn(error);
    }
    this.waiting = this.writing = false;
    for (const stroke of this.strokes.splice(0)) stroke();
  }
}

const NAMES: readonly string[] = COMBO_CARDS.map((_, combo) => comboText(combo));

/** The question of the equity page: players, board, dead cards, and the answer as it comes. */
import { Newest, api, problemIn, stream, untilHeard, type Problem } from "../../lib/api";
import { cardsText } from "../../lib/cards";
import { RangeDraft } from "../../lib/range_draft.svelte";
import type { Shapes } from "../../lib/shapes";

export type PlayerAnswer = Shapes["PlayerShape"];
export type EquityAnswer = Shapes["EquityShape"];

export interface Asked {
  players: string[];
  board: string;
  dead: string;
}

/** How far the random deals have come. */
interface Improved {
  equities: number[] | null;
  stderr: number | null;
}

export const MOST_PLAYERS = 23;
const FIRST_LOOK = 0.1; // seconds of dealing before the first estimate is shown
const LAST_LOOK = 20; // seconds at which it is good enough
/** How hands are dealt at random: until dealing on shows nothing any more, and alike for every part of the page. */
export const DEALING = { method: "monte_carlo", precision: 0.0002, seconds: LAST_LOOK, seed: 1 };

export class EquityQuestion {
  players = $state<RangeDraft[]>([]);
  board = $state.raw<number[]>([]);
  dead = $state.raw<number[]>([]);
  /** Why a text of cards cannot be read: nothing is asked meanwhile. */
  unread = $state({ board: "", dead: "" });
  selected = $state(0);
  answer = $state.raw<EquityAnswer | null>(null);
  /** The question that it answers. */
  answered = $state.raw<Asked | null>(null);
  problem = $state.raw<Problem | null>(null);
  /** The answer is of an older question, or still getting better. */
  waiting = $state(false);
  improving = $state(false);

  readonly asked: Asked = $derived({
    players: this.players.map((one) => one.text.trim()),
    board: cardsText(this.board),
    dead: cardsText(this.dead),
  });
  /** Texts that cannot be read are not asked about; one that is being read is: the answer tells. */
  readonly ready = $derived(this.players.every((one) => !one.writing && (one.waiting || !one.problem)));
  /** A flop is being chosen: nothing is asked of one card or two. */
  readonly choosingFlop = $derived(this.board.length === 1 || this.board.length === 2);
  readonly isUnread = $derived(!!this.unread.board || !!this.unread.dead);
  /** What is shown is not the answer to what is written. */
  readonly stale = $derived(
    this.waiting || !this.ready || this.choosingFlop || this.isUnread || !!this.problem,
  );
  /** The answer is being counted, or a text for it being written. */
  readonly busy = $derived(this.waiting || this.players.some((one) => one.writing));
  /** Said once every text has been read: what is wrong with one stands below it. */
  readonly told = $derived(this.players.some((one) => one.waiting || one.problem) ? null : this.problem);

  private readonly questions = new Newest();

  constructor(players: readonly string[]) {
    this.players = players.map((text) => new RangeDraft(text));
  }

  /** What is wrong with the hands of one player: it stands in his row. */
  toldOf(player: number): Problem | null {
    return this.told?.field === `players.${player}` ? this.told : null;
  }

  add(text = ""): void {
    if (this.players.length >= MOST_PLAYERS) return;
    this.players.push(new RangeDraft(text));
    this.selected = this.players.length - 1;
  }

  remove(at: number): void {
    if (this.players.length <= 2) return;
    this.players.splice(at, 1);
    this.selected = Math.min(this.selected, this.players.length - 1);
  }

  /** Ask what is asked now; an older question is given up. */
  async ask(asked: Asked): Promise<void> {
    this.waiting = true;
    this.improving = false;
    try {
      await this.questions.ask((signal) =>
        untilHeard(
          () => this.answerTo(asked, signal),
          signal,
          (error) => (this.problem = problemIn(error)), // the last answer stays in sight
        ),
      );
    } catch (error) {
      this.waiting = this.improving = false;
      this.problem = problemIn(error);
      // While a hand is being written the last answer stays in sight.
      if (!this.problem.field?.startsWith("players")) this.answer = this.answered = null;
    }
  }

  private async answerTo(asked: Asked, signal: AbortSignal): Promise<void> {
    const body = { ...asked, seconds: FIRST_LOOK };
    const first = await api.post<EquityAnswer>("/equity", body, { signal });
    this.take(first, asked);
    if (first.method === "exact") return;
    this.improving = true;
    for await (const event of stream("/equity/stream", { ...asked, ...DEALING }, signal)) {
      if (signal.aborted) return;
      if (event.name === "progress") this.improve(event.data as Improved);
      if (event.name === "result") this.take(event.data as EquityAnswer, asked);
    }
    this.improving = false;
  }

  giveUp(): void {
    this.questions.cancel();
    this.waiting = this.improving = false;
  }

  /** A better estimate; win, tie and lose follow when it ends. */
  private improve(soFar: Improved): void {
    const old = this.answer;
    const { equities, stderr } = soFar;
    if (!old || !equities || stderr === null) return;
    // The first rounds of the stream know less than what is shown already.
    if (stderr > Math.max(...old.players.map((one) => one.stderr))) return;
    this.answer = {
      ...old,
      players: old.players.map((one, at) => ({ ...one, equity: equities[at] ?? one.equity, stderr })),
    };
  }

  private take(answer: EquityAnswer, asked: Asked): void {
    this.answer = answer;
    this.answered = asked;
    this.problem = null;
    this.waiting = false;
  }
}

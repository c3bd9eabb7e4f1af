/** An answer that follows its question: asked anew when it changes, the old one given up. */
import { untrack } from "svelte";
import { Newest, isCancelled, pause, said, untilHeard } from "./api";

export class Asked<T> {
  answer = $state.raw<T | null>(null);
  problem = $state("");
  waiting = $state(false);
  private readonly questions = new Newest();

  /** Ask `question` whenever something that `about` reads changes; null asks nothing. */
  constructor(about: () => unknown, question: (signal: AbortSignal) => Promise<T>, wait = 30) {
    $effect(() => {
      const asks = about() !== null;
      untrack(() => {
        if (asks) void this.ask(question, wait);
        else this.forget();
      });
      return () => this.questions.cancel();
    });
  }

  private forget(): void {
    this.questions.cancel();
    this.answer = null;
    this.problem = "";
    this.waiting = false;
  }

  private async ask(question: (signal: AbortSignal) => Promise<T>, wait: number): Promise<void> {
    this.waiting = true;
    try {
      const found = await this.questions.ask(async (signal) => {
        await pause(wait, signal);
        const unheard = (error: unknown): void => void (this.problem = said(error));
        return { answer: await untilHeard(() => question(signal), signal, unheard) };
      });
      if (!found) return; // a newer question is under way
      this.answer = found.answer;
      this.problem = "";
    } catch (error) {
      if (isCancelled(error)) return;
      this.answer = null;
      this.problem = said(error);
    }
    this.waiting = false;
  }
}

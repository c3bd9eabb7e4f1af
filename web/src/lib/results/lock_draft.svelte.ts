/** What is painted on a solution: kept by the server, so that it is there again for the next solve. */
import { api, said } from "../api";
import { comboText, GRID } from "../cards";
import { weightsOf } from "../range_draft.svelte";
import type { Shapes } from "../shapes";
import { stored, type Stored } from "../stored";
import { classNumber } from "./hands";
import { locksOf, paintedOf, type Lock, type Painted } from "./locks";
import { solutionPath } from "./source";

const WAIT = 300; // milliseconds without a stroke before they are kept
const HAND = /^([2-9TJQKA][cdhs]){2}$/;

export class LockDraft {
  painted = $state.raw<Record<string, Painted>>({});
  /** Why they could not be read or kept. */
  problem = $state("");
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isNew = false;
  private isSending = false;

  /** What was on its way when the page was left: it is newer than what the server says just after. */
  private readonly left: Stored<Record<string, Painted> | null>;

  constructor(private readonly id: string) {
    this.left = stored<Record<string, Painted> | null>(`locks.${id}`, null, (value) => typeof value === "object", () => sessionStorage);
  }

  /** What was painted before on a solution. */
  static async of(id: string, locks: readonly Lock[]): Promise<LockDraft> {
    const draft = new LockDraft(id);
    const left = draft.left.read();
    if (left) {
      draft.left.write(null);
      draft.paint(left);
      return draft;
    }
    try {
      const named = locks.map(async (lock) => ({ ...lock, names: await namesIn(lock.hands ?? "") }));
      draft.painted = paintedOf(await Promise.all(named));
    } catch (error) {
      draft.problem = said(error);
    }
    return draft;
  }

  paint(painted: Record<string, Painted>): void {
    this.painted = painted;
    this.isNew = true;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.keep(), WAIT);
  }

  /** Keep what was painted now: the page is left, and waits for nothing any more. */
  settle(): void {
    clearTimeout(this.timer);
    if (!this.isNew) return;
    this.left.write(this.painted);
    void this.send();
  }

  /** One after the other: the last strokes are those that stay. */
  private async keep(): Promise<void> {
    if (this.isSending) return;
    this.isSending = true;
    while (this.isNew) await this.send();
    this.isSending = false;
  }

  private async send(): Promise<void> {
    this.isNew = false;
    try {
      await api.put(solutionPath(this.id, "/locks"), { locks: locksOf(this.painted) }, { outlives: true });
      this.left.write(null);
      this.problem = "";
    } catch (error) {
      this.problem = said(error);
    }
  }
}

/** The classes and hands of a range; the server reads what is written shorter. */
async function namesIn(text: string): Promise<string[]> {
  const parts = text.split(",").filter(Boolean);
  if (parts.every((part) => HAND.test(part) || classNumber(part) !== null)) return parts;
  const weights = weightsOf((await api.post<Shapes["RangeShape"]>("/ranges/read", { text })).weights);
  return GRID.flatMap(({ name, combos }) => {
    const held = combos.filter((combo) => (weights[combo] ?? 0) > 0);
    return held.length === combos.length ? [name] : held.map(comboText);
  });
}

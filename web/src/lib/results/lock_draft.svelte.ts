/** What is painted on a solution: kept by the server, so that it is there again for the next solve. */
import { api, ProblemError, said, type Problem } from "../api";
import { comboText, GRID } from "../cards";
import { weightsOf } from "../range_draft.svelte";
import type { Shapes } from "../shapes";
import { stored, type Stored } from "../stored";
import { classNumber } from "./hands";
import { locksOf, merged, paintedOf, type Lock, type Painted } from "./locks";
import { solutionPath } from "./source";

const WAIT = 300; // milliseconds without a stroke before they are kept
const CHANGED = 412; // the server has other locks by now
const HAND = /^([2-9TJQKA][cdhs]){2}$/;

/** Locks as they were kept last, and what the server calls them. */
interface Known {
  painted: Record<string, Painted>;
  version: string;
}

interface Left {
  painted: Record<string, Painted>;
  before: Record<string, Painted>;
}

export class LockDraft {
  painted = $state.raw<Record<string, Painted>>({});
  /** Why they could not be read or kept. */
  problem = $state("");
  /** Whether another page has painted meanwhile, and what it painted was put to this. */
  joined = $state(false);
  private known: Known = { painted: {}, version: "" };
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isNew = false;
  private isSending = false;

  /** What was on its way when the page was left: it is newer than what the server says just after. */
  private readonly left: Stored<Left | null>;

  constructor(private readonly id: string) {
    const fits = (value: unknown): boolean => value === null || (typeof value === "object" && "before" in value);
    this.left = stored<Left | null>(`locks.${id}`, null, fits, () => sessionStorage);
  }

  /** What was painted before on a solution. */
  static async of(id: string, locks: readonly Lock[], version: string): Promise<LockDraft> {
    const draft = new LockDraft(id);
    try {
      draft.known = { painted: await read(locks), version };
      draft.painted = draft.known.painted;
    } catch (error) {
      draft.problem = said(error);
    }
    const left = draft.left.read();
    draft.left.write(null);
    if (left) draft.paint(merged(left.before, left.painted, draft.known.painted));
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
    if (!this.isNew && !this.isSending) return;
    this.left.write({ painted: this.painted, before: this.known.painted });
    void this.keep();
  }

  /** One after the other: the last strokes are those that stay. */
  private async keep(): Promise<void> {
    if (this.isSending) return;
    this.isSending = true;
    while (this.isNew && (await this.send()));
    this.isSending = false;
  }

  /** Whether the server has heard of it. */
  private async send(): Promise<boolean> {
    this.isNew = false;
    const { painted } = this;
    try {
      const body = { locks: locksOf(painted), version: this.known.version };
      const kept = await api.put<Shapes["LocksShape"]>(solutionPath(this.id, "/locks"), body, { outlives: true });
      this.known = { painted, version: kept.version };
      this.left.write(null);
      this.problem = "";
      return true;
    } catch (error) {
      this.isNew = true;
      return await this.join(error);
    }
  }

  /** Another page has kept locks since: they stay at the nodes that were not painted here. */
  private async join(error: unknown): Promise<boolean> {
    if (!(error instanceof ProblemError) || error.problem.status !== CHANGED) {
      this.problem = said(error);
      return false;
    }
    const { locks = [], version = "" } = error.problem as Problem & { locks?: Lock[]; version?: string };
    const theirs = await read(locks).catch((failed: unknown) => (this.problem = said(failed)));
    if (typeof theirs === "string") return false;
    const both = merged(this.known.painted, this.painted, theirs);
    this.joined ||= Object.entries(both).some(([line, one]) => JSON.stringify(one) !== JSON.stringify(this.painted[line]));
    this.painted = both;
    this.known = { painted: theirs, version };
    return true;
  }
}

/** Locks as they are painted. */
async function read(locks: readonly Lock[]): Promise<Record<string, Painted>> {
  return paintedOf(await Promise.all(locks.map(async (lock) => ({ ...lock, names: await namesIn(lock.hands ?? "") }))));
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

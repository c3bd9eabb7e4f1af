/** How a spot is to be solved: what the form holds, kept by the browser as the spot is. */
import { stored } from "../stored";
import { texts } from "../texts";
import { limit } from "./amounts";

/** What the server solves to unless it is told otherwise, percent of the pot; estimates are for that. */
export const USUAL_TARGET = 0.3;

const USUAL = {
  target: String(USUAL_TARGET),
  most: "1000",
  seconds: "",
  compress: false,
  engine: "auto",
  name: "",
};
type Written = typeof USUAL;

/** What an import says of it. */
export interface ReadSettings {
  target?: number;
  max_iterations?: number;
}

/** What estimates say of time: so many iterations take so long. */
interface Expected {
  iterations: number;
  seconds: number;
}

export class SolveSettings {
  target = $state("");
  most = $state("");
  seconds = $state("");
  compress = $state(false);
  engine = $state("");
  name = $state("");
  private readonly kept = stored<Written>("solving", USUAL, isWritten);

  /** What is wrong with each limit, if something is. */
  readonly wrong = $derived({
    target: limit(this.target) === null ? texts.limits.number : "",
    most: limit(this.most) === null ? texts.limits.number : Number.isInteger(limit(this.most)) ? "" : texts.limits.whole,
    seconds: this.seconds.trim() && limit(this.seconds) === null ? texts.limits.orEmpty : "",
  });

  constructor() {
    Object.assign(this, this.kept.read());
  }

  /** As it stands now, for the next time. */
  keep(): void {
    const { target, most, seconds, compress, engine, name } = this;
    this.kept.write({ target, most, seconds, compress, engine, name });
  }

  take(found: ReadSettings): void {
    if (found.target !== undefined) this.target = String(found.target);
    if (found.max_iterations !== undefined) this.most = String(found.max_iterations);
  }

  /** The limits as the server takes them. */
  get limits(): Record<string, number> {
    const given = { target: limit(this.target), max_iterations: limit(this.most), max_seconds: limit(this.seconds) };
    return Object.fromEntries(Object.entries(given).filter((one): one is [string, number] => one[1] !== null));
  }

  /** How long an estimate is for, and what that is the time of: the usual target, or fewer iterations than it takes. */
  expected(of: Expected): { what: string; seconds: number } {
    const most = this.wrong.most ? null : limit(this.most);
    if (most === null || most >= of.iterations) return { what: texts.solver.timeTo(USUAL_TARGET), seconds: of.seconds };
    return { what: texts.solver.timeOf(most), seconds: (of.seconds * most) / of.iterations };
  }
}

/** Something kept by another version may lack a field. */
function isWritten(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(USUAL).every(([key, one]) => typeof (value as Record<string, unknown>)[key] === typeof one);
}

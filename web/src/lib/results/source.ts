/** Where nodes come from: a solution of the server's library, or a page that has them all. */
import { addressOf, api } from "../api";
import type { Job } from "../jobs.svelte";
import { answered } from "./later";
import type { NodeSheet, Player, Runouts } from "./sheet";

/** What can be asked of any solution. */
export interface Source {
  readonly name: string;
  node(line: string, signal?: AbortSignal): Promise<NodeSheet>;
  cards(line: string, signal?: AbortSignal): Promise<Runouts>;
  /** Whether there is such a node: a file goes down to some depth. */
  has(line: string): boolean;
  /** Whether `cards` has an answer, where cards are still to come. */
  hasCards(line: string): boolean;
  /** What a server computes beyond that; a file has no such thing. */
  readonly studio?: Studio;
}

export interface Studio {
  /** The hands of a player that a condition is true for. */
  chosen(line: string, player: Player, filter: string, signal?: AbortSignal): Promise<Set<string>>;
  rangeText(line: string, player: Player, notation: string, signal?: AbortSignal): Promise<string>;
}

const KEPT = 200; // nodes, some 100 kB each

/** Answers that were given before, the least recently asked out first. */
export class Kept<T> {
  private readonly answers = new Map<string, T>();

  async get(key: string, ask: () => Promise<T>): Promise<T> {
    const known = this.answers.get(key);
    const answer = known ?? (await ask());
    this.answers.delete(key);
    this.answers.set(key, answer);
    const oldest = this.answers.keys().next().value;
    if (this.answers.size > KEPT && oldest !== undefined) this.answers.delete(oldest);
    return answer;
  }
}

/** What the library calls a solution. */
export const SOLUTION_ID = /^[0-9a-f]{16}$/;

export function solutionPath(id: string, what = ""): string {
  return `/solutions/${encodeURIComponent(id)}${what}`;
}

export class ServerSource implements Source, Studio {
  private readonly nodes = new Kept<NodeSheet>();
  private readonly runouts = new Kept<Runouts>();

  constructor(
    readonly id: string,
    readonly name: string,
  ) {}

  get studio(): Studio {
    return this;
  }

  node(line: string, signal?: AbortSignal): Promise<NodeSheet> {
    return this.nodes.get(line, () => this.ask<NodeSheet>("/node", { line }, signal));
  }

  cards(line: string, signal?: AbortSignal): Promise<Runouts> {
    return this.runouts.get(line, () => this.ask<Runouts>("/cards", { line }, signal));
  }

  has(): boolean {
    return true;
  }

  hasCards(): boolean {
    return true;
  }

  async chosen(line: string, player: Player, filter: string, signal?: AbortSignal): Promise<Set<string>> {
    const found = await this.ask<{ hands: string[] }>("/breakdown", { line, player, filter }, signal);
    return new Set(found.hands);
  }

  async rangeText(line: string, player: Player, notation: string, signal?: AbortSignal): Promise<string> {
    return (await this.ask<{ range: string }>("/range", { line, player, notation }, signal)).range;
  }

  private async ask<T>(what: string, query: Record<string, string>, signal?: AbortSignal): Promise<T> {
    const asking = signal ? { query, signal } : { query };
    return answered<T>(await api.get<T | Job>(solutionPath(this.id, what), asking), signal);
  }
}

/** The address of a file that the server makes of a solution. */
export function exportAddress(id: string, format: string, depth?: string): string {
  return addressOf(solutionPath(id, "/export"), { format, depth });
}

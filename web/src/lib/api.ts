/** The server's calls: typed, cancellable, with errors that say what is wrong and where. */
import { texts } from "./texts";

const PREFIX = "/api/v1";

/** What the server says of a question that it cannot answer (application/problem+json). */
export interface Problem {
  title: string;
  detail: string;
  status: number;
  /** The offending part of the question, as a path: "players/1". */
  field?: string;
  /** The text that could not be read, if it is not the whole of what was asked. */
  text?: string;
  /** Where in that text, from start up to end. */
  span?: { start: number; end: number };
  /** What is allowed, in words or as a list. */
  allowed?: string | string[];
}

export class ProblemError extends Error {
  constructor(readonly problem: Problem) {
    super(problem.detail || problem.title);
    this.name = "ProblemError";
  }
}

/** True for a question that was given up for a newer one: nothing to show. */
export function isCancelled(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}

/** True if nobody answered: the server is down, or the line to it. */
export function isUnheard(error: unknown): boolean {
  return error instanceof TypeError; // what fetch throws then
}

/** An error in words for people. */
export function said(error: unknown): string {
  if (error instanceof ProblemError) return error.message;
  if (isUnheard(error)) return texts.errors.noServer;
  return error instanceof Error ? error.message : String(error);
}

/** An error as a problem, whether the server has told it or not. */
export function problemIn(error: unknown): Problem {
  return error instanceof ProblemError ? error.problem : { title: "", detail: said(error), status: 0 };
}

export interface Asking {
  signal?: AbortSignal;
  query?: Record<string, string | number | boolean | undefined>;
  /** Sent to its end even if the page is left meanwhile. */
  outlives?: boolean;
}

export function addressOf(path: string, query: Asking["query"] = {}): string {
  const parts = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== "") parts.set(name, String(value));
  }
  const text = parts.toString();
  return PREFIX + path + (text ? `?${text}` : "");
}

async function problemOf(response: Response): Promise<Problem> {
  const bare = { title: response.statusText, detail: "", status: response.status };
  try {
    const body = (await response.json()) as Partial<Problem>;
    const span = Array.isArray(body.span)
      ? { start: Number(body.span[0]), end: Number(body.span[1]) }
      : body.span;
    return { ...bare, ...body, ...(span ? { span } : {}) };
  } catch {
    return { ...bare, detail: texts.errors.status(response.status) };
  }
}

const MOST_OUTLIVING = 60_000; // browsers take 64 kB in all

async function send(method: string, path: string, body: unknown, asking: Asking): Promise<Response> {
  const plain = body instanceof Blob || body === undefined;
  const text = plain ? undefined : JSON.stringify(body);
  const response = await fetch(addressOf(path, asking.query), {
    method,
    credentials: "same-origin",
    headers: plain ? {} : { "Content-Type": "application/json" },
    ...(body === undefined ? {} : { body: text ?? (body as Blob) }),
    ...(asking.outlives && (text?.length ?? 0) < MOST_OUTLIVING ? { keepalive: true } : {}),
    ...(asking.signal ? { signal: asking.signal } : {}),
  });
  if (!response.ok) throw new ProblemError(await problemOf(response));
  return response;
}

async function ask<T>(method: string, path: string, body: unknown, asking: Asking): Promise<T> {
  const response = await send(method, path, body, asking);
  return (response.status === 204 ? undefined : await response.json()) as T;
}

export const api = {
  get: <T>(path: string, asking: Asking = {}) => ask<T>("GET", path, undefined, asking),
  post: <T>(path: string, body?: unknown, asking: Asking = {}) => ask<T>("POST", path, body, asking),
  put: <T>(path: string, body: unknown, asking: Asking = {}) => ask<T>("PUT", path, body, asking),
  patch: <T>(path: string, body: unknown, asking: Asking = {}) =>
    ask<T>("PATCH", path, body, asking),
  delete: <T>(path: string, asking: Asking = {}) => ask<T>("DELETE", path, undefined, asking),
};

export interface ServerEvent {
  id: string;
  name: string;
  data: unknown;
}

const AGAIN = 2000; // milliseconds after which a server that did not answer is asked again

/** Ask until somebody answers; `unheard` is told each time that nobody does. */
export async function untilHeard<T>(
  question: () => Promise<T>,
  signal: AbortSignal,
  unheard: (error: unknown) => void,
): Promise<T> {
  for (;;) {
    try {
      return await question();
    } catch (error) {
      if (!isUnheard(error) || signal.aborted) throw error;
      unheard(error);
    }
    await pause(AGAIN, signal);
  }
}

/** The answer of a POST as server-sent events, until it ends or is cancelled. */
export async function* stream(
  path: string,
  body: unknown,
  signal: AbortSignal,
): AsyncGenerator<ServerEvent> {
  const response = await send("POST", path, body, { signal });
  if (!response.body) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const blocks = (rest + value.replaceAll("\r", "")).split("\n\n");
      rest = blocks.pop() ?? "";
      for (const block of blocks) {
        const event = eventOf(block);
        if (event) yield event;
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** One block of an event stream; null if it is a comment only. */
export function eventOf(block: string): ServerEvent | null {
  const event = { id: "", name: "message" };
  const data: string[] = [];
  for (const line of block.split("\n")) {
    const at = line.indexOf(":");
    const name = at < 0 ? line : line.slice(0, at);
    const value = at < 0 ? "" : line.slice(at + 1).replace(/^ /, "");
    if (name === "id") event.id = value;
    if (name === "event") event.name = value;
    if (name === "data") data.push(value);
  }
  return data.length ? { ...event, data: JSON.parse(data.join("\n")) as unknown } : null;
}

/**
 * Listen to events by GET: the browser comes back by itself and says what it last saw. A tab that nobody
 * looks at lets go of its line, of which a browser has six for all tabs together.
 */
export function listen(
  path: string,
  names: readonly string[],
  heard: (event: ServerEvent) => void,
  /** Told whether the line stands, each time that this changes or is tried again. */
  stands: (connected: boolean) => void = () => undefined,
): () => void {
  let source: EventSource | null = null;
  let last = "";
  let retry: ReturnType<typeof setTimeout> | undefined;
  const take = (event: MessageEvent<string>): void => {
    last = event.lastEventId;
    heard({ id: last, name: event.type, data: JSON.parse(event.data) as unknown });
  };
  const broken = (): void => {
    stands(false);
    // Refused rather than broken: the browser does not try again by itself.
    if (source?.readyState === EventSource.CLOSED) retry = setTimeout(turn, AGAIN);
  };
  const turn = (): void => {
    clearTimeout(retry);
    source?.close();
    source = document.hidden ? null : new EventSource(addressOf(path, { last }));
    for (const name of ["message", ...names]) source?.addEventListener(name, take as EventListener);
    source?.addEventListener("open", () => stands(true));
    source?.addEventListener("error", broken);
  };
  document.addEventListener("visibilitychange", turn);
  turn();
  return () => {
    clearTimeout(retry);
    document.removeEventListener("visibilitychange", turn);
    source?.close();
  };
}

/** Asks the newest question only: an older one that is still under way is cancelled. */
export class Newest {
  private current: AbortController | null = null;

  /** Run a question; what it throws or gives is lost if a newer one has been asked since. */
  async ask<T>(question: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> {
    this.cancel();
    const mine = new AbortController();
    this.current = mine;
    try {
      const answer = await question(mine.signal);
      return this.current === mine ? answer : undefined;
    } catch (error) {
      if (mine.signal.aborted || isCancelled(error)) return undefined;
      throw error;
    } finally {
      if (this.current === mine) this.current = null;
    }
  }

  cancel(): void {
    this.current?.abort();
    this.current = null;
  }
}

/** Wait, unless given up before. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(new DOMException("given up", "AbortError"));
    });
  });
}

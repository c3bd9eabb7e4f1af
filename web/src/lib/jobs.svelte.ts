/** Long work of the server, followed while it runs. */
import { api, listen, type Problem, type ServerEvent } from "./api";
import { texts } from "./texts";

/** How far a job has come: of each kind what it says of itself. */
export interface JobProgress {
  iteration?: number;
  /** Percent of the pot. */
  exploitability?: number;
  elapsed?: number;
  remaining?: number | null;
  /** So many of `total`; a share where there is no total. */
  done?: number;
  total?: number;
}

export const SOLVES: readonly string[] = ["solve", "resume", "resolve"];

export type JobState = "queued" | "running" | "done" | "stopped" | "failed" | "interrupted";

export interface Job {
  id: string;
  kind: string;
  name: string;
  question: Record<string, unknown>;
  state: JobState;
  created: number;
  started: number | null;
  ended: number | null;
  progress: JobProgress | null;
  /** Seconds left. */
  eta: number | null;
  /** Iterations and exploitability in percent of the pot. */
  curve: [number, number][];
  result: { solution?: string; summary?: unknown; batch?: string } | null;
  error: Problem | null;
  can_continue: boolean;
  /** False where the result is large: of it there is only what is short. */
  result_is_whole: boolean;
}

export const ENDED: readonly JobState[] = ["done", "stopped", "failed", "interrupted"];

export function hasEnded(job: Job): boolean {
  return ENDED.includes(job.state);
}

/** A job with one report more. */
export function reported(job: Job, progress: JobProgress, eta: number | null): Job {
  const { iteration, exploitability } = progress;
  const last = job.curve.at(-1)?.[0] ?? -1;
  const grows = iteration !== undefined && exploitability !== undefined && iteration > last;
  return { ...job, progress, eta, curve: grows ? [...job.curve, [iteration, exploitability]] : job.curve };
}

/** All jobs of the server, newest first, as they go on; one line to the server for all of them. */
class JobList {
  list = $state.raw<Job[]>([]);
  /** False while the server cannot be heard: what the list says is of before. */
  connected = $state(true);
  private listeners = 0;
  private stop: (() => void) | null = null;

  /** Follow them as long as the component that calls this lives. */
  follow(): void {
    $effect(() => {
      this.listeners += 1;
      this.stop ??= listen(
        "/events",
        ["job", "progress", "gone"],
        (event) => this.heard(event),
        (connected) => this.stands(connected),
      );
      return () => {
        this.listeners -= 1;
        if (this.listeners) return;
        this.stop?.();
        this.stop = null;
      };
    });
  }

  /** Those that run; the others wait for them. */
  get running(): Job[] {
    return this.list.filter((job) => job.state === "running");
  }

  get(id: string | null): Job | null {
    return this.list.find((job) => job.id === id) ?? null;
  }

  async start(question: Record<string, unknown>): Promise<Job> {
    const job = await api.post<Job>("/jobs", question);
    // What has become of it meanwhile may have been told before the answer is here.
    if (!this.get(job.id)) this.put(job);
    return job;
  }

  /** What comes of it is told as an event. */
  async tell(job: Job, what: "stop" | "continue"): Promise<void> {
    await api.post<Job>(`/jobs/${job.id}/${what}`);
  }

  async forget(job: Job): Promise<void> {
    await api.delete(`/jobs/${job.id}`);
    this.list = this.list.filter((one) => one.id !== job.id);
  }

  /** A server that is back may be another one: what it knows is asked for as a whole. */
  private stands(connected: boolean): void {
    if (connected && !this.connected) {
      void api
        .get<{ jobs: Job[] }>("/jobs")
        .then((found) => (this.list = found.jobs))
        .catch(() => undefined); // it went down again: that is told, too
    }
    this.connected = connected;
  }

  /** The state of a job, as far as it is known. */
  saidOf(job: Job): string {
    return this.connected || hasEnded(job) ? texts.jobs.states[job.state] : texts.jobs.noConnection;
  }

  private heard(event: ServerEvent): void {
    if (event.name === "job") this.put(event.data as Job);
    const { id, progress, eta } = event.data as { id: string; progress: JobProgress; eta: number | null };
    const job = this.get(id);
    if (event.name === "progress" && job) this.put(reported(job, progress, eta));
    if (event.name === "gone") this.list = this.list.filter((one) => one.id !== id);
  }

  private put(job: Job): void {
    const others = this.list.filter((one) => one.id !== job.id);
    this.list = [...others, job].sort((a, b) => b.created - a.created);
  }
}

export const jobs = new JobList();

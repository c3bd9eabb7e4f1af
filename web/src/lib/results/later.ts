/** Answers that take long: the server gives a job, whose result is the answer. */
import { api, ProblemError } from "../api";
import { hasEnded, type Job } from "../jobs.svelte";

const LOOK_EVERY = 400; // milliseconds

function isJob(answer: unknown): answer is Job {
  return typeof answer === "object" && answer !== null && "state" in answer && "can_continue" in answer;
}

/** The answer itself, or what its job comes to; a job that nobody waits for any more is stopped. */
export async function answered<T>(answer: T | Job, signal?: AbortSignal): Promise<T> {
  if (!isJob(answer)) return answer;
  const job = await finished(answer, signal);
  return job.result as T;
}

/** Wait until a job has ended, and say how far it is meanwhile. */
export async function finished(job: Job, signal?: AbortSignal, onlook?: (job: Job) => void): Promise<Job> {
  let now = job;
  while (!hasEnded(now)) {
    if (signal?.aborted) {
      await api.post(`/jobs/${job.id}/stop`);
      throw new DOMException("given up", "AbortError");
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
    now = await api.get<Job>(`/jobs/${job.id}`);
    onlook?.(now);
  }
  if (now.state !== "done") {
    throw new ProblemError(now.error ?? { title: now.state, detail: `${now.name}: ${now.state}`, status: 0 });
  }
  return now.result_is_whole ? now : api.get<Job>(`/jobs/${job.id}`);
}

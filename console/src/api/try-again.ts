import { ProblemError } from "./problem.ts";

const triesMax = 2;
const pauseMs = 500;
/** Whoever looks at the page waits no longer for a read that the service asks to repeat. */
const patienceSeconds = 10;

/** Whether a read is repeated: a failure without a refusal, and a refusal that names a short wait (429). */
export function readsAgain(failures: number, error: Error): boolean {
  if (failures >= triesMax) return false;
  if (!(error instanceof ProblemError) || error.status >= 500) return true;
  return error.status === 429 && (error.retryAfterSeconds ?? Infinity) <= patienceSeconds;
}

/** How long to wait before. */
export function pauseBefore(_failures: number, error: Error): number {
  const asked = error instanceof ProblemError && error.status === 429;
  return asked ? (error.retryAfterSeconds ?? 0) * 1_000 : pauseMs;
}

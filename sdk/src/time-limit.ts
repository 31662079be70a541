import type { Runtime } from "./runtime.ts";

/** A signal that aborts after a time, or with an outer signal. Close it when the work is done. */
export interface TimeLimit {
  readonly signal: AbortSignal;
  remainingMs(): number;
  close(): void;
}

/**
 * `AbortSignal.any` would do half of this, but Node 20 before 20.3 lacks it, and it keeps listeners on
 * long-lived signals.
 */
export function openTimeLimit(
  runtime: Runtime,
  ms: number,
  overdue: () => Error,
  outer?: AbortSignal,
): TimeLimit {
  const controller = new AbortController();
  const endsAt = runtime.now() + ms;
  const followOuter = () => controller.abort(outer?.reason);
  if (outer?.aborted === true) followOuter();
  else outer?.addEventListener("abort", followOuter, { once: true });
  const callOff = runtime.after(ms, () => controller.abort(overdue()));
  return {
    signal: controller.signal,
    remainingMs: () => Math.max(0, endsAt - runtime.now()),
    close: () => {
      callOff();
      outer?.removeEventListener("abort", followOuter);
    },
  };
}

/** The promise's outcome, or the signal's reason as soon as it aborts. */
export function orAborted<T>(promise: PromiseLike<T> | T, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    Promise.resolve(promise)
      .then(resolve, reject)
      .finally(() => signal.removeEventListener("abort", stop));
  });
}

export function sleep(runtime: Runtime, ms: number, signal: AbortSignal): Promise<void> {
  let callOff = () => {};
  const slept = new Promise<void>((resolve) => {
    callOff = runtime.after(ms, resolve);
  });
  return orAborted(slept, signal).finally(() => callOff());
}

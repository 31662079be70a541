/**
 * Returns the time at each call: `now` at first, and then as long after it as `monotonicMs` has gone on. So the
 * time of a long work is never set back.
 */
export function timeFrom(now: number, monotonicMs: () => number): () => number {
  const beganAt = monotonicMs();
  return () => now + Math.trunc(monotonicMs() - beganAt);
}

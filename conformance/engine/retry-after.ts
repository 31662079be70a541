/** The wait where `Retry-After` is missing or malformed. */
const unsaidMs = 1000;

/** The wait that a `Retry-After` names: seconds, or an HTTP date (RFC 9110, 10.2.3). */
export function retryAfterMs(value: string | undefined, now: number): number {
  if (value === undefined) return unsaidMs;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const instant = Date.parse(value);
  return Number.isNaN(instant) ? unsaidMs : Math.max(0, instant - now);
}

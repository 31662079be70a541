/** What is waited where the target does not say how long, or cannot be understood. */
const unsaidMs = 1000;

/** How long a `Retry-After` says to wait: seconds, or an HTTP date (RFC 9110, 10.2.3). */
export function retryAfterMs(value: string | undefined, now: number): number {
  if (value === undefined) return unsaidMs;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const instant = Date.parse(value);
  return Number.isNaN(instant) ? unsaidMs : Math.max(0, instant - now);
}

/** Thirty years: every wait stays a number that timers and dates can hold. */
const longestSeconds = 1e9;

/**
 * The wait that an answer's `Retry-After` asks for, in milliseconds; null when it names none. A date is
 * compared with the answer's own `Date`, because clocks differ.
 */
export function retryAfterMs(
  answer: { readonly header: (name: string) => string | null },
  now: number,
): number | null {
  const value = answer.header("retry-after")?.trim() ?? "";
  if (/^\d+$/.test(value)) return Math.min(Number(value), longestSeconds) * 1000;
  // Date.parse alone would accept "-5" as a date.
  const then = /^[A-Z][a-z]{2}.*\d:\d\d/.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(then)) return null;
  const answeredAt = Date.parse(answer.header("date") ?? "");
  return Math.max(0, then - (Number.isNaN(answeredAt) ? now : answeredAt));
}

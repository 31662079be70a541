/** Thirty years, so that every wait is a number that clocks can be counted with. */
const longestSeconds = 1e9;

/**
 * The wait that an answer asks for with `Retry-After`, in milliseconds; null when it names none. A
 * date is compared with the answer's own `Date`, since clocks differ.
 */
export function retryAfterMs(
  answer: { readonly header: (name: string) => string | null },
  now: number,
): number | null {
  const value = answer.header("retry-after")?.trim() ?? "";
  if (/^\d+$/.test(value)) return Math.min(Number(value), longestSeconds) * 1000;
  // Date.parse alone would find a date in "-5".
  const then = /^[A-Z][a-z]{2}.*\d:\d\d/.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(then)) return null;
  const answeredAt = Date.parse(answer.header("date") ?? "");
  return Math.max(0, then - (Number.isNaN(answeredAt) ? now : answeredAt));
}

const mark = "booking-console-desk-day-until";

/** Marks that this browser stores a desk's day until this instant, in milliseconds. */
export function markDay(until: number): void {
  localStorage.setItem(mark, String(until));
}

export function unmarkDay(): void {
  localStorage.removeItem(mark);
}

/** The instant at which the stored day is over; null where none is stored. */
export function markedDay(): number | null {
  const until = localStorage.getItem(mark);
  return until === null ? null : Number(until);
}

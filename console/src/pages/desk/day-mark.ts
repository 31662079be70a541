const mark = "booking-console-desk-day-until";

/** Marks that this browser keeps a day of a desk until then; milliseconds. */
export function markDay(until: number): void {
  localStorage.setItem(mark, String(until));
}

export function unmarkDay(): void {
  localStorage.removeItem(mark);
}

/** When the kept day is over; null where none is kept. */
export function markedDay(): number | null {
  const until = localStorage.getItem(mark);
  return until === null ? null : Number(until);
}

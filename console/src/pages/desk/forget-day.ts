import { markedDay } from "./day-mark.ts";

/** Deletes the guests' names from this browser. Its code is loaded only where a day is stored. */
export function forgetDay(): void {
  if (markedDay() === null) return;
  void import("./kept-day.ts").then(({ dropDay }) => dropDay());
}

export function forgetDayThatIsOver(now: number): void {
  const until = markedDay();
  if (until !== null && until < now) forgetDay();
}

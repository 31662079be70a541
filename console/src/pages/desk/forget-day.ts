import { markedDay } from "./day-mark.ts";

/** The names of a day's guests leave this browser. What does it is loaded only where a day is kept. */
export function forgetDay(): void {
  if (markedDay() === null) return;
  void import("./kept-day.ts").then(({ dropDay }) => dropDay());
}

export function forgetDayThatIsOver(now: number): void {
  const until = markedDay();
  if (until !== null && until < now) forgetDay();
}

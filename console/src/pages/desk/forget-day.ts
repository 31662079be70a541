import { markedDay } from "./day-mark.ts";

/** Deletes the guests' names from this browser. Where it stores nothing, there is nothing to delete. */
export async function forgetDay(): Promise<void> {
  await import("./kept-day.ts").then(({ dropDay }) => dropDay()).catch(() => null);
}

/** The code that deletes is loaded only where a day is marked, because this runs with every page. */
export function forgetDayThatIsOver(now: number): void {
  const until = markedDay();
  if (until !== null && until < now) void forgetDay();
}

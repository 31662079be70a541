import { instantOfLocal, parseLocalTime } from "../../domain/data-file/spreadsheet-dates.ts";
import { formatInstant, parseInstant } from "../../domain/instant.ts";
import { parseDay, startOfDay } from "../../domain/local-time.ts";
import { reader, WrongUsage } from "./arguments.ts";
import { BadInput } from "./validation.ts";

const dayMs = 86_400_000;

/** A time that was typed without an offset: an instant only by the clocks of a zone, which is found before it is sent. */
export class LocalTime {
  readonly #typed: string;
  readonly #wallTime: number;
  readonly #dayMeans: DayMeans | null;

  constructor(typed: string, wallTime: number, dayMeans: DayMeans | null) {
    this.#typed = typed;
    this.#wallTime = wallTime;
    this.#dayMeans = dayMeans;
  }

  /** RFC 3339; throws `WrongUsage` for a time that clocks skip or show twice. */
  in(timezone: string): string {
    if (this.#dayMeans === "start") return formatInstant(startOfDay(this.#wallTime, timezone));
    if (this.#dayMeans === "end") {
      return formatInstant(startOfDay(this.#wallTime + dayMs, timezone) - 1);
    }
    const read = instantOfLocal(this.#wallTime, timezone);
    if ("text" in read) return read.text;
    throw new WrongUsage(`${JSON.stringify(this.#typed)} is no time: write ${read.expected}.`);
  }
}

/** Whether a day alone means its first instant or its last. */
type DayMeans = "start" | "end";

/** How a time is typed, for the help. */
export const timeAbout = "2030-05-01 09:00 by the campaign's clocks, or RFC 3339";

/** Makes a reader of times. `round` says which millisecond a finer time means; null for none. */
export function timeReader(
  noun: string,
  round: (instant: number) => number | null,
  dayMeans: DayMeans | null = null,
): (text: string) => string | LocalTime {
  const day = dayMeans === null ? "" : "2030-05-01, ";
  return reader((text) => {
    const instant = parseInstant(text);
    if (instant !== null) {
      const whole = round(instant);
      return whole === null ? null : formatInstant(whole);
    }
    const dayTyped = dayMeans === null ? null : parseDay(text);
    if (dayTyped !== null) return new LocalTime(text, dayTyped, dayMeans);
    const wallTime = parseLocalTime(text);
    return wallTime === null ? null : new LocalTime(text, wallTime, null);
  }, `${noun}: write ${day}2030-05-01 09:00, or RFC 3339 with at most milliseconds such as 2030-05-01T08:00:00Z`);
}

/** Reads the start of a slot as it is typed. */
export const readSlotStart = timeReader("start of a slot", (at) =>
  Number.isInteger(at) ? at : null,
);

/** Reads a time to the millisecond; throws `BadInput` for anything else. */
export function readTime(field: string, text: string): number {
  const instant = parseInstant(text);
  if (instant === null || !Number.isInteger(instant)) {
    throw new BadInput(field, "must be RFC 3339 to the millisecond, such as 2030-05-01T08:00:00Z");
  }
  return instant;
}

/** Reads the bounds of a range, both included. */
export function readBounds({
  from,
  to,
}: {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}): { readonly from?: number; readonly to?: number } {
  return {
    ...(from !== undefined && { from: readTime("from", from) }),
    ...(to !== undefined && { to: readTime("to", to) }),
  };
}

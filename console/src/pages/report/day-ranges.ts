import { addDays, mondayOf } from "../../kit/wall-time.ts";
import { t } from "../../language/t.ts";

/** The first and the last day of a range, both included. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

/** Ranges of days that are asked for often, by the calendar of `today`. */
export const dayRanges: readonly {
  readonly name: string;
  readonly words: string;
  readonly range: (today: string) => DayRange;
}[] = [
  { name: "last-28", words: t("Last 28 days"), range: (to) => ({ from: addDays(to, -27), to }) },
  { name: "this-week", words: t("This week"), range: (today) => weekOf(today) },
  { name: "last-week", words: t("Last week"), range: (today) => weekOf(addDays(today, -7)) },
  { name: "this-month", words: t("This month"), range: (today) => monthOf(today) },
  {
    name: "last-month",
    words: t("Last month"),
    range: (today) => monthOf(addDays(monthOf(today).from, -1)),
  },
  {
    name: "next-28",
    words: t("Next 28 days"),
    range: (from) => ({ from, to: addDays(from, 27) }),
  },
];

/** The name of the first range that has these days; `own` where none has. */
export function nameOfRange({ from, to }: DayRange, today: string): string {
  const known = dayRanges.find(({ range }) => {
    const days = range(today);
    return days.from === from && days.to === to;
  });
  return known?.name ?? "own";
}

function weekOf(day: string): DayRange {
  const from = mondayOf(day);
  return { from, to: addDays(from, 6) };
}

function monthOf(day: string): DayRange {
  const from = `${day.slice(0, 7)}-01`;
  const next = `${addDays(from, 31).slice(0, 7)}-01`;
  return { from, to: addDays(next, -1) };
}

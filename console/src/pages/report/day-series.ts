import { t } from "../../language/t.ts";
import type { Operations } from "../../api/operations.ts";

type Row = Operations["showReport"]["answer"]["rows"][number];

const dayMs = 86_400_000;

/** The lines of a plot, one value for each day; a day without slots is a gap. */
export function daySeries(rows: readonly Row[]) {
  const days = rows.map(({ day = "" }) => Date.parse(day));
  const from = Math.min(...days);
  const count = Math.round((Math.max(...days) - from) / dayMs) + 1;
  const byDay = new Map(days.map((day, index) => [day, rows[index]]));
  const values = (name: "capacity" | "tickets" | "checked_in" | "no_shows") =>
    Array.from({ length: count }, (_, index) => byDay.get(from + index * dayMs)?.[name] ?? null);
  return {
    from,
    stepSeconds: dayMs / 1000,
    series: [
      { label: t("Tickets"), values: values("tickets") },
      { label: t("Check-ins"), values: values("checked_in") },
      { label: t("No-shows"), values: values("no_shows") },
      { label: t("Capacity"), values: values("capacity") },
    ],
  };
}

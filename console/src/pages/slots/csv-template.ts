import { addDays, dayOf, wallTimeAt } from "../../kit/wall-time.ts";
import type { Place } from "./use-place.ts";

/** Two rows to copy, with names that exist, tomorrow morning. */
export function csvTemplate({
  interaction,
  zone,
  activity,
  activities,
  host,
  hosts,
}: Pick<Place, "interaction" | "zone" | "activity" | "activities" | "host" | "hosts">): string {
  const day = addDays(dayOf(wallTimeAt(Date.now(), zone)), 1);
  const which = [interaction, activity || (activities[0]?.id ?? ""), host || (hosts[0]?.id ?? "")];
  const rows = [`${day} 09:00`, `${day} 10:30`].map((start) => [...which, start, "8"]);
  return [["interaction", "activity", "host", "starting_at", "capacity"], ...rows]
    .map((row) => `${row.map(quoted).join(",")}\r\n`)
    .join("");
}

function quoted(cell: string): string {
  return /[",;\r\n\t]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

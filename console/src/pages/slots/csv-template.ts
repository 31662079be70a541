import type { Slot } from "../../api/operations.ts";
import { csvDelimiters, csvMark, writeCsvRow } from "../../../../src/domain/data-file/csv-cells.ts";
import { wallTimeOf } from "../../../../src/domain/local-time.ts";
import { csvDelimiter } from "../../kit/csv-delimiter.ts";
import { addDays, dayOf } from "../../kit/wall-time.ts";
import type { Place } from "./use-place.ts";

const columns = [
  "interaction",
  "activity",
  "host",
  "starting_at",
  "capacity",
  "slot_duration_in_minutes",
  "ticket_types",
] as const;

/** Two example rows, with existing names, for tomorrow morning. */
export function csvTemplate({
  interaction,
  zone,
  activity,
  activities,
  host,
  hosts,
}: Pick<Place, "interaction" | "zone" | "activity" | "activities" | "host" | "hosts">): string {
  const day = addDays(dayOf(wallTimeOf(Date.now(), zone)), 1);
  const which = [interaction, activity || (activities[0]?.id ?? ""), host || (hosts[0]?.id ?? "")];
  const rows = [`${day} 09:00`, `${day} 10:30`].map((start) => [...which, start, "8", "", ""]);
  return csvOf(rows);
}

/** Slots as the service reads them from a spreadsheet again. */
export function slotsCsv(slots: readonly Slot[]): string {
  return csvOf(
    slots.map(({ ticket_types: types, ...slot }) => [
      slot.interaction,
      slot.activity,
      slot.host ?? "",
      slot.starting_at,
      String(slot.capacity),
      String(slot.slot_duration_in_minutes ?? "none"),
      Object.entries(types)
        .flatMap(([id, { own, capacity }]) => (own ? [`${id}=${capacity}`] : []))
        .join("|") || "none",
    ]),
  );
}

/** The author of a catalogue chooses its ids, so that a cell may be a formula. */
function csvOf(rows: readonly (readonly string[])[]): string {
  const sign = csvDelimiters[csvDelimiter()];
  return csvMark + [columns, ...rows].map((row) => writeCsvRow(row, sign)).join("");
}

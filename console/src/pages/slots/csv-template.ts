import type { Slot } from "../../api/operations.ts";
import { wallTimeOf } from "../../../../src/domain/local-time.ts";
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

function csvOf(rows: readonly (readonly string[])[]): string {
  return [columns, ...rows].map((row) => `${row.map(quoted).join(",")}\r\n`).join("");
}

/**
 * Where a spreadsheet would run a formula: at a sign that begins a cell, or the part of a cell behind another separator. An
 * apostrophe stands before it, which the service takes off again. The author of a catalogue chooses its ids.
 */
const beforeFormula = /(?:^|[;\t\r\n])["\s\p{Cc}\p{Cf}]*'*(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/gu;

function quoted(text: string): string {
  const cell = text.replaceAll(beforeFormula, "$&'");
  return /[",;\r\n\t]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

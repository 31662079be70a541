import {
  type CellTime,
  type DateOrder,
  DateOrders,
  type ZoneOf,
  instantOfLocal,
  prepareTimes,
} from "./spreadsheet-dates.ts";
import { parseCsv, type Cells } from "./csv.ts";
import { csvMark, writeCsvRow } from "./csv-cells.ts";
import {
  badContent,
  type BadContent,
  type DataLine,
  type NumberedLine,
  type SlotLine,
} from "./data-line.ts";
import { parseDataObject } from "./data-line-text.ts";
import type { TypeCapacities } from "./seat-values.ts";
import { formatInstant } from "../instant.ts";
import { localTime } from "../local-time.ts";

/** The values of columns that a row leaves out or empty. */
export interface SlotCsvDefaults {
  readonly interaction?: string;
  readonly activity?: string;
  readonly host?: string;
  readonly capacity?: number;
}

const columns = [
  "interaction",
  "activity",
  "host",
  "starting_at",
  "capacity",
  "slot_duration_in_minutes",
  "ticket_types",
] as const;
const mayBeMissing: ReadonlySet<string> = new Set([
  "host",
  "slot_duration_in_minutes",
  "ticket_types",
]);

type Column = (typeof columns)[number];

/**
 * Parses slots from a spreadsheet's CSV, a slot a row. `starting_at` is RFC 3339, or local in the campaign's zone
 * (`prepareTimes`). A local time that the clock skips makes a bad row; of one that comes twice, the first counts (B66).
 * `none` is the length of a slot without one. `ticket_types` has the slot's own limits, `vip=4|general=18`; `vip=none`
 * removes one of them and `none` all.
 */
export function parseSlotCsv(
  text: string,
  { capacity, ...texts }: SlotCsvDefaults,
  zoneOf: ZoneOf,
  now: number,
  dates?: DateOrder,
): readonly NumberedLine[] {
  const given: Cells<Column> = {
    ...texts,
    ...(capacity !== undefined && { capacity: String(capacity) }),
  };
  const sheet = {
    kind: "slot",
    columns,
    required: columns.filter((name) => !mayBeMissing.has(name) && given[name] === undefined),
    ignored: shownColumns,
    note: " (host only where there are hosts, slot_duration_in_minutes and ticket_types only where they are said; what is the same in every row may be given with the command)",
  } as const;
  const rows = parseCsv(text, sheet, (all) => {
    const readTime = prepareTimes(dates ?? ordersOf(all()));
    return ({ cells }) => {
      const startingAt = readTime("starting_at", cells.starting_at ?? "");
      return { content: readRow({ ...given, ...cells }, startingAt, zoneOf, now) };
    };
  });
  return [...rows];
}

function ordersOf(rows: Iterable<Cells<Column>>): DateOrders<Column> {
  const orders = new DateOrders<Column>(["starting_at"]);
  for (const cells of rows) orders.see(cells);
  return orders;
}

function readRow(
  cells: Cells<Column>,
  time: CellTime,
  zoneOf: ZoneOf,
  now: number,
): DataLine | BadContent {
  const { interaction, capacity } = cells;
  let startingAt = cells.starting_at;
  if (startingAt !== undefined && interaction !== undefined) {
    const zone = "wallTime" in time ? zoneOf(interaction) : null;
    if ("wallTime" in time && zone === null) {
      return badContent("slot", "interaction", "the public_key of an interaction in the account");
    }
    const found = "wallTime" in time ? instantOfLocal(time.wallTime, zone ?? "", "first") : time;
    if ("expected" in found) return badContent("slot", "starting_at", found.expected);
    startingAt = found.text;
  }
  const minutes = cells.slot_duration_in_minutes;
  const limits = cells.ticket_types === undefined ? undefined : readLimits(cells.ticket_types);
  if (limits !== undefined && "expected" in limits) {
    return badContent("slot", "ticket_types", limits.expected);
  }
  const line = {
    ...cells,
    kind: "slot",
    starting_at: startingAt,
    capacity: countOf(capacity),
    ...(minutes !== undefined && {
      slot_duration_in_minutes: minutes === "none" ? null : countOf(minutes),
    }),
    ...(limits !== undefined && { ticket_types: limits.read }),
  };
  return parseDataObject(line, now);
}

/** Separates the limits in the column `ticket_types`, as it does the names of attendees. */
const limitSeparator = "|";

function readLimits(
  cell: string,
): { readonly read: TypeCapacities | null } | { readonly expected: string } {
  if (cell === "none") return { read: null };
  const read: [string, number | null][] = [];
  for (const each of cell.split(limitSeparator)) {
    const limit = parseTypeCapacity(each.trim());
    if (limit === null || read.some(([id]) => id === limit[0])) {
      return {
        expected: "each ticket type once with its number, such as vip=4|general=18, or none",
      };
    }
    read.push(limit);
  }
  return { read: Object.fromEntries(read) };
}

/** Parses `vip=4`, or `vip=none` for none of the slot's own; null where it is neither. */
export function parseTypeCapacity(text: string): [id: string, capacity: number | null] | null {
  const [, id, capacity = ""] = /^(.+)=(\d{1,10}|none)$/.exec(text) ?? [];
  return id === undefined ? null : [id, capacity === "none" ? null : Number(capacity)];
}

/** Columns for people, which an import of the file passes over. */
const shownColumns = ["start", "time_zone"] as const;

/**
 * Writes slots with the columns that `parseSlotCsv` reads, and their starts by the campaign's clocks. A slot without
 * limits of its own says so.
 */
export function formatSlotCsv(
  slots: readonly (SlotLine & { readonly timezone: string })[],
  delimiter: string,
): string {
  const rows = slots.map((slot) => [
    localTime(slot.starting_at, slot.timezone),
    slot.timezone,
    slot.interaction,
    slot.activity,
    slot.host ?? "",
    formatInstant(slot.starting_at),
    String(slot.capacity),
    String(slot.slot_duration_in_minutes ?? "none"),
    Object.entries(slot.ticket_types ?? {})
      .map(([id, capacity]) => `${id}=${capacity ?? "none"}`)
      .join(limitSeparator) || "none",
  ]);
  const all = [[...shownColumns, ...columns], ...rows];
  return csvMark + all.map((cells) => writeCsvRow(cells, delimiter)).join("");
}

function countOf(cell: string | undefined): number | string | undefined {
  return cell !== undefined && /^\d{1,10}$/.test(cell) ? Number(cell) : cell;
}

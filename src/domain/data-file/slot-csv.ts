import { instantOfLocal, prepareTimes, type CellTime, type ZoneOf } from "./csv-times.ts";
import { parseCsv, type Cells } from "./csv.ts";
import { badContent, type BadContent, type DataLine, type NumberedLine } from "./data-line.ts";
import { parseDataObject } from "./parse-data-line.ts";

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
] as const;
const mayBeMissing: ReadonlySet<string> = new Set(["host", "slot_duration_in_minutes"]);

type Column = (typeof columns)[number];

/**
 * Parses slots from a spreadsheet's CSV, a slot a row. `starting_at` is RFC 3339, or local in the campaign's zone
 * (`prepareTimes`). A local time that the clock skips makes a bad row; of one that comes twice, the first counts (B66).
 * `none` is the length of a slot without one.
 */
export function parseSlotCsv(
  text: string,
  { capacity, ...texts }: SlotCsvDefaults,
  zoneOf: ZoneOf,
  now: number,
): readonly NumberedLine[] {
  const given: Cells<Column> = {
    ...texts,
    ...(capacity !== undefined && { capacity: String(capacity) }),
  };
  const sheet = {
    kind: "slot",
    columns,
    required: columns.filter((name) => !mayBeMissing.has(name) && given[name] === undefined),
    note: " (host only where there are hosts, slot_duration_in_minutes only where it is said; what is the same in every row may be given with the command)",
  } as const;
  const rows = parseCsv(text, sheet, (all) => {
    const readTime = prepareTimes(all);
    return (cells) => {
      const startingAt = readTime("starting_at", cells.starting_at ?? "");
      return readRow({ ...given, ...cells }, startingAt, zoneOf, now);
    };
  });
  return [...rows];
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
  const line = {
    ...cells,
    kind: "slot",
    starting_at: startingAt,
    capacity: countOf(capacity),
    ...(minutes !== undefined && {
      slot_duration_in_minutes: minutes === "none" ? null : countOf(minutes),
    }),
  };
  return parseDataObject(line, now);
}

function countOf(cell: string | undefined): number | string | undefined {
  return cell !== undefined && /^\d{1,10}$/.test(cell) ? Number(cell) : cell;
}

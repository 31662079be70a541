import { formatInstant } from "../instant.ts";
import { instantsOf, parseDay, parseTimeOfDay } from "../local-time.ts";
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

const columns = ["interaction", "activity", "host", "starting_at", "capacity"] as const;
type Column = (typeof columns)[number];

/** Returns the zone of a campaign by its public key. */
type ZoneOf = (publicKey: string) => string | null;

/**
 * Parses slots from a spreadsheet's CSV, a slot a row. `starting_at` is RFC 3339, or a local day and time such
 * as `2031-05-01 09:30` in the campaign's zone. A local time that the clock skips makes a bad row; of a local
 * time that comes twice, the first counts (B66).
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
    required: columns.filter((name) => name !== "host" && given[name] === undefined),
    note: " (host only where there are hosts; what is the same in every row may be given with the command)",
  } as const;
  return [...parseCsv(text, sheet, (cells) => readRow({ ...given, ...cells }, zoneOf, now))];
}

function readRow(cells: Cells<Column>, zoneOf: ZoneOf, now: number): DataLine | BadContent {
  const { interaction, capacity } = cells;
  const local = localTime(cells.starting_at ?? "");
  let startingAt = cells.starting_at;
  if (local !== null && interaction !== undefined) {
    const zone = zoneOf(interaction);
    if (zone === null) {
      return badContent("slot", "interaction", "the public_key of an interaction in the account");
    }
    const [first] = instantsOf(local, zone);
    if (first === undefined) {
      return badContent("slot", "starting_at", `a time that clocks in ${zone} show that day`);
    }
    startingAt = formatInstant(first);
  }
  const count = capacity !== undefined && /^\d{1,10}$/.test(capacity) ? Number(capacity) : capacity;
  const line = { ...cells, kind: "slot", starting_at: startingAt, capacity: count };
  return parseDataObject(line, now);
}

/** Parses `2031-05-01 09:30` or `2031-05-01T09:30` into milliseconds as if it were UTC. */
function localTime(text: string): number | null {
  const match = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d)(?::00)?$/.exec(text);
  const day = parseDay(match?.[1] ?? "");
  const minutes = parseTimeOfDay(match?.[2] ?? "");
  return day === null || minutes === null ? null : day + minutes * 60_000;
}

import { readCell } from "./csv-cell.ts";
import { csvRowsMax, parseCsvRows, type NumberedContent } from "./csv-rows.ts";
import { badContent, parseDataLine, type BadContent } from "./parse-data-line.ts";
import type { DataLine } from "./data-line.ts";
import { formatInstant } from "../instant.ts";
import { instantsOf, parseDay, parseTimeOfDay } from "../local-time.ts";

/** The values of columns that a row leaves out or empty. */
export interface SlotCsvDefaults {
  readonly interaction?: string;
  readonly activity?: string;
  readonly host?: string;
  readonly capacity?: number;
}

const columns = ["interaction", "activity", "host", "starting_at", "capacity"] as const;
type Column = (typeof columns)[number];

/**
 * Parses slots from a spreadsheet's CSV: a row of column names in any order, then one slot a row, with
 * commas, semicolons or tabs between cells. `starting_at` is RFC 3339, or a local day and time such as
 * `2031-05-01 09:30` in the campaign's zone. A local time that the clock skips makes a bad row; of a local
 * time that comes twice, the first counts (B66). `zoneOf` returns the zone of a campaign by its public key.
 * The result has every row, good or bad, with the number of its line.
 */
export function parseSlotCsv(
  text: string,
  defaults: SlotCsvDefaults,
  zoneOf: (publicKey: string) => string | null,
  now: number,
): readonly NumberedContent[] {
  const rows = parseCsvRows(text);
  if (!Array.isArray(rows)) return [rows];
  const [header, ...body] = rows;
  const names = (header?.record ?? []).map((name) => name.trim().toLowerCase());
  const bad = refuseHeader(names, defaults);
  if (bad !== null) return [{ line: header?.line ?? 1, content: bad }];
  if (body.length > csvRowsMax) {
    return [{ line: 1, content: badContent("slot", null, `at most ${csvRowsMax} rows`) }];
  }
  return body.map(({ line, record }) => ({
    line,
    content: readRow(names, record, defaults, zoneOf, now),
  }));
}

function refuseHeader(names: readonly string[], defaults: SlotCsvDefaults): BadContent | null {
  const missing = columns.find(
    (name) => name !== "host" && !names.includes(name) && given(defaults, name) === undefined,
  );
  const isGood =
    missing === undefined &&
    names.every((name) => (columns as readonly string[]).includes(name)) &&
    new Set(names).size === names.length;
  if (isGood) return null;
  return badContent(
    null,
    missing ?? null,
    `a first row with the names of columns, each once: ${columns.join(", ")} (host only where ` +
      "there are hosts; what is the same in every row may be given with the command)",
  );
}

function given(defaults: SlotCsvDefaults, name: Column): string | undefined {
  if (name === "starting_at") return undefined;
  return defaults[name]?.toString();
}

function readRow(
  names: readonly string[],
  record: readonly string[],
  defaults: SlotCsvDefaults,
  zoneOf: (publicKey: string) => string | null,
  now: number,
): DataLine | BadContent {
  const extra = record.slice(names.length).some((cell) => cell.trim() !== "");
  if (extra) return badContent("slot", null, `a row of ${names.length} cells`);
  const cell = (name: Column): string | undefined => {
    const text = readCell(record[names.indexOf(name)] ?? "");
    return text === "" ? given(defaults, name) : text;
  };
  const interaction = cell("interaction");
  const local = localTime(cell("starting_at") ?? "");
  let startingAt = cell("starting_at");
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
  const capacity = cell("capacity");
  return parseDataLine(
    JSON.stringify({
      kind: "slot",
      interaction,
      activity: cell("activity"),
      host: cell("host"),
      starting_at: startingAt,
      capacity: capacity !== undefined && /^\d{1,10}$/.test(capacity) ? Number(capacity) : capacity,
    }),
    now,
  );
}

/** Parses `2031-05-01 09:30` or `2031-05-01T09:30` into milliseconds as if it were UTC. */
function localTime(text: string): number | null {
  const match = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d)(?::00)?$/.exec(text);
  const day = parseDay(match?.[1] ?? "");
  const minutes = parseTimeOfDay(match?.[2] ?? "");
  return day === null || minutes === null ? null : day + minutes * 60_000;
}

import { createHash } from "node:crypto";
import { BookingDates, BookingRows, otherThanCsv } from "../../domain/data-file/booking-csv.ts";
import { CsvSplitter, type CsvRow } from "../../domain/data-file/csv-splitter.ts";
import { yearLastDate } from "../../domain/data-file/spreadsheet-dates.ts";
import { badContent, type NumberedLine } from "../../domain/data-file/data-line.ts";
import {
  mappingLineMaxBytes,
  takeMapping,
  type SheetMapping,
} from "../../domain/data-file/sheet-mapping.ts";
import { NamesInSheet, type NamedRecord } from "../../domain/data-file/names-in-sheet.ts";
import { formatLocal, wallTimeOf } from "../../domain/local-time.ts";
import type { ImportAnswer } from "../../domain/import/import-report.ts";
import type { ImportRules } from "../../domain/import/import-rules.ts";
import type { AccountStore } from "../../store/account-store.ts";
import { importParsed, type FileRun } from "./import-data-file.ts";

/** The bytes of a file, from its beginning each time. */
export type Open = () => AsyncIterable<Uint8Array>;

/** A file with bookings, and what its columns are. Its memory does not grow with the file. */
export interface Spreadsheet {
  readonly open: Open;
  readonly mapping?: SheetMapping | undefined;
}

/** A spreadsheet whose file may begin with a mapping, or what is wrong with that. */
export async function readSpreadsheet(
  file: Open,
): Promise<Spreadsheet | { readonly wrong: string }> {
  const begin = await beginningOf(file, mappingLineMaxBytes);
  const { mapping, length } = takeMapping(begin);
  if (mapping === null) return { open: file };
  return "wrong" in mapping ? mapping : { open: () => behind(file(), length), mapping };
}

/** The first bytes of a file, where these may be the line of a mapping. */
async function beginningOf(file: Open, maxBytes: number): Promise<Buffer> {
  let begin = Buffer.alloc(0);
  for await (const piece of file()) {
    begin = Buffer.concat([begin, piece]);
    if (takeMapping(begin).isWhole || begin.length > maxBytes) break;
  }
  return begin;
}

async function* behind(
  pieces: AsyncIterable<Uint8Array>,
  length: number,
): AsyncGenerator<Uint8Array> {
  let left = length;
  for await (const piece of pieces) {
    const rest = piece.subarray(left);
    left = Math.max(0, left - piece.length);
    if (rest.length > 0) yield rest;
  }
}

/** Imports bookings from a spreadsheet (`BookingRows`): all of its rows, or none. */
export async function importSpreadsheet(
  account: Pick<AccountStore, "importNumberedLines" | "findCampaigns" | "listCatalogue">,
  { open, mapping }: Spreadsheet,
  rules: ImportRules,
  run: FileRun,
): Promise<ImportAnswer> {
  const { audit, skips, onProgress = () => {} } = run;
  const { account: name, interactions: own } = rules;
  const campaigns = await account.findCampaigns();
  // A local time discloses nothing of another campaign.
  const among = campaigns.filter(({ publicKey }) => own?.includes(publicKey) ?? true);
  const zones = new Map(among.map(({ publicKey, timezone }) => [publicKey, timezone]));
  const zoneOf = (publicKey: string) => zones.get(publicKey) ?? null;
  const dates = rules.dates ?? mapping?.dates ?? (await datesOf(open, { mapping, skips }));
  const sheet = new BookingRows(audit.now, {
    zoneOf,
    account: name,
    mapping,
    dates,
    skips,
    names: mapping && (await namesInSheet(account, mapping, own)),
  });
  const hash = createHash("sha256").update(mapping?.source ?? "");
  const lines = readLines(open, sheet, (piece, done) => {
    hash.update(piece);
    onProgress({ step: "reading", done });
  });
  const monthOf = (publicKey: string, at: number) =>
    formatLocal(wallTimeOf(at, zoneOf(publicKey) ?? "UTC")).slice(0, "2030-05".length);
  const digest = () => hash.digest("hex");
  return await importParsed(account, { lines, digest }, { ...rules, zones }, { ...run, monthOf });
}

/**
 * What the account calls its activities, hosts and ticket types: those of the campaign that all rows are of, else of all
 * campaigns that the sender may see (`own`; null: all).
 */
export async function namesInSheet(
  account: Pick<AccountStore, "listCatalogue">,
  { fixed: { interaction: ofAll } }: Pick<SheetMapping, "fixed">,
  own: readonly string[] | null,
): Promise<NamesInSheet> {
  const kinds = ["activity", "host", "ticket_type"] as const;
  const among = ofAll === undefined ? {} : { interaction: ofAll };
  const lines = await Promise.all(
    kinds.map(async (kind) =>
      ((await account.listCatalogue({ kind, ...among })) as CatalogueLine[]).map(
        ({ title = {}, display_name: name, ...line }) => ({
          ...line,
          texts: [...Object.values(title), ...(name === undefined ? [] : [name])],
        }),
      ),
    ),
  );
  return new NamesInSheet(
    lines.flat().filter(({ interaction }) => own?.includes(interaction) ?? true),
  );
}

/** A line of the catalogue, as far as it names something. */
interface CatalogueLine extends Omit<NamedRecord, "texts"> {
  readonly title?: Readonly<Record<string, string>>;
  readonly display_name?: string;
}

/** The order of day and month in the file's dates. A file without a date that has its year last is searched and not parsed. */
async function datesOf(
  open: Open,
  how: ConstructorParameters<typeof BookingDates>[0],
): Promise<BookingDates["orders"]> {
  const dates = new BookingDates(how);
  if (await hasYearLastDate(open())) {
    for await (const { rows, delimiter } of splitRows(open())) dates.see(rows, delimiter);
  }
  return dates.orders;
}

/** Bytes of a piece that are searched again with the next one: a date may be cut between two, and none is longer. */
const overlap = 16;

async function hasYearLastDate(pieces: AsyncIterable<Uint8Array>): Promise<boolean> {
  let before = "";
  for await (const piece of pieces) {
    const text = before + Buffer.from(piece).toString("latin1");
    if (yearLastDate.test(text)) return true;
    before = text.slice(-overlap);
  }
  return false;
}

/** Rows that are parsed and staged before others have their turn of the event loop. */
const rowsAtATime = 250;

async function* readLines(
  open: Open,
  sheet: BookingRows,
  onPiece: (piece: Uint8Array, done: number) => void,
): AsyncGenerator<readonly NumberedLine[]> {
  let isCsv = true;
  for await (const { rows, fault, delimiter } of splitRows(open(), onPiece)) {
    isCsv &&= fault === undefined;
    let portion: NumberedLine[] = [];
    for (const line of sheet.read(rows, delimiter)) {
      portion.push(line);
      if (portion.length < rowsAtATime) continue;
      yield portion;
      portion = [];
      await new Promise((resume) => setImmediate(resume));
    }
    yield fault === undefined ? portion : [...portion, fault];
  }
  const empty = isCsv ? sheet.end() : null;
  if (empty !== null) yield [empty];
}

interface Split {
  readonly rows: readonly CsvRow[];
  readonly fault?: NumberedLine;
  readonly delimiter: string;
}

async function* splitRows(
  pieces: AsyncIterable<Uint8Array>,
  onPiece: (piece: Uint8Array, done: number) => void = () => {},
): AsyncGenerator<Split> {
  const splitter = new CsvSplitter();
  let done = 0;
  for await (const piece of pieces) {
    const other = done === 0 ? otherThanCsv(piece) : null;
    if (other !== null) {
      // One sentence for the whole file, of which no row is good.
      const fault = { line: 1, content: badContent(null, null, other) };
      return yield { rows: [], fault, delimiter: splitter.delimiter };
    }
    done += piece.length;
    onPiece(piece, done);
    yield { ...splitter.push(piece), delimiter: splitter.delimiter };
  }
  yield { ...splitter.end(), delimiter: splitter.delimiter };
}

/** The rows of a file as they were split, for who writes some of them again. */
export function rowsOf({ open }: Spreadsheet): AsyncIterable<Split> {
  return splitRows(open());
}

import { createHash, type Hash } from "node:crypto";
import {
  LineSplitter,
  lineMaxBytes,
  type RawLine,
  otherFormat,
} from "../../domain/data-file/line-splitter.ts";
import { parseDataLine } from "../../domain/data-file/data-line-text.ts";
import {
  badContent,
  badLine,
  isBadContent,
  type NumberedLine,
} from "../../domain/data-file/data-line.ts";
import type { ZoneChange } from "../../domain/data-file/line-fields.ts";
import type { DateOrder } from "../../domain/data-file/csv-times.ts";
import { timeFrom } from "../../domain/clock.ts";
import type { AuditContext } from "../../store/doors/access.ts";
import type { ImportAnswer, SlotsToAdd } from "../../domain/import/import-report.ts";
import type { AccountStore } from "../../store/account-store.ts";

export interface ImportOptions {
  readonly audit: AuditContext;
  /** How time goes on from `audit.now`, in milliseconds; as the process's own clock, if absent. */
  readonly monotonicMs?: () => number;
  /** Checks everything and changes nothing. */
  readonly dryRun?: boolean;
  /** Updates known bookings from the file's lines, where these are newer. */
  readonly update?: boolean;
  /** The file's lines replace newer bookings too; implies `update`. */
  readonly overwrite?: boolean;
  /** Allows slots to be filled beyond their capacity, which is recorded. */
  readonly allowOverbooked?: boolean;
  /** As in `HowToReadCsv`. */
  readonly account?: string | undefined;
  /** As in `ImportFlags`. */
  readonly interactions?: readonly string[] | null;
  /** Of a spreadsheet: the order of its dates, where no row shows it. */
  readonly dates?: DateOrder | undefined;
  /** As in `ImportOrder`. */
  readonly addSlots?: SlotsToAdd | undefined;
  /** What campaigns' lines mean that say nothing of it. */
  readonly zoneChange?: ZoneChange | undefined;
  /** Whether the line with this number is left out. */
  readonly skips?: (line: number) => boolean;
  /** The bad lines will be left out (`ImportOrder`). */
  readonly skipsBad?: boolean;
  readonly onProgress?: (progress: ImportProgress) => void;
}

/** Bytes of the file that have been read, then rows that have been written. */
export type ImportProgress =
  | { readonly step: "reading"; readonly done: number }
  | { readonly step: "writing"; readonly done: number; readonly total: number };

/** Imports a data file into an account if none of its lines is bad. The file comes in pieces of any size. */
export function importDataFile(
  account: Pick<AccountStore, "importNumberedLines">,
  file: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  options: ImportOptions,
): Promise<ImportAnswer> {
  const { audit, onProgress = () => {}, skips = () => false } = options;
  const { monotonicMs = () => performance.now() } = options;
  const hash = createHash("sha256");
  // The sender of a long file may write its last lines minutes after its first one.
  const time = timeFrom(audit.now, monotonicMs);
  const lines = readLines(file, { time, skips, onProgress, hash });
  return importNumbered(account, lines, options, () => hash.digest("hex"));
}

/** What lines of a spreadsheet come with, as in `ImportOrder`. */
interface OfSpreadsheet {
  readonly monthOf?: (interaction: string, at: number) => string;
  readonly zones?: ReadonlyMap<string, string>;
}

/** Imports lines that were read from a file. `digest` is asked when all of them have come. */
export function importNumbered(
  account: Pick<AccountStore, "importNumberedLines">,
  lines: AsyncIterable<readonly NumberedLine[]>,
  options: ImportOptions & OfSpreadsheet,
  digest: () => string,
): Promise<ImportAnswer> {
  const { overwrite = false, allowOverbooked = false, onProgress = () => {} } = options;
  const { interactions: own = null, dates, zoneChange, addSlots } = options;
  const update = (options.update ?? false) || overwrite;
  const flags = {
    update,
    overwrite,
    allowOverbooked,
    ...(own && { own }),
    ...(dates && { dates }),
    ...(zoneChange && { zoneChange }),
    ...(addSlots && { addSlots }),
  };
  const meant = zoneChange === undefined ? lines : withZoneChange(lines, zoneChange);
  return account.importNumberedLines(own === null ? meant : onlyOwn(meant, own), {
    audit: options.audit,
    ...(options.monotonicMs !== undefined && { monotonicMs: options.monotonicMs }),
    dryRun: options.dryRun ?? false,
    update,
    overwrite,
    allowOverbooked,
    staysInCampaign: own !== null,
    ...(addSlots && { addSlots }),
    ...(options.monthOf && { monthOf: options.monthOf }),
    ...(options.zones && { zones: options.zones }),
    digest: () => JSON.stringify([digest(), flags]),
    skipsBad: options.skipsBad ?? false,
    onWriting: (done, total) => onProgress({ step: "writing", done, total }),
  });
}

async function* withZoneChange(
  lines: AsyncIterable<readonly NumberedLine[]>,
  zoneChange: ZoneChange,
): AsyncGenerator<readonly NumberedLine[]> {
  for await (const some of lines) {
    yield some.map((line) => {
      const { content } = line;
      if (isBadContent(content) || content.kind !== "interaction") return line;
      return { ...line, content: { ...content, zone_change: content.zone_change ?? zoneChange } };
    });
  }
}

async function* onlyOwn(
  lines: AsyncIterable<readonly NumberedLine[]>,
  own: readonly string[],
): AsyncGenerator<readonly NumberedLine[]> {
  for await (const some of lines) yield some.map((line) => ofOwnCampaigns(line, own));
}

async function* readLines(
  file: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  {
    time,
    skips,
    onProgress,
    hash,
  }: { readonly time: () => number; readonly hash: Hash } & Required<
    Pick<ImportOptions, "skips" | "onProgress">
  >,
): AsyncGenerator<readonly NumberedLine[]> {
  const splitter = new LineSplitter();
  const read = (lines: readonly RawLine[]) => {
    const now = time();
    return lines.filter(({ line }) => !skips(line)).map((raw) => readLine(raw, now));
  };
  let done = 0;
  for await (const piece of file) {
    hash.update(piece);
    const format = done === 0 ? otherFormat(piece) : null;
    // One sentence for the whole file, of which no line is good.
    if (format !== null) return yield [{ line: 1, content: badContent(null, null, format) }];
    yield read(splitter.push(piece));
    done += piece.length;
    onProgress({ step: "reading", done });
  }
  yield read(splitter.end());
}

const faults = {
  "too-long": `a line of at most ${lineMaxBytes} bytes`,
  "not-utf-8": "text in UTF-8",
} as const;

function readLine(raw: RawLine, now: number): NumberedLine {
  const { line } = raw;
  if ("fault" in raw) return { line, content: badContent(null, null, faults[raw.fault]) };
  return { line, content: parseDataLine(raw.text, now) };
}

/**
 * A line as who is limited to campaigns may import it: one about another campaign, and a group, which is of none, is
 * bad. Unknown campaigns and those of others have the same sentence.
 */
function ofOwnCampaigns(numbered: NumberedLine, own: readonly string[]): NumberedLine {
  const { line, content } = numbered;
  if (isBadContent(content)) return numbered;
  const bad = (field: string, expected: string) => {
    const { line: _, ...fault } = badLine(line, content, { field, expected });
    return { line, content: { bad: fault, names: null } };
  };
  if (content.kind === "group") {
    return bad("kind", "a line of a campaign: your key is for campaigns only");
  }
  const isCampaign = content.kind === "interaction";
  const named = isCampaign ? content.public_key : content.interaction;
  if (own.includes(named)) return numbered;
  const field = isCampaign ? "public_key" : "interaction";
  return bad(field, `a campaign that your key is for: ${own.join(", ")}`);
}

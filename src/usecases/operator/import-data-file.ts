import { createHash, type Hash } from "node:crypto";
import { LineSplitter, lineMaxBytes, type RawLine } from "../../domain/data-file/line-splitter.ts";
import { otherFormat } from "../../domain/data-file/other-format.ts";
import { parseDataLine } from "../../domain/data-file/data-line-text.ts";
import {
  badContent,
  badLine,
  isBadContent,
  type NumberedLine,
} from "../../domain/data-file/data-line.ts";
import type { ZoneChange } from "../../domain/data-file/line-fields.ts";
import { timeFrom } from "../../domain/clock.ts";
import type { ImportAnswer } from "../../domain/import/import-report.ts";
import { importRules, mayUpdate, type ImportRules } from "../../domain/import/import-rules.ts";
import type { AuditContext } from "../../store/doors/access.ts";
import type { AccountStore } from "../../store/account-store.ts";

/** One run of an import from a file. */
export interface FileRun {
  readonly audit: AuditContext;
  /** How time goes on from `audit.now`, in milliseconds; as the process's own clock, if absent. */
  readonly monotonicMs?: (() => number) | undefined;
  /** As in `ImportRun`. */
  readonly monthOf?: ((interaction: string, at: number) => string) | undefined;
  /** Whether the line with this number is left out. */
  readonly skips?: ((line: number) => boolean) | undefined;
  readonly onProgress?: ((progress: ImportProgress) => void) | undefined;
}

/** Bytes of the file that have been read, then rows that have been written. */
export type ImportProgress =
  | { readonly step: "reading"; readonly done: number }
  | { readonly step: "writing"; readonly done: number; readonly total: number };

/** Imports a file by the usual rules, but for those that are given. */
export function importDataFile(
  account: Pick<AccountStore, "importNumberedLines">,
  file: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  { audit, monotonicMs, monthOf, skips, onProgress, ...asked }: Partial<ImportRules> & FileRun,
): Promise<ImportAnswer> {
  const run = { audit, monotonicMs, monthOf, skips, onProgress };
  return importNdjson(account, file, importRules(asked), run);
}

/** Imports a data file into an account if none of its lines is bad. The file comes in pieces of any size. */
export function importNdjson(
  account: Pick<AccountStore, "importNumberedLines">,
  file: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  rules: ImportRules,
  run: FileRun,
): Promise<ImportAnswer> {
  const { audit, onProgress = () => {}, skips = () => false } = run;
  const { monotonicMs = () => performance.now() } = run;
  const hash = createHash("sha256");
  // The sender of a long file may write its last lines minutes after its first one.
  const time = timeFrom(audit.now, monotonicMs);
  const lines = readLines(file, { time, skips, onProgress, hash });
  return importParsed(account, { lines, digest: () => hash.digest("hex") }, rules, run);
}

/** Lines that were read from a file. */
interface ParsedFile {
  readonly lines: AsyncIterable<readonly NumberedLine[]>;
  /** Of the file's bytes; asked when all lines have come. */
  readonly digest: () => string;
}

/** Imports lines that were read from a file. */
export function importParsed(
  account: Pick<AccountStore, "importNumberedLines">,
  { lines, digest }: ParsedFile,
  rules: ImportRules,
  { onProgress = () => {}, audit, monotonicMs, monthOf }: FileRun,
): Promise<ImportAnswer> {
  const { interactions: own, zoneChange } = rules;
  const meant = zoneChange === undefined ? lines : withZoneChange(lines, zoneChange);
  return account.importNumberedLines(own === null ? meant : onlyOwn(meant, own), rules, {
    audit,
    monotonicMs,
    monthOf,
    digest: () => JSON.stringify([digest(), effectsOf(rules)]),
    onWriting: (done, total) => onProgress({ step: "writing", done, total }),
  });
}

/** The rules by which the same bytes do something else. An import that broke off is found by them. */
function effectsOf(rules: ImportRules): object {
  const { overwrite, allowOverbooked, interactions: own, dates, zoneChange, missingSlots } = rules;
  return {
    update: mayUpdate(rules),
    overwrite,
    allowOverbooked,
    ...(own && { own }),
    ...(dates && { dates }),
    ...(zoneChange && { zoneChange }),
    // The name that it has in digests of earlier releases.
    ...(missingSlots && { addSlots: missingSlots }),
  };
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
  }: {
    readonly time: () => number;
    readonly skips: (line: number) => boolean;
    readonly onProgress: (progress: ImportProgress) => void;
    readonly hash: Hash;
  },
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

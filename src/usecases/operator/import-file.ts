import { badLineText } from "../../domain/wording.ts";
import type { BadLine } from "../../domain/data-file/data-line.ts";
import { LineSplitter } from "../../domain/data-file/line-splitter.ts";
import { SkippedRows } from "../../domain/data-file/skipped-rows.ts";
import type { AuditContext } from "../../store/doors/access.ts";
import type { ImportAnswer } from "../../domain/import/import-report.ts";
import type { ImportRules } from "../../domain/import/import-rules.ts";
import type { AccountStore } from "../../store/account-store.ts";
import { importNdjson, type FileRun, type ImportProgress } from "./import-data-file.ts";
import {
  importSpreadsheet,
  readSpreadsheet,
  rowsOf,
  type Spreadsheet,
} from "./import-spreadsheet.ts";

/** The answer of an import, and with `skipBad` the lines that it left out, which are read from the file again. */
export interface ImportedFile {
  readonly answer: ImportAnswer;
  readonly skipped: SkippedLines;
  readonly leftOut: () => AsyncIterable<string>;
}

/**
 * Imports a file. `open` begins it anew: a spreadsheet is read for its mapping and its dates before its rows, and an import
 * without its bad lines reads the file again.
 */
export async function importFile(
  account: Pick<AccountStore, "importNumberedLines" | "findCampaigns" | "listCatalogue">,
  open: () => AsyncIterable<Uint8Array>,
  rules: ImportRules,
  auditNow: () => AuditContext,
  onProgress: (progress: ImportProgress) => void,
): Promise<ImportedFile> {
  const csv = rules.format === "csv" ? await readSpreadsheet(open) : null;
  if (csv !== null && "wrong" in csv) return refusedMapping(csv.wrong);
  const round = (more: Pick<FileRun, "audit" | "skips">) => {
    const run = { onProgress, ...more };
    return csv === null
      ? importNdjson(account, open(), rules, run)
      : importSpreadsheet(account, csv, rules, run);
  };
  const { answer, skipped } = rules.skipBad
    ? await importGoodLines(auditNow, round)
    : { answer: await round({ audit: auditNow() }), skipped: new Map() };
  const leftOut = () =>
    csv === null ? skippedLinesText(open, skipped) : skippedRowsText(csv, skipped);
  return { answer, skipped, leftOut };
}

/** Nothing of a file is read by a mapping that cannot be used. */
function refusedMapping(wrong: string): ImportedFile {
  const expected = `a mapping that can be used, but ${wrong}`;
  const errors = [{ line: 1, kind: null, key: null, field: "map", expected }];
  return {
    answer: { errors, errorCount: 1 },
    skipped: new Map(),
    leftOut: async function* () {},
  };
}

/** One import of the whole file but for the lines that the run skips. */
type ImportRound = (run: Pick<FileRun, "audit" | "skips">) => Promise<ImportAnswer>;

/** The faults of bad lines, by their numbers. */
export type SkippedLines = ReadonlyMap<number, readonly BadLine[]>;

/**
 * Imports a data file without its bad lines. A line may be bad only because it refers to another bad line, so
 * the rest is checked again until no line is bad; only then anything is written. A refusal that concerns no
 * line is returned as it is.
 */
export async function importGoodLines(
  auditNow: () => AuditContext,
  round: ImportRound,
): Promise<{ readonly answer: ImportAnswer; readonly skipped: SkippedLines }> {
  const skipped = new Map<number, BadLine[]>();
  for (;;) {
    const skips = (line: number) => skipped.has(line);
    const answer = await round({ audit: auditNow(), skips });
    if (!("errors" in answer)) return { answer, skipped };
    // A file with more bad lines than a report lists is refused whole.
    if (answer.errors.length < answer.errorCount) return { answer, skipped };
    const before = skipped.size;
    for (const bad of answer.errors) skipped.set(bad.line, [...(skipped.get(bad.line) ?? []), bad]);
    if (skipped.size === before) return { answer, skipped };
  }
}

/** The skipped rows of a spreadsheet as a CSV, which states the fault of each. */
async function* skippedRowsText(csv: Spreadsheet, skipped: SkippedLines): AsyncGenerator<string> {
  if (skipped.size === 0) return;
  const reasons = Array.from(skipped, ([line, bad]) => [line, reasonOf(bad)] as const);
  const bad = new SkippedRows(new Map(reasons));
  for await (const { rows, delimiter } of rowsOf(csv)) yield bad.write(rows, delimiter);
}

/** The skipped lines as a data file: before each, a comment states its fault. */
async function* skippedLinesText(
  open: () => AsyncIterable<Uint8Array>,
  skipped: SkippedLines,
): AsyncGenerator<string> {
  const splitter = new LineSplitter();
  const textOf = (raw: ReturnType<LineSplitter["push"]>[number]): string => {
    const bad = skipped.get(raw.line);
    if (bad === undefined) return "";
    return `# ${reasonOf(bad)}\n${"text" in raw ? `${raw.text.replace(/\r$/, "")}\n` : ""}`;
  };
  for await (const piece of open()) yield splitter.push(piece).map(textOf).join("");
  yield splitter.end().map(textOf).join("");
}

function reasonOf(faults: readonly BadLine[]): string {
  return faults.map(badLineText).join("; ");
}

import { badLineText } from "../../domain/data-file/bad-line-text.ts";
import type { BadLine } from "../../domain/data-file/data-line.ts";
import { LineSplitter } from "../../domain/data-file/line-splitter.ts";
import type { AccountStore } from "../../store/account-store.ts";
import type { BadFile, ImportResult } from "../../store/import/import-data-file.ts";
import { importDataFile, type ImportOptions } from "./import-data-file.ts";

/** Opens the file again: each round reads it once. */
type OpenFile = () => AsyncIterable<Uint8Array>;

/** Bad lines, by their numbers. */
export type SkippedLines = ReadonlyMap<number, BadLine>;

/**
 * Imports a data file without its bad lines. A line may be bad only because it refers to another bad line, so
 * the rest is checked again until no line is bad; only then anything is written. A refusal that concerns no
 * line is returned as it is.
 */
export async function importGoodLines(
  account: Pick<AccountStore, "importDataFile">,
  open: OpenFile,
  options: Omit<ImportOptions, "skips" | "listsAllBad">,
): Promise<{ readonly answer: ImportResult | BadFile; readonly skipped: SkippedLines }> {
  const skipped = new Map<number, BadLine>();
  for (;;) {
    const skips = (line: number) => skipped.has(line);
    const answer = await importDataFile(account, open(), { ...options, skips, listsAllBad: true });
    if (!("errors" in answer)) return { answer, skipped };
    const before = skipped.size;
    for (const bad of answer.errors) skipped.set(bad.line, bad);
    if (skipped.size === before) return { answer, skipped };
  }
}

/** The skipped lines as a data file: before each, a comment states its fault. */
export async function* skippedLinesText(
  open: OpenFile,
  skipped: SkippedLines,
): AsyncGenerator<string> {
  const splitter = new LineSplitter();
  const textOf = (raw: ReturnType<LineSplitter["push"]>[number]): string => {
    const bad = skipped.get(raw.line);
    if (bad === undefined) return "";
    return `# ${badLineText(bad)}\n${"text" in raw ? `${raw.text.replace(/\r$/, "")}\n` : ""}`;
  };
  for await (const piece of open()) yield splitter.push(piece).map(textOf).join("");
  yield splitter.end().map(textOf).join("");
}

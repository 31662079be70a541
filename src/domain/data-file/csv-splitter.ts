import { CsvError, parse } from "csv-parse/sync";
import { csvRowsMax, dialectOf } from "./csv-text.ts";
import { badContent, type NumberedLine } from "./data-line.ts";
import { lineMaxBytes } from "./line-splitter.ts";

/** Characters of one row, at most: as many as a line of a data file has bytes. */
const rowMaxLength = lineMaxBytes;
/** A character has at most four bytes. */
const heldMaxBytes = 4 * rowMaxLength;

/** A row with the number of the line on which it begins. */
export interface CsvRow {
  readonly line: number;
  readonly record: readonly string[];
}

/** The rows that end in a piece, and where the file is malformed behind them: the splitter then returns nothing more. */
interface SplitRows {
  readonly rows: readonly CsvRow[];
  readonly fault?: NumberedLine;
}

/**
 * Splits CSV that arrives in pieces into rows, with commas, semicolons or tabs between cells. Rows whose cells are all
 * empty are passed over. The splitter holds at most one row and the rest of a piece. Each piece is parsed up to the last
 * line end outside of quotes.
 */
export class CsvSplitter {
  /** The character between cells; known when there is a row. */
  delimiter = ",";
  #held: Buffer = Buffer.alloc(0);
  #hasBegun = false;
  #hasFault = false;
  /** The number of the line with which the held bytes begin. */
  #line = 1;
  readonly #rowsMax: number;

  /** `rowsMax`: rows of a piece beyond it are not read, because millions of rows would exhaust the memory. */
  constructor(rowsMax = Infinity) {
    this.#rowsMax = rowsMax;
  }

  /** The caller may reuse the piece afterwards. */
  push(piece: Uint8Array): SplitRows {
    const bytes = Buffer.concat([this.#held, piece]);
    const least = this.#hasBegun ? 0 : endOfHeader(bytes);
    const whole = endOfRows(bytes);
    const isEnough = whole > 0 && whole >= least;
    // A row that is too long to be held is split as it is, and refused.
    const unfinished = bytes.length > heldMaxBytes ? bytes.length : 0;
    const end = isEnough ? whole : unfinished;
    this.#held = bytes.subarray(end);
    return this.#split(bytes.subarray(0, end));
  }

  end(): SplitRows {
    const rest = this.#held;
    this.#held = Buffer.alloc(0);
    return this.#split(rest);
  }

  #split(bytes: Buffer): SplitRows {
    if (bytes.length === 0 || this.#hasFault) return { rows: [] };
    const split = isUtf8(bytes) ? this.#parse(bytes) : { rows: [], fault: this.#notUtf8(bytes) };
    this.#hasFault = "fault" in split;
    return split;
  }

  #parse(all: Buffer): SplitRows {
    const bytes = this.#hasBegun ? all : this.#begin(all);
    const lines = lineCounter(bytes, this.#line - 1, this.delimiter);
    const rows: CsvRow[] = [];
    try {
      parse(bytes, {
        relax_column_count: true,
        skip_empty_lines: true,
        skip_records_with_empty_values: true,
        max_record_size: rowMaxLength,
        ...(this.#rowsMax !== Infinity && { to: this.#rowsMax }),
        delimiter: this.delimiter,
        record_delimiter: ["\r\n", "\n", "\r"],
        on_record: (record: string[], { bytes: end }) => {
          rows.push({ line: lines.lastBefore(end) - lineEndsIn(record), record });
          return null;
        },
      });
      this.#line = lines.after();
      return { rows };
    } catch (error) {
      if (!(error instanceof CsvError)) throw error;
      const expected =
        error.code === "CSV_MAX_RECORD_SIZE"
          ? `a row of at most ${rowMaxLength} characters, whose quotes are closed`
          : "CSV whose quotes are closed";
      return {
        rows,
        fault: { line: lines.nextFilled(), content: badContent(null, null, expected) },
      };
    }
  }

  /** Passes over the marks before the header. */
  #begin(bytes: Buffer): Buffer {
    const { delimiter, begin, linesBefore } = dialectOf(bytes.toString());
    this.#hasBegun = true;
    this.delimiter = delimiter;
    this.#line += linesBefore;
    return bytes.subarray(begin);
  }

  #notUtf8(bytes: Buffer): NumberedLine {
    let [line, begin] = [this.#line, 0];
    for (let end = bytes.indexOf(newline); end !== -1; end = bytes.indexOf(newline, begin)) {
      if (!isUtf8(bytes.subarray(begin, end))) break;
      [line, begin] = [line + 1, end + 1];
    }
    return { line, content: badContent(null, null, 'text in UTF-8: save it as "CSV UTF-8"') };
  }
}

/** The end of the first line that shows the delimiter. */
function endOfHeader(bytes: Buffer): number {
  const [begin] = beginning.exec(bytes.toString()) ?? [];
  return begin === undefined ? Infinity : Buffer.byteLength(begin);
}

const beginning = /^\uFEFF?(?:sep=[,;\t](?:\r\n|\n|\r))?[\r\n]*[^\r\n\uFEFF][^\r\n]*[\r\n]/i;

const [newline, carriageReturn, quote] = [0x0a, 0x0d, 0x22];

/** The end of the last row that is whole in these bytes: behind the last line end that is not between quotes. */
function endOfRows(bytes: Buffer): number {
  const outside: [begin: number, end: number][] = [];
  for (let begin = 0; begin < bytes.length;) {
    const opens = bytes.indexOf(quote, begin);
    outside.push([begin, opens === -1 ? bytes.length : opens]);
    const closes = opens === -1 ? -1 : bytes.indexOf(quote, opens + 1);
    if (closes === -1) break;
    begin = closes + 1;
  }
  return Math.max(lastBehind(bytes, outside, newline), lastBehind(bytes, outside, carriageReturn));
}

function lastBehind(
  bytes: Buffer,
  parts: readonly (readonly [begin: number, end: number])[],
  sign: number,
): number {
  for (const [begin, end] of parts.toReversed()) {
    // The sign at the very end may be the first half of a line end.
    const last = sign === carriageReturn && end === bytes.length ? end - 1 : end;
    const at = bytes.subarray(begin, last).lastIndexOf(sign);
    if (at !== -1) return begin + at + 1;
  }
  return 0;
}

/**
 * Numbers lines as an editor shows them: they end in LF, CRLF or CR, whatever the file's first row ends in. Ends of rows
 * are asked for in their order.
 */
function lineCounter(bytes: Buffer, linesBefore: number, delimiter: string) {
  let [at, line] = [0, linesBefore + 1];
  const isLineEnd = (index: number) =>
    bytes[index] === newline || (bytes[index] === carriageReturn && bytes[index + 1] !== newline);
  const goTo = (end: number) => {
    for (; at < end; at += 1) if (isLineEnd(at)) line += 1;
  };
  return {
    /** The number of the last line of what ends here. */
    lastBefore: (end: number) => {
      goTo(end);
      return at > 0 && isLineEnd(at - 1) ? line - 1 : line;
    },
    /** The number of the next line in which a cell is not empty. */
    nextFilled: () => {
      const [empty = ""] = emptyLines[delimiter]?.exec(bytes.toString("utf8", at)) ?? [];
      return line + lineEndsIn([empty]);
    },
    /** The number of the line behind all. */
    after: () => {
      goTo(bytes.length);
      return line;
    },
  };
}

/** Lines whose cells are all empty, by the delimiter. */
const emptyLines: Readonly<Record<string, RegExp>> = {
  ",": /^(?:(?:"\s*"|[^\S\r\n]*)(?:,(?:"\s*"|[^\S\r\n]*))*(?:\r\n|\n|\r))*/,
  ";": /^(?:(?:"\s*"|[^\S\r\n]*)(?:;(?:"\s*"|[^\S\r\n]*))*(?:\r\n|\n|\r))*/,
  "\t": /^(?:(?:"\s*"|[^\S\r\n\t]*)(?:\t(?:"\s*"|[^\S\r\n\t]*))*(?:\r\n|\n|\r))*/,
};

function lineEndsIn(record: readonly string[]): number {
  return record.reduce((sum, cell) => sum + (cell.match(/\r\n|\n|\r/g)?.length ?? 0), 0);
}

const decoder = new TextDecoder("utf-8", { fatal: true });

function isUtf8(bytes: Buffer): boolean {
  try {
    decoder.decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** The rows of a whole text, or where it is malformed: the header, as many as may be, and one more. */
export function parseCsvRows(text: string): CsvRow[] | NumberedLine {
  const splitter = new CsvSplitter(csvRowsMax + 2);
  const parts = [splitter.push(Buffer.from(text)), splitter.end()];
  for (const { fault } of parts) if (fault !== undefined) return fault;
  return parts.flatMap(({ rows }) => rows).slice(0, csvRowsMax + 2);
}

/** Bytes of one line, at most. An export's longest line, a booking of 1,000 long names, takes some 6.3 MB. */
export const lineMaxBytes = 8 * 1_048_576;

export type RawLine =
  | { readonly line: number; readonly text: string }
  | { readonly line: number; readonly fault: "too-long" | "not-utf-8" };

const newline = 0x0a;
const carriageReturn = 0x0d;
const byteOrderMark = "\uFEFF";

/**
 * Splits a file that arrives in pieces into numbered lines, without blank lines and comments (lines that
 * begin with `#`). Lines end in LF or CRLF; the last one may end with the file. The splitter holds at most
 * one line, and nothing of a line that is too long.
 */
export class LineSplitter {
  readonly #decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  #line = 1;
  #pieces: Uint8Array[] = [];
  #heldBytes = 0;

  /** Returns the lines that end in this piece. The caller may reuse the piece afterwards. */
  push(piece: Uint8Array): RawLine[] {
    const lines: RawLine[] = [];
    let start = 0;
    for (let end = piece.indexOf(newline); end !== -1; end = piece.indexOf(newline, start)) {
      this.#endLine(piece.subarray(start, end), lines);
      start = end + 1;
    }
    this.#hold(piece.subarray(start));
    return lines;
  }

  /** Returns the last line, where it has no line end. */
  end(): RawLine[] {
    const lines: RawLine[] = [];
    this.#endLine(new Uint8Array(), lines);
    return lines;
  }

  #hold(piece: Uint8Array): void {
    this.#heldBytes += piece.length;
    if (this.#heldBytes > lineMaxBytes + 1) this.#pieces = [];
    else if (piece.length > 0) this.#pieces.push(Buffer.from(piece));
  }

  #endLine(rest: Uint8Array, lines: RawLine[]): void {
    const line = this.#line++;
    const bytes = this.#withHeld(rest);
    if (bytes === null) {
      lines.push({ line, fault: "too-long" });
      return;
    }
    const text = this.#decode(bytes);
    if (text === null) {
      lines.push({ line, fault: "not-utf-8" });
      return;
    }
    const content = line === 1 && text.startsWith(byteOrderMark) ? text.slice(1) : text;
    if (!/^[ \t\r]*(?:#|$)/.test(content)) lines.push({ line, text: content });
  }

  /** The whole line without its end; null when it is too long. */
  #withHeld(rest: Uint8Array): Uint8Array | null {
    const length = this.#heldBytes + rest.length;
    let bytes: Uint8Array = rest;
    if (this.#heldBytes > 0 && length <= lineMaxBytes + 1) {
      bytes = Buffer.concat([...this.#pieces, rest]);
    }
    this.#pieces = [];
    this.#heldBytes = 0;
    const content = bytes.at(-1) === carriageReturn ? bytes.subarray(0, -1) : bytes;
    return length > lineMaxBytes + 1 || content.length > lineMaxBytes ? null : content;
  }

  #decode(bytes: Uint8Array): string | null {
    try {
      return this.#decoder.decode(bytes);
    } catch {
      return null;
    }
  }
}

/** What to do with a file of another format, known by its first bytes, as what was expected; null for others. */
export function otherFormat(begin: Uint8Array): string | null {
  const hex = Array.from(begin.subarray(0, bytesRead), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
  return formats.find(({ begins }) => begins.test(hex))?.expected ?? null;
}

const bytesRead = 32;
const utf16 = "text in UTF-8, not in UTF-16: save the file as UTF-8";

/** The beginnings are in hexadecimal digits. */
const formats: readonly { readonly begins: RegExp; readonly expected: string }[] = [
  {
    begins: /^504b0304/,
    expected:
      "text in UTF-8, not a zip file or a spreadsheet's own format (.xlsx, .ods, .numbers): save it as CSV UTF-8",
  },
  {
    // BEGIN:VCALENDAR
    begins: /^(efbbbf)?424547494e3a5643414c454e444152/,
    expected: "bookings, not a calendar (.ics): export them from the calendar's program as CSV",
  },
  {
    begins: /^1f8b/,
    expected: "text in UTF-8, not a compressed file: unpack it, such as with gunzip",
  },
  {
    // The container of an .xls of before 2007.
    begins: /^d0cf11e0a1b11ae1/,
    expected: "text in UTF-8, not an old spreadsheet's own format (.xls): save it as CSV UTF-8",
  },
  {
    // %PDF
    begins: /^25504446/,
    expected: "bookings, not a PDF: export them from the other system as CSV",
  },
  {
    // <!, <?, <html, <table: many systems call a page of theirs .xls or .csv.
    begins: /^(efbbbf)?(09|0a|0d|20)*3c(21|3f|[46]8[57]4[46]d[46]c|[57]4[46]1[46]2[46]c[46]5)/,
    expected:
      "bookings, not a web page or XML, whatever its name says: open it in a spreadsheet and save it as CSV UTF-8",
  },
  { begins: /^(fffe|feff)/, expected: utf16 },
  // Two letters of ASCII without a byte order mark.
  { begins: /^([2-7][0-9a-f]00){2}|^(00[2-7][0-9a-f]){2}/, expected: utf16 },
  {
    // A byte order mark, a bracket, white space, and an object.
    begins: /^(efbbbf)?5b(09|0a|0d|20)*(7b|$)/,
    expected: "one JSON object a line, not all lines in one array",
  },
];

/** Bytes of one line, at most. An export's longest line, a booking of 1,000 long names, takes some 6.3 MB. */
export const lineMaxBytes = 8 * 1_048_576;

export type RawLine =
  | { readonly line: number; readonly text: string }
  | { readonly line: number; readonly fault: "too-long" | "not-utf-8" };

const newline = 0x0a;
const carriageReturn = 0x0d;
/** A carriage return may follow. */
const heldMaxBytes = lineMaxBytes + 1;
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
    if (this.#heldBytes > heldMaxBytes) this.#pieces = [];
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
    if (this.#heldBytes > 0 && length <= heldMaxBytes) {
      bytes = Buffer.concat([...this.#pieces, rest]);
    }
    this.#pieces = [];
    this.#heldBytes = 0;
    const content = bytes.at(-1) === carriageReturn ? bytes.subarray(0, -1) : bytes;
    return length > heldMaxBytes || content.length > lineMaxBytes ? null : content;
  }

  #decode(bytes: Uint8Array): string | null {
    try {
      return this.#decoder.decode(bytes);
    } catch {
      return null;
    }
  }
}

/** How many bytes one line may have. */
export const lineMaxBytes = 1_048_576;

export type RawLine =
  | { readonly line: number; readonly text: string }
  | { readonly line: number; readonly fault: "too-long" | "not-utf-8" };

const newline = 0x0a;
const carriageReturn = 0x0d;
const byteOrderMark = "\uFEFF";

/**
 * Cuts a file that arrives in pieces into numbered lines, without those that are blank and those that
 * begin with `#`, which are comments. Lines end in
 * LF or CRLF, the last one may end with the file. At most one line is held, and of a line that is
 * too long nothing.
 */
export class LineSplitter {
  readonly #decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  #line = 1;
  #pieces: Uint8Array[] = [];
  #heldBytes = 0;

  /** The lines that end in this piece. It may be reused afterwards. */
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

  /** The last line, where it has no end of its own. */
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

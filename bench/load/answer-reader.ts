/** The facts of an answer that a load generator needs. */
export interface AnswerSeen {
  readonly status: number;
  readonly bytes: number;
}

const headEnd = "\r\n\r\n";

/**
 * Reads the answers on one connection, one at a time, and parses only what decides where each ends:
 * Content-Length, or its chunks.
 */
export class AnswerReader {
  #pending: Buffer | null = null;

  /** The answer that ends with this chunk; null while it is incomplete. */
  push(chunk: Buffer): AnswerSeen | null {
    const data = this.#pending === null ? chunk : Buffer.concat([this.#pending, chunk]);
    this.#pending = data;
    const end = data.indexOf(headEnd);
    if (end === -1) return null;
    const head = data.toString("latin1", 0, end);
    const bytes = lengthOf(head, data, end + headEnd.length);
    if (bytes === null || data.length < bytes) return null;
    if (data.length > bytes) throw new Error("An answer is longer than it says.");
    this.#pending = null;
    return { status: Number(head.slice(9, 12)), bytes };
  }
}

/** Bytes of the whole answer; null while that is unknown. */
function lengthOf(head: string, data: Buffer, bodyAt: number): number | null {
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length !== undefined) return bodyAt + Number(length);
  if (!/\r\ntransfer-encoding: *chunked/i.test(head)) return bodyAt;
  for (let at = bodyAt; ;) {
    const line = data.indexOf("\r\n", at);
    if (line === -1) return null;
    const size = Number.parseInt(data.toString("latin1", at, line), 16);
    at = line + 2 + size + 2;
    if (size === 0) return at;
  }
}

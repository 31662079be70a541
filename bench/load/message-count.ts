/**
 * Counts the messages of PostgreSQL's protocol in one direction of a connection, however the bytes arrive. Each
 * has a byte for its kind and four for its length, but for the first of a client, which has no kind.
 */
export class MessageCount {
  count = 0;
  #head: number[] = [];
  #headBytes: number;
  #left = 0;

  constructor(from: "client" | "server") {
    this.#headBytes = from === "client" ? 4 : 5;
  }

  push(bytes: Uint8Array): void {
    let at = 0;
    while (at < bytes.length) {
      if (this.#left > 0) {
        const taken = Math.min(this.#left, bytes.length - at);
        this.#left -= taken;
        at += taken;
      } else {
        this.#head.push(bytes[at] ?? 0);
        at += 1;
        if (this.#head.length === this.#headBytes) this.#begin();
      }
    }
  }

  #begin(): void {
    this.count += 1;
    this.#left = Buffer.from(this.#head.slice(-4)).readInt32BE() - 4;
    this.#head = [];
    this.#headBytes = 5;
  }
}

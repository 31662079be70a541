import { createHash, type Hash } from "node:crypto";
import { Readable } from "node:stream";

/** A digest that does not depend on the order of members. */
export function digestOf(value: unknown): string {
  return textOf(createHash("sha256").update(JSON.stringify(value, inOrder)));
}

function inOrder(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
}

/** The same bytes, and their digest when all have passed. */
export function digesting(bytes: Readable): {
  readonly bytes: Readable;
  readonly digest: () => string;
} {
  const hash = createHash("sha256");
  const passing = async function* () {
    for await (const piece of bytes as AsyncIterable<Uint8Array>) {
      hash.update(piece);
      yield piece;
    }
  };
  return { bytes: Readable.from(passing(), { objectMode: false }), digest: () => textOf(hash) };
}

function textOf(hash: Hash): string {
  return hash.digest("base64url");
}

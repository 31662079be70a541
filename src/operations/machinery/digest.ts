import { createHash, type Hash } from "node:crypto";
import { Transform } from "node:stream";

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

/** Bytes that pass through a stream as they came, and their digest when all have passed. */
export function digesting(): { readonly stage: Transform; readonly digest: () => string } {
  const hash = createHash("sha256");
  const stage = new Transform({
    transform: (piece: Buffer, _encoding, done) => {
      hash.update(piece);
      done(null, piece);
    },
  });
  return { stage, digest: () => textOf(hash) };
}

function textOf(hash: Hash): string {
  return hash.digest("base64url");
}

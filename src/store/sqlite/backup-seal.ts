import { createHash } from "node:crypto";
import { appendFileSync, closeSync, fstatSync, openSync, readSync } from "node:fs";

/*
 * A backup ends with one line that carries the SHA-256 of everything before it. SQLite ignores what follows
 * the last page, so the file still opens as a database. A file beside the backup was the other choice: two
 * names cannot appear at once, and one is lost when the other is moved.
 */
const mark = "\nbooking backup, SHA-256 of all bytes before this line: ";
const sealForm = new RegExp(`^${mark}([0-9a-f]{64})\n$`);
const sealBytes = mark.length + 64 + 1;
/** Every page size is a multiple of it, and the seal is none. */
const leastPageBytes = 512;

/** The seal at the end of a file, which describes its content. */
export type Seal =
  | { readonly kind: "sealed"; readonly sha256: string; readonly contentBytes: number }
  /** A backup of 0.1.0, or a database that was copied by other means. */
  | { readonly kind: "none"; readonly contentBytes: number }
  | { readonly kind: "broken" };

/** Appends the seal to a complete copy that nobody has open. */
export function seal(path: string): void {
  appendFileSync(path, `${mark}${hashOfFile(path)}\n`);
}

export function readSeal(path: string): Seal {
  const descriptor = openSync(path, "r");
  try {
    const { size } = fstatSync(descriptor);
    const end = Buffer.alloc(Math.min(sealBytes, size));
    readSync(descriptor, end, 0, end.length, size - end.length);
    const sha256 = sealForm.exec(end.toString("latin1"))?.[1];
    if (sha256 !== undefined) return { kind: "sealed", sha256, contentBytes: size - sealBytes };
    const isWhole = size % leastPageBytes === 0;
    return isWhole ? { kind: "none", contentBytes: size } : { kind: "broken" };
  } finally {
    closeSync(descriptor);
  }
}

const pieceBytes = 4 * 1_048_576;

function hashOfFile(path: string): string {
  const hash = createHash("sha256");
  const piece = Buffer.allocUnsafe(pieceBytes);
  const descriptor = openSync(path, "r");
  try {
    for (;;) {
      const bytes = readSync(descriptor, piece, 0, pieceBytes, null);
      if (bytes === 0) return hash.digest("hex");
      hash.update(piece.subarray(0, bytes));
    }
  } finally {
    closeSync(descriptor);
  }
}

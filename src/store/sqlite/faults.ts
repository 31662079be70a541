const busy = 5;
const full = 13;
/** Primary result codes that concern the machine, not the statement. */
const environmental = new Set([busy, 6, 8, 10, 11, full, 14, 15, 26]);

export function isBusy(error: unknown): boolean {
  return resultCode(error) === busy;
}

export function isFull(error: unknown): boolean {
  return resultCode(error) === full;
}

export function isEnvironmental(error: unknown): boolean {
  return environmental.has(resultCode(error));
}

/** SQLITE_CORRUPT and SQLITE_NOTADB concern the content of the file, and neither a statement nor the rest of the machine. */
export function concernsContent(error: unknown): boolean {
  return [11, 26].includes(resultCode(error));
}

/** SQLite's primary result code; 0 for any other error. */
export function resultCode(error: unknown): number {
  const code = (error as { errcode?: unknown }).errcode;
  return typeof code === "number" ? code & 0xff : 0;
}

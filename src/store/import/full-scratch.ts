import { DatabaseUnavailable } from "../engine.ts";

/** SQLITE_READONLY, SQLITE_IOERR, SQLITE_FULL, SQLITE_CANTOPEN. */
const noSpace: ReadonlySet<number> = new Set([8, 10, 13, 14]);

/** Explains that the scratch database found no room. The engine has wrapped the errors of its own database. */
export function explainFullScratch(error: unknown): unknown {
  const { errcode } = error as { readonly errcode?: unknown };
  if (typeof errcode !== "number" || !noSpace.has(errcode & 0xff)) return error;
  return new DatabaseUnavailable(
    "No space is left in the folder for temporary files, in which an import is checked, or it cannot be written: set " +
      "TMPDIR to a folder with more space. Nothing more was imported.",
    { cause: error },
  );
}

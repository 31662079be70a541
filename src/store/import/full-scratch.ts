import { DatabaseUnavailable } from "../engine.ts";

const sqliteFull = 13;

/** Explains that the scratch database found no space. The engine has wrapped the errors of its own database. */
export function explainFullScratch(error: unknown): unknown {
  const { errcode } = error as { readonly errcode?: unknown };
  if (typeof errcode !== "number" || (errcode & 0xff) !== sqliteFull) return error;
  return new DatabaseUnavailable(
    "No space is left in the folder for temporary files, in which an import is checked: set TMPDIR to a folder " +
      "with more space. Nothing more was imported.",
    { cause: error },
  );
}

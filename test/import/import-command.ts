import { writeFileSync } from "node:fs";
import type { Readable } from "node:stream";
import { after } from "node:test";
import { runCommandHere } from "../harness/command-here.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";
import type { Importing } from "./importing.ts";

/** Runs `booking import` on the database. */
export function runImport(importing: Importing, words: readonly string[], input?: Readable) {
  return runCommandHere(importing.databaseUrl, ["import", ...words], input && { input });
}

/** A folder until the tests of the file have ended, and a function that makes files in it. */
export function filesOfSuite() {
  const folder = temporaryFolder();
  after(() => folder[Symbol.dispose]());
  let filesMade = 0;
  return {
    path: folder.path,
    fileWith: (content: string | Buffer): string => {
      const path = `${folder.path}/${(filesMade += 1)}.ndjson`;
      writeFileSync(path, content);
      return path;
    },
  };
}

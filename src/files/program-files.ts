import { readdirSync, readFileSync } from "node:fs";
import { getAssetKeys, getRawAsset, isSea } from "node:sea";

/*
 * The program's files that are not code: migrations, documents, the console. They have the same paths in the
 * sources, in the installed package and inside the executable.
 */

/** The folder of the program. A bundle is at the same depth in its package as this file in the sources. */
const root = new URL("../../", import.meta.url);

/** Reads a file of the program; null where this copy has no such file. */
export function readProgramFile(path: string): Buffer | null {
  if (isSea()) return getAssetKeys().includes(path) ? Buffer.from(getRawAsset(path)) : null;
  try {
    return readFileSync(new URL(path, root));
  } catch (error) {
    if (absent.has((error as NodeJS.ErrnoException).code ?? "")) return null;
    throw error;
  }
}

/** Errors of a path that no file has: it does not exist, is too long, or has a file as its folder. */
const absent: ReadonlySet<string> = new Set(["ENOENT", "ENAMETOOLONG", "ENOTDIR"]);

/** Reads a text file that every copy of the program has. */
export function requireProgramFile(path: string): string {
  const content = readProgramFile(path);
  if (content === null) throw new Error(`This copy of the program lacks ${path}.`);
  return content.toString();
}

/** Lists the names in one folder of the program, which ends in a slash and has no folder in it. */
export function listProgramFiles(folder: string): string[] {
  if (!isSea()) return readdirSync(new URL(folder, root));
  return getAssetKeys()
    .filter((key) => key.startsWith(folder))
    .map((key) => key.slice(folder.length));
}

import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const texts = new Map<string, string>();
const imports = new Map<string, readonly string[]>();

/** A file and all files of the tree that it imports, directly or not. */
export function reach(file: string, seen: Set<string> = new Set()): ReadonlySet<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const imported of importsOf(file)) reach(imported, seen);
  return seen;
}

/** The files of the tree that a file itself imports. */
function importsOf(file: string): readonly string[] {
  const known = imports.get(file);
  if (known !== undefined) return known;
  const paths = textOf(file).matchAll(/\b(?:from|import\(|import) ?"(\.[^"]+)"/g);
  const found = [...paths]
    .map(([, path = ""]) => join(dirname(file), path))
    .filter((path) => existsSync(path));
  imports.set(file, found);
  return found;
}

export function textOf(file: string): string {
  const text = texts.get(file) ?? readFileSync(file, "utf8");
  texts.set(file, text);
  return text;
}

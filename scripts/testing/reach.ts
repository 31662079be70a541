import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const texts = new Map<string, string>();

/** A file and all files of the tree that it imports, directly or not. */
export function reach(file: string, seen: Set<string> = new Set()): ReadonlySet<string> {
  if (seen.has(file) || !existsSync(file)) return seen;
  seen.add(file);
  for (const [, path = ""] of textOf(file).matchAll(/\b(?:from|import\(|import) ?"(\.[^"]+)"/g)) {
    reach(join(dirname(file), path), seen);
  }
  return seen;
}

export function textOf(file: string): string {
  const text = texts.get(file) ?? readFileSync(file, "utf8");
  texts.set(file, text);
  return text;
}

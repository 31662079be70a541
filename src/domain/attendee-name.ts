import { foldText } from "./fold-text.ts";

/** What is indexed of a name: longer names and words are cut, and so is what is typed. */
const wordsMax = 10;
const wordMaxLength = 40;

/** The words of a name as they are compared: without accents, marks and case. */
export function wordsOf(name: string): string[] {
  const words = foldText(name).match(/[\p{L}\p{N}]+/gu) ?? [];
  // oxlint-disable-next-line typescript/no-misused-spread -- code points are meant.
  return words.slice(0, wordsMax).map((word) => [...word].slice(0, wordMaxLength).join(""));
}

/**
 * The index entries of a name: its words, beginning with each of them in turn. A range of entries finds a word by its
 * beginning, and the entry itself has the other words. "Ada King" has `ada king` and `king ada`.
 */
export function indexEntriesOf(name: string | null): string[] {
  const words = name === null ? [] : wordsOf(name);
  const turned = words.map((_, first) => [...words.slice(first), ...words.slice(0, first)]);
  return [...new Set(turned.map((each) => each.join(" ")))];
}

/** Whether each word, as `wordsOf` returns it, begins a word of the name. */
export function isNamed(name: string, typed: readonly string[]): boolean {
  const words = wordsOf(name);
  return typed.every((beginning) => words.some((word) => word.startsWith(beginning)));
}

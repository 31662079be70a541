import { foldText } from "./fold-text.ts";

/** What is indexed of a name: longer names and words are cut, and so is what is typed. */
const wordsMax = 10;
const wordMaxLength = 40;

/** The words of a name as they are compared: without accents, marks and case. */
export function nameWords(name: string): string[] {
  const words = foldText(name).match(/[\p{L}\p{N}]+/gu) ?? [];
  // oxlint-disable-next-line typescript/no-misused-spread -- code points are meant.
  return words.slice(0, wordsMax).map((word) => [...word].slice(0, wordMaxLength).join(""));
}

/**
 * The words of a ticket's attendee as they are stored for the index of names; null without a name, and for the many names
 * that are their own words in lower case, which the database makes by itself.
 */
export function wordsToStore(name: string | null): string | null {
  if (name === null) return null;
  const words = nameWords(name).join(" ");
  const inLowerCase = name.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
  return words === inLowerCase ? null : words;
}

/** Whether each word, as `nameWords` returns it, begins a word of the name. */
export function isNamed(name: string, typed: readonly string[]): boolean {
  const words = nameWords(name);
  return typed.every((beginning) => words.some((word) => word.startsWith(beginning)));
}

import { shown } from "../domain/data-file/values.ts";

/** Repeats what was typed in a text at a bounded length: a file that was pasted as a value would bury what is said of it. */
export function briefText(words: readonly string[]): (text: string) => string {
  const long = words
    .flatMap((word) => [word, word.slice(word.indexOf("=") + 1)])
    .map((word) => [word, shown(word)] as const)
    .filter(([word, short]) => word !== short);
  return (text) => long.reduce((cut, [word, short]) => cut.replaceAll(word, () => short), text);
}

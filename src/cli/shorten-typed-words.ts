import { shown } from "../domain/data-file/values.ts";

/**
 * Shortens long arguments wherever a message repeats them: a file that was pasted as a value would bury the rest of the
 * message. Of `--name=value` messages repeat the value alone as well.
 */
export function shortenTypedWords(words: readonly string[]): (text: string) => string {
  const long = words
    .flatMap((word) => (word.includes("=") ? [word, word.slice(word.indexOf("=") + 1)] : [word]))
    .map((word) => [word, shown(word)] as const)
    .filter(([word, short]) => word !== short);
  return (text) => long.reduce((cut, [word, short]) => cut.replaceAll(word, () => short), text);
}

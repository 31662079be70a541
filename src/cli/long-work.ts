/**
 * The commands that read a whole account or database beside a service. An import, a retention and a move of an
 * account are none: cancels wait for the locks that these hold, and would wait as long as these wait for a processor.
 * `copy` and `restore` are none, because nobody is served meanwhile.
 */
const longCommands = new Set(["backup", "export", "verify"]);

/** Whether the command line asks for reads of seconds or minutes beside callers. */
export function isLongWork(words: readonly string[]): boolean {
  const command = words.find((word) => !word.startsWith("-"));
  return command !== undefined && longCommands.has(command);
}

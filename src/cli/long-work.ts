/**
 * The commands that read or write a whole account or database beside a service. A move of an account is none,
 * because its last step has two seconds; `copy` and `restore` are none, because nobody is served meanwhile.
 */
const longCommands = new Set(["backup", "export", "import", "retention", "verify"]);

/** Whether the command line asks for work of seconds or minutes beside callers. */
export function isLongWork(words: readonly string[]): boolean {
  const command = words.find((word) => !word.startsWith("-"));
  return command !== undefined && longCommands.has(command);
}

/**
 * The commands that read or write a whole account or database beside a service. An import holds its locks for 1,000
 * lines at most, because cancels wait for these as long as it waits for a processor. A retention has no such
 * limit. `copy` and `restore` are none, because nobody is served meanwhile.
 */
const longCommands = new Set(["backup", "export", "import", "verify"]);

/** Whether the command line asks for work of seconds or minutes beside callers. */
export function isLongWork(words: readonly string[]): boolean {
  const command = words.find(
    (word, index) => !word.startsWith("-") && words[index - 1] !== "--env-file",
  );
  return command !== undefined && longCommands.has(command);
}

/** A count with its words: `1 slot`, `2 slots`. Other plurals than with an s are given. */
export function counted(count: number, words: string, plural = `${words}s`): string {
  return `${count} ${count === 1 ? words : plural}`;
}

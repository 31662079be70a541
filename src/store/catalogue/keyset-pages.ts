/** How many rows one statement reads: what is held in memory, and how long reading blocks others. */
export const rowsPerPage = 200;

/**
 * Reads rows by their keys, a portion at a time. Each portion begins after the last row of the one
 * before it, by key instead of by offset, so that the last one costs no more than the first. `first`
 * is a key before all others.
 */
export async function* keysetPages<Key extends object, Row extends Key>(
  first: Key,
  read: (after: Key) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  let after = first;
  for (;;) {
    const rows = await read(after);
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < rowsPerPage) return;
    after = last;
    // Rows may come without any waiting; others of this process shall have their turn.
    await new Promise((resume) => setImmediate(resume));
  }
}

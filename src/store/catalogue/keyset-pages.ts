/**
 * Rows of one statement. It bounds the memory of a page, and the time for which the embedded engine blocks
 * other work.
 */
export const rowsPerPage = 200;

/**
 * Reads rows in pages by their keys. Each page begins after the last key of the previous one instead of at an
 * offset, so the last page costs no more than the first. `first` is a key before all others.
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
    // The embedded engine returns rows without waiting, so the loop yields to the process's other work.
    await new Promise((resume) => setImmediate(resume));
  }
}

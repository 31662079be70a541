/** What was read, and whether all of it could be. */
interface Read {
  readonly isWhole: boolean;
}

interface Times {
  /** What is older is read anew. */
  readonly freshMs: number;
  /** What is older is not shown while that is read. */
  readonly shownMs: number;
}

/**
 * Remembers what was read. Only the first caller waits for a reading, and one after `shownMs`: for all others what is there
 * is read anew behind it. There is one reading at a time. A failure is not kept, and what is whole is kept instead of what
 * is not.
 */
export function rememberedFor<T extends Read>(
  { freshMs, shownMs }: Times,
  read: () => Promise<T>,
): () => Promise<T> {
  let kept: { readonly value: T; readonly freshUntil: number; readonly shownUntil: number } | null =
    null;
  let reading: Promise<T> | null = null;
  const readAnew = async (): Promise<T> => {
    const beganAt = performance.now();
    const value = await read();
    if (value.isWhole || kept === null || kept.shownUntil <= performance.now()) {
      const freshUntil = value.isWhole ? beganAt + freshMs : beganAt;
      kept = { value, freshUntil, shownUntil: beganAt + shownMs };
    }
    return kept.value;
  };
  return async () => {
    const now = performance.now();
    if (kept !== null && now < kept.freshUntil) return kept.value;
    reading ??= readAnew().finally(() => (reading = null));
    if (kept === null || now >= kept.shownUntil) return reading;
    // The next caller asks again.
    reading.catch(() => {});
    return kept.value;
  };
}

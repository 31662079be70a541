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
 * Remembers what was read (stale-while-revalidate). Only the first caller waits for a reading, and one after `shownMs`: all
 * others get what is there, which is read anew in the background. There is one reading at a time. A failure is not kept, and
 * what is whole is kept instead of what is not. `onFailure` receives the failure of a reading in the background.
 */
export function rememberedFor<T extends Read>(
  { freshMs, shownMs }: Times,
  read: () => Promise<T>,
  onFailure: (error: unknown) => void,
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
    const isAwaited = kept === null || now >= kept.shownUntil;
    if (reading === null) {
      reading = readAnew().finally(() => (reading = null));
      // The next caller asks again.
      if (!isAwaited) reading.catch(onFailure);
    }
    return isAwaited || kept === null ? reading : kept.value;
  };
}

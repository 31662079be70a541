/** Reads again when what was read is older than that; calls of one moment share a reading, and a failure is not kept. */
export function rememberedFor<T>(ms: number, read: () => Promise<T>): () => Promise<T> {
  let kept: { readonly value: Promise<T>; readonly until: number } | null = null;
  return () => {
    const now = performance.now();
    if (kept !== null && now < kept.until) return kept.value;
    const value = read();
    const own = { value, until: now + ms };
    kept = own;
    value.catch(() => {
      if (kept === own) kept = null;
    });
    return value;
  };
}

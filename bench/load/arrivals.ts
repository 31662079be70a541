/** Milliseconds until the next arrival, of many independent callers. */
export function poissonArrivals(perSecond: number, random: () => number): () => number {
  return () => (-Math.log(1 - random()) * 1000) / perSecond;
}

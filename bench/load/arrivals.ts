/** Milliseconds until the next arrival, of many callers who know nothing of each other. */
export function poissonArrivals(perSecond: number, random: () => number): () => number {
  return () => (-Math.log(1 - random()) * 1000) / perSecond;
}

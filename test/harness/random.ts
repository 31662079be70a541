/** Returns the next integer from 0 up to, and without, `below`. */
export type Random = (below: number) => number;

/** mulberry32: the same numbers for the same seed. */
export function seededRandom(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

export function pick<T>(random: Random, from: readonly T[]): T {
  const one = from[random(from.length)];
  if (one === undefined) throw new Error("There is nothing to pick from.");
  return one;
}

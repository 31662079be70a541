import { createHash } from "node:crypto";

/** Pseudorandom numbers that are the same on every run. They are never for secrets. */
export interface Random {
  /** At least 0, below 1. */
  fraction(): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  shuffle<T>(list: readonly T[]): readonly T[];
}

/** People are drawn from this seed first, so that they are always the same. */
export const demoSeed = 20_300_501;

/** Mulberry32: 32 bits of state and a full period, enough for a few thousand draws. */
export function seededRandom(seed: number): Random {
  let state = seed;
  const fraction = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    fraction,
    chance: (probability) => fraction() < probability,
    pick: (list) => {
      const picked = list[Math.floor(fraction() * list.length)];
      if (picked === undefined) throw new RangeError("nothing to pick from an empty list");
      return picked;
    },
    shuffle: (list) =>
      list
        .map((item) => ({ item, rank: fraction() }))
        .toSorted((one, other) => one.rank - other.rank)
        .map(({ item }) => item),
  };
}

/** A UUID in the shape of version 4 that depends on its label alone. */
export function labelledUuid(label: string): string {
  const hash = createHash("sha256").update(label).digest("hex");
  const variant = "89ab".charAt(Number.parseInt(hash.charAt(16), 16) % 4);
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `4${hash.slice(13, 16)}`,
    variant + hash.slice(17, 20),
    hash.slice(20, 32),
  ].join("-");
}

import { setTimeout as sleep } from "node:timers/promises";

interface Patience {
  readonly limitMs?: number;
  readonly everyMs?: number;
}

/**
 * Repeats `look` until its result is neither `false` nor `null` nor `undefined`, and returns that. Fails
 * after a limit that no busy machine reaches.
 */
export async function until<T>(
  look: () => T | Promise<T>,
  { limitMs = 60_000, everyMs = 20 }: Patience = {},
): Promise<Exclude<T, false | null | undefined>> {
  const deadline = performance.now() + limitMs;
  for (;;) {
    const found = await look();
    if (found !== false && found !== null && found !== undefined) {
      return found as Exclude<T, false | null | undefined>;
    }
    if (performance.now() > deadline)
      throw new Error(`Not so after ${limitMs} ms: ${look.toString()}`);
    await sleep(everyMs);
  }
}

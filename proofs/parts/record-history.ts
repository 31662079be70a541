import { setTimeout as sleep } from "node:timers/promises";
import type { Random } from "../../test/harness/random.ts";
import type { Operation } from "./history.ts";

/** Three callers, each with one operation after the other. */
export async function record<I>(
  random: Random,
  length: number,
  next: () => I,
  act: (input: I) => Promise<string | null>,
): Promise<Operation<I>[]> {
  const callers = Array.from({ length: 3 }, async () => {
    const mine: Operation<I>[] = [];
    for (let times = 0; times < length / 2; times += 1) {
      await sleep(random(3));
      mine.push(await observe(next(), act));
    }
    return mine;
  });
  return (await Promise.all(callers)).flat();
}

export async function observe<I>(
  input: I,
  act: (input: I) => Promise<string | null>,
): Promise<Operation<I>> {
  const began = performance.now();
  const output = await act(input).catch(() => null);
  return { input, output, began, ended: output === null ? Infinity : performance.now() };
}

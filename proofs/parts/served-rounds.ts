import { setTimeout as sleep } from "node:timers/promises";
import { call } from "../../test/harness/call.ts";
import type { ServerProcess } from "../../test/harness/process.ts";

/** As long as a server process rests before it looks again for seats that are due. */
const roundMs = 300;

/** When a server process answered: once a round. A process that stands still, or is dead, has no rounds. */
export type ServedRounds = readonly number[];

/**
 * Counts a server's rounds: each lasts `roundMs` at least, and ends with an answer of the thread that ends seats. So a
 * machine that is busy lengthens rounds, and adds none.
 */
export function countRounds(server: ServerProcess): {
  readonly rounds: ServedRounds;
  stop(): Promise<void>;
} {
  const rounds: number[] = [];
  let over = false;
  const counting = (async () => {
    for (;;) {
      await sleep(roundMs);
      if (over) return;
      const answer = await call(server.api, { path: "/" }).catch(() => null);
      if (answer !== null) rounds.push(Date.now());
    }
  })();
  return {
    rounds,
    stop: async () => {
      over = true;
      await counting;
    },
  };
}

/** The most rounds that one process had between the moment at which seats were to end and the one at which they did. */
export function mostRoundsLate(
  ends: readonly { readonly expiresAt: number; readonly endedAt: number }[],
  lives: readonly ServedRounds[],
): number {
  const lateness = ends.flatMap(({ expiresAt, endedAt }) =>
    lives.map((rounds) => rounds.filter((at) => at > expiresAt && at < endedAt).length),
  );
  return lateness.reduce((most, each) => Math.max(most, each), 0);
}

import { setTimeout as sleep } from "node:timers/promises";
import { startServerProcess } from "../../test/harness/process.ts";
import { acmeWith, booking, fetchPath, productionHost } from "../../test/harness/seed.ts";
import { startTestService } from "../../test/harness/service.ts";
import { temporaryFolder } from "../../test/harness/temporary-folder.ts";
import { askOnce } from "../parts/ask-once.ts";
import { openSlowly, patienceMs, type SlowlyEnded } from "../parts/slow-connections.ts";
import { Stalls } from "../parts/stalls.ts";
import type { Proof, ProofOrder, Proven } from "../running/proof.ts";

/**
 * Connections that send nothing, half a request, or a byte a second, beside an honest caller. The stalls of the
 * service's event loop are judged, in processor time, so that other programs do not count. The honest
 * caller's own times are shown and not judged, because they include its waits for a processor. The slow connections
 * are opened in a thread of their own.
 */
export const slow: Proof = {
  promises: ["P19"],
  what: "slow connections are ended, and an honest caller does not notice them",
  goal: "10,000 slow connections all ended in 12 s, no stall of the event loop over 50 ms more than before them, honest p99 within 50 ms",
  unit: "slow connections",
  engines: ["sqlite"],
  usual: 1_000,
  full: 10_000,
  shows: ["slow connections", "honest requests"],
  prove,
};

const goalSeconds = 12;
const p99Ms = 50;
const stallMoreMs = 50;
const calmMs = 2_000;
async function prove({ count }: ProofOrder): Promise<Proven> {
  await using prepared = await startTestService([acmeWith([booking("honest")])]);
  const token = await prepared.token();
  using folder = temporaryFolder();
  const stalls = new Stalls(folder.path);
  await using server = await startServerProcess(prepared.databaseUrl, {
    RATE_LIMIT_REQUESTS_PER_MINUTE: "0",
    ...stalls.environment,
  });
  const honest = new HonestCaller(server.api, token);
  const stallsOf = async (work: () => Promise<unknown>): Promise<number> => {
    const from = Date.now();
    await honest.during(work);
    return Math.round(stalls.longest([server.child.pid ?? 0], from, Date.now()));
  };
  await honest.during(() => sleep(calmMs));
  honest.forget();
  const calmStallMs = await stallsOf(() => sleep(calmMs));
  const calmP99 = honest.p99;
  honest.forget();
  let slowly: SlowlyEnded = { lives: [], left: count };
  const stallMs = await stallsOf(async () => {
    slowly = await openSlowly({ port: Number(new URL(server.api).port), count });
  });
  const { lives, left } = slowly;
  const longest = Math.max(0, ...lives) / 1000;
  return {
    figures: {
      "slow connections": count,
      "ended after s at most": Number(longest.toFixed(1)),
      "still alive": left,
      "honest requests": honest.times.length,
      "honest p99 in ms, before and beside": `${calmP99} and ${honest.p99}`,
      "within the goal": longest <= goalSeconds && honest.p99 <= p99Ms ? "yes" : "no",
      "longest stall of the event loop in ms, before and beside": `${calmStallMs} and ${stallMs}`,
    },
    breaches: [
      ...(left > 0 ? [`${left} are alive after ${patienceMs / 1000} s`] : []),
      ...(stallMs > calmStallMs + stallMoreMs ? [`the event loop stalled for ${stallMs} ms`] : []),
      ...honest.refused.map((status) => `an honest caller was answered ${status}`),
    ],
  };
}

/** A caller that opens a connection for each list. */
class HonestCaller {
  times: number[] = [];
  readonly refused: number[] = [];
  readonly #api: string;
  readonly #token: string;

  constructor(api: string, token: string) {
    this.#api = api;
    this.#token = token;
  }

  /** Calls until the work has ended. */
  async during(work: () => Promise<unknown>): Promise<void> {
    const state = { isOver: false };
    const working = work().finally(() => {
      state.isOver = true;
    });
    while (!state.isOver) {
      const { status, ms } = await askOnce(false, {
        api: this.#api,
        path: `${fetchPath}?external_id=honest`,
        headers: { host: productionHost, authorization: `Bearer ${this.#token}` },
      });
      this.times.push(ms);
      if (status !== 200) this.refused.push(status);
      await sleep(20);
    }
    await working;
  }

  forget(): void {
    this.times = [];
  }

  get p99(): number {
    const sorted = this.times.toSorted((one, other) => one - other);
    return Math.round(sorted[Math.floor(sorted.length * 0.99)] ?? 0);
  }
}

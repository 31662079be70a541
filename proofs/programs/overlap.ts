import { setTimeout as sleep } from "node:timers/promises";
import { call } from "../../test/harness/call.ts";
import { startServerProcess } from "../../test/harness/process.ts";
import { query } from "../../test/harness/query.ts";
import { seededRandom } from "../../test/harness/random.ts";
import {
  acmeWith,
  booking,
  cancelPath,
  productionHost,
  withSlots,
} from "../../test/harness/seed.ts";
import { importLines, startTestService } from "../../test/harness/service.ts";
import { heldAgainstLaws } from "../parts/held-against-invariants.ts";
import type { Proof, ProofOrder, Proven } from "../running/proof.ts";

/** Starts a second server on the file of a first one under load, and kills one of the two. */
export const overlap: Proof = {
  promises: ["P29"],
  what: "a second process on the same embedded database is harmless",
  goal: "20 overlaps, 0 lost",
  unit: "overlaps",
  engines: ["sqlite"],
  usual: 4,
  full: 20,
  shows: ["acknowledged"],
  prove,
};

const callers = 6;
const bookingsPerOverlap = 600;
const overlapMs = 700;

async function prove({ seed, count, timeLeft, tell }: ProofOrder): Promise<Proven> {
  const random = seededRandom(seed);
  await using prepared = await startTestService([acmeWith([booking("first")])]);
  const { id } = (await prepared.store.accounts.find(acmeWith([]).name))!;
  const token = await prepared.token();
  const figures = { overlaps: 0, acknowledged: 0, busy: 0, lost: 0 };
  const breaches: string[] = [];
  while (figures.overlaps < count && timeLeft()) {
    const lines = Array.from({ length: bookingsPerOverlap }, () => booking("overlapped"));
    await importLines(prepared.store, id, withSlots(lines));
    const waiting = lines.map((line) => line.booking);
    const done = new Set<string>();
    await using first = await startServerProcess(prepared.databaseUrl, {
      RATE_LIMIT_REQUESTS_PER_MINUTE: "0",
    });
    const apis = [first.api];
    const state = { over: false };
    const work = Promise.all(
      Array.from({ length: callers }, async (_, number) => {
        for (let next = waiting.pop(); next !== undefined && !state.over; next = waiting.pop()) {
          const answer = await call(apis[number % apis.length]!, {
            method: "POST",
            path: cancelPath,
            host: productionHost,
            token,
            body: { booking: next },
          }).catch(() => null);
          if (answer?.status === 200) done.add(next);
          else if (answer?.status === 503) figures.busy += 1;
          else if (answer !== null) breaches.push(`a cancel was answered ${answer.status}`);
        }
      }),
    );
    await using second = await startServerProcess(prepared.databaseUrl, {
      RATE_LIMIT_REQUESTS_PER_MINUTE: "0",
    });
    apis.push(second.api);
    await sleep(overlapMs);
    // The survivor serves everything.
    const [victim, survivor] = random(2) === 0 ? [first, second] : [second, first];
    apis.splice(0, apis.length, survivor.api);
    await victim.kill();
    await sleep(overlapMs);
    state.over = true;
    await work;
    const cancelled = new Set(
      query(prepared.databaseUrl, "select id from booking where booking_status = 'CANCELLED'").map(
        (row) => row["id"],
      ),
    );
    const lost = [...done].filter((each) => !cancelled.has(each));
    figures.overlaps += 1;
    figures.acknowledged += done.size;
    figures.lost += lost.length;
    breaches.push(...lost.map((each) => `lost: ${each} was cancelled`));
    tell(figures.overlaps, `${figures.acknowledged} acknowledged, ${figures.lost} lost`);
  }
  return { figures, breaches: [...breaches, ...(await heldAgainstLaws(prepared))] };
}

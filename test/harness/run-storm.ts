import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { isRefused } from "../../src/domain/refusal.ts";
import type { Store } from "../../src/store/store.ts";
import { verifyAccount } from "../../src/usecases/operator/verify-account.ts";
import { createAccount } from "./operate.ts";
import { isUnavailable } from "./is-unavailable.ts";
import { newestWinsBreaches } from "./newest-wins-breaches.ts";
import { audit, importLines } from "./service.ts";
import { stormAccount, stormCatalogue } from "./storm-data.ts";
import { seededRandom } from "./random.ts";
import { startStormProcess, type StormProcess } from "./storm-process.ts";
import { typeBreaches } from "./type-breaches.ts";
import type { StormCounts } from "./storm-worker.ts";

export interface Storm {
  /** The number of operations, at least. */
  readonly operations: number;
  readonly slots: number;
  /** The same seed does the same operations, though not in the same order. */
  readonly seed: number;
  /** The number of operations between two checks of the invariants. */
  readonly batch: number;
  /** Kills one of the processes in each batch, at any moment, and starts another. */
  readonly kills?: boolean;
  /** Called before each batch; false ends the storm early. */
  readonly mayContinue?: () => boolean;
  /** Called after each batch. */
  readonly onBatch?: (done: number) => void;
}

export interface StormReport {
  readonly operations: number;
  /** How often each kind of operation was done, and how often it was refused. */
  readonly counts: StormCounts;
  readonly checks: number;
  readonly kills: number;
  readonly seconds: number;
}

/** The kinds of operations that a meaningful storm contains. */
const kinds = [
  "book CONFIRMED",
  "book WAITLIST",
  "caller's cancel",
  "promote",
  "capacity",
  "move",
  "close",
  "merge",
  "erase",
  "import",
  "limit",
  "switch limit",
  "book late",
  "switch window",
  "hold",
  "book a hold",
  "extend hold",
  "release hold",
  "end",
  "accept",
];
const atOnce = 6;

/**
 * Two processes book, hold, accept, cancel, promote, check in, move, close, merge, erase, import and change capacities,
 * limits and windows of types on few slots, several at a time, in a database whose schema is current and which has no account of that name. Throws at
 * the first violation of an invariant, and where an import undid something newer.
 */
export async function runStorm(
  { store, databaseUrl }: { readonly store: Store; readonly databaseUrl: string },
  {
    operations,
    slots,
    seed: firstSeed,
    batch,
    kills = false,
    mayContinue = () => true,
    onBatch,
  }: Storm,
): Promise<StormReport> {
  const account = await createAccount(store, audit(), stormAccount, ["storm.example"], []);
  if (isRefused<{ why: string }>(account)) throw new Error(account.refused.why);
  await importLines(store, account.id, stormCatalogue(slots));
  const begunAt = performance.now();
  const made: string[] = [];
  const start = (own: 0 | 1): Promise<StormProcess> =>
    startStormProcess(databaseUrl, slots, (some) => {
      made.push(...some);
      made.splice(0, made.length - bookingsTold);
      pair[1 - own]?.tell(some);
    });
  const pair: StormProcess[] = [];
  await using _ = { [Symbol.asyncDispose]: () => endAll(pair) };
  pair.push(await start(0), await start(1));
  let killed = 0;
  const random = seededRandom(firstSeed);
  const counts: StormCounts = {};
  const missing = () =>
    kinds
      .filter((kind) => (counts[kind]?.done ?? 0) === 0)
      .concat((counts["book by the clock"]?.refused ?? 0) === 0 ? ["a refusal by the clock"] : []);
  let done = 0;
  let checks = 0;
  // A short storm may lack a kind of operation by chance; it then runs longer.
  while (mayContinue() && (done < operations || (missing().length > 0 && done < 10 * operations))) {
    const seed = firstSeed + 2 * checks;
    const each = { operations: Math.ceil(batch / 2), atOnce };
    const running = Promise.all(pair.map((one, own) => one.run({ ...each, seed: seed + own })));
    if (kills) {
      const own = checks % 2 === 0 ? 0 : 1;
      await sleep(random(killedWithinMs));
      await pair[own]?.kill();
      killed += 1;
      pair[own] = await start(own);
      pair[own].tell(made);
    }
    for (const part of await running) addUp(counts, part);
    done += 2 * each.operations;
    checks += 1;
    await untilAnswered(() => assertLawful(store));
    assert.deepEqual(typeBreaches(databaseUrl), []);
    onBatch?.(done);
  }
  assert.deepEqual(newestWinsBreaches(databaseUrl), []);
  if (mayContinue()) assert.deepEqual(missing(), [], "nothing of these was done");
  return {
    operations: done,
    counts,
    checks,
    kills: killed,
    seconds: (performance.now() - begunAt) / 1000,
  };
}

/** As many as a process of the storm remembers. */
const bookingsTold = 150;
const killedWithinMs = 3_000;

async function endAll(processes: readonly StormProcess[]): Promise<void> {
  for (const one of processes) await one[Symbol.asyncDispose]();
}

function addUp(total: StormCounts, some: StormCounts): void {
  for (const [kind, { done, refused }] of Object.entries(some)) {
    const count = (total[kind] ??= { done: 0, refused: 0 });
    count.done += done;
    count.refused += refused;
  }
}

/** A machine under a storm may be too busy for a while. */
async function untilAnswered(look: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await look();
    } catch (error) {
      if (!isUnavailable(error) || attempt === looksMax) throw error;
      await sleep(1_000);
    }
  }
}

const looksMax = 30;

async function assertLawful(store: Store): Promise<void> {
  const found = await verifyAccount(store, null);
  if (isRefused(found)) assert.fail();
  assert.deepEqual(found.violations, []);
  // Where every booking needs one seat, no free seat stays beside a waitlist.
  const { id } = (await store.accounts.find(stormAccount)) ?? assert.fail();
  const slots = await store.account(id).findSlots({ publicKey: "pk_single", limit: 10_000 });
  for (const { seats, waitingTickets } of slots) {
    assert.ok(
      waitingTickets === 0 || seats.taken >= seats.capacity,
      `${seats.capacity - seats.taken} seats are free beside ${waitingTickets} who wait`,
    );
  }
}

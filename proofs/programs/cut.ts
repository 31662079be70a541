import { randomUUID } from "node:crypto";
import type { AccountId } from "../../src/domain/account.ts";
import type { BookingId } from "../../src/domain/booking.ts";
import { isRefused } from "../../src/domain/refusal.ts";
import { DatabaseUnavailable } from "../../src/store/engine.ts";
import { openStore, type Store } from "../../src/store/store.ts";
import { cancelBooking } from "../../src/usecases/cancel-booking.ts";
import { query } from "../../test/harness/database.ts";
import { startFaultProxy, type FaultProxy } from "../../test/harness/fault-proxy.ts";
import { acmeWith, booking, withSlots } from "../../test/harness/seed.ts";
import {
  acme,
  importLines,
  startTestService,
  type TestService,
} from "../../test/harness/service.ts";
import { until } from "../../test/harness/until.ts";
import { heldAgainstLaws } from "../parts/held-against-invariants.ts";
import type { Proof, ProofOrder, Proven } from "../running/proof.ts";

/**
 * Cuts, silences or delays the connection between the service and PostgreSQL at every step of a cancel, once
 * before the statement arrives and once before its answer does. Every answer must agree with the database.
 */
export const cut: Proof = {
  promises: ["P4"],
  what: "a database connection cut, silent or slow at every step of a cancel: no answer lies",
  goal: "every step: 0 disagreements; 95 % of the committed ones answered 200",
  unit: "rounds over every step",
  engines: ["postgres"],
  usual: 1,
  full: 20,
  shows: ["committed"],
  prove,
};

/** In a transaction with others, as callers' cancels are, or in one of its own. */
const ways = ["together", "alone"] as const;
type Way = (typeof ways)[number];

/** Bytes that reach the database in one piece are one step. */
const fewestSteps = { together: 2, alone: 3 } as const;

/** A late statement arrives after the service has given the connection up, and is executed nevertheless. */
const faults = ["cut", "hold", "delay", "late"] as const;
const sides = ["statement", "answer"] as const;
const delayMs = { delay: 60, late: 1_400 } as const;
const patienceMs = 10_000;
const bookingsAtOnce = 200;

interface Fault {
  readonly way: Way;
  readonly step: number;
  readonly fault: (typeof faults)[number];
  readonly lost: (typeof sides)[number];
  readonly key: string | null;
}

async function prove({ count, timeLeft, tell }: ProofOrder): Promise<Proven> {
  await using stage = await startStage();
  const breaches: string[] = [];
  const figures = { faults: 0, steps: 0, disagreements: 0, committed: 0, "told 200": 0, busy: 0 };
  for (let round = 1; round <= count && timeLeft(); round += 1) {
    const steps = { together: 0, alone: 0 };
    for (const way of ways) {
      steps[way] = await stage.countSteps(way);
      if (steps[way] >= fewestSteps[way]) continue;
      breaches.push(`a cancel ${way} has only ${steps[way]} steps`);
    }
    figures.steps = steps.together + steps.alone;
    for (const meet of ways.flatMap((way) => allFaults(way, steps[way]))) {
      if (!timeLeft()) break;
      const met = await meetFault(stage, meet);
      figures.faults += 1;
      figures.committed += met.done ? 1 : 0;
      figures["told 200"] += met.done && met.status === 200 ? 1 : 0;
      figures.busy += met.status === 503 ? 1 : 0;
      figures.disagreements += met.breaches.length > 0 ? 1 : 0;
      breaches.push(...met.breaches.map((why) => `${why}: ${JSON.stringify(meet)}`));
      tell(round, `${figures.faults} faults, ${figures.disagreements} disagreements`);
    }
  }
  if (figures["told 200"] < 0.95 * figures.committed || figures.committed === 0) {
    breaches.push(
      `of ${figures.committed} committed ones ${figures["told 200"]} were answered 200`,
    );
  }
  return { figures, breaches: [...breaches, ...(await heldAgainstLaws(stage.direct))] };
}

function allFaults(way: Way, steps: number): Fault[] {
  const numbers = Array.from({ length: steps }, (_, index) => index + 1);
  return faults.flatMap((fault) =>
    sides.flatMap((lost) =>
      numbers
        // Silence costs a second each time, so only some steps and the last ones are tried.
        .filter((step) => fault !== "hold" || step % 6 === 1 || step >= steps - 1)
        // So does lateness, which matters only at COMMIT.
        .filter((step) => fault !== "late" || (lost === "statement" && step === steps))
        .flatMap((step) => [null, randomUUID()].map((key) => ({ way, step, fault, lost, key }))),
    ),
  );
}

interface Stage extends AsyncDisposable {
  readonly direct: TestService;
  readonly proxy: FaultProxy;
  readonly newBooking: () => Promise<BookingId>;
  /** The status that a caller would get. */
  readonly cancel: (id: BookingId, key: string | null, way: Way) => Promise<number>;
  /** The number of steps of a cancel, counted over a connection that watches one. */
  readonly countSteps: (way: Way) => Promise<number>;
}

async function startStage(): Promise<Stage> {
  const direct = await startTestService([acmeWith([booking("lost")])]);
  const accountId = (await direct.store.accounts.find(acme))!.id;
  const { clientId } = await direct.credential();
  const proxy = await startFaultProxy(direct.databaseUrl);
  // This connection carries nothing but cancels.
  const store = openStore(proxy.url, { timeouts: "request" });
  const unused: BookingId[] = [];
  const stage: Stage = {
    direct,
    proxy,
    newBooking: async () => {
      if (unused.length === 0) {
        const lines = Array.from({ length: bookingsAtOnce }, () => booking("lost"));
        await importLines(direct.store, accountId, withSlots(lines));
        unused.push(...lines.map((line) => line.booking as BookingId));
      }
      return unused.pop()!;
    },
    cancel: (id, key, way) => statusOfCancel(store, accountId, clientId, { id, key, way }),
    countSteps: async (way) => {
      for (let warmUp = 1; warmUp <= 3; warmUp += 1) {
        await stage.cancel(await stage.newBooking(), randomUUID(), way);
      }
      const id = await stage.newBooking();
      let steps = 0;
      proxy.meet(({ from }) => {
        if (from === "service") steps += 1;
        return "pass";
      });
      await stage.cancel(id, randomUUID(), way);
      proxy.calm();
      return steps;
    },
    [Symbol.asyncDispose]: async () => {
      await store.close();
      await proxy[Symbol.asyncDispose]();
      await direct[Symbol.asyncDispose]();
    },
  };
  return stage;
}

async function statusOfCancel(
  store: Store,
  accountId: AccountId,
  clientId: string,
  { id, key, way }: { id: BookingId; key: string | null; way: Way },
): Promise<number> {
  const order = { bookingId: id, clientId, requestId: "proof", idempotencyKey: key };
  const door = store.account(accountId);
  const account: Parameters<typeof cancelBooking>[0] = {
    changeBookingInBatch: (...change) =>
      way === "alone" ? door.changeBooking(...change) : door.changeBookingInBatch(...change),
  };
  try {
    const answer = await cancelBooking(account, order, Date.now());
    return isRefused(answer) ? 400 : 200;
  } catch (error) {
    if (error instanceof DatabaseUnavailable) return 503;
    throw error;
  }
}

async function meetFault(
  { direct, proxy, newBooking, cancel }: Stage,
  { way, step, fault, lost, key }: Fault,
): Promise<{ status: number; done: boolean; breaches: string[] }> {
  const id = await newBooking();
  const isCancelled = () =>
    query(direct.databaseUrl, `select booking_status from booking where id = '${id}'`)[0]?.[
      "booking_status"
    ] === "CANCELLED";
  let steps = 0;
  let struck = false;
  proxy.meet(({ from }) => {
    if (struck) return "pass";
    if (from === "service") steps += 1;
    if (steps !== step || from !== (lost === "statement" ? "service" : "database")) return "pass";
    struck = true;
    return fault === "delay" || fault === "late" ? { delayMs: delayMs[fault] } : fault;
  });
  const status = await cancel(id, key, way);
  proxy.calm();
  // A statement that was given up before it arrived is never executed, and this wait runs out.
  if (fault === "late") await until(isCancelled, { limitMs: patienceMs }).catch(() => {});
  const done = isCancelled();
  const breaches: string[] = [];
  const demand = (claim: boolean, why: string) => claim || breaches.push(why);
  demand(status !== 400, "a first cancel was refused");
  demand(status !== 200 || done, "200, and it is not cancelled");
  demand(fault !== "delay" || status === 200, `a slow connection, and ${status}`);
  // Whatever the answer was, the key finally gets the true one.
  if (key !== null) {
    let told = status;
    const isTold = async () => (told = await cancel(id, key, way)) !== 503;
    await until(isTold, { limitMs: patienceMs }).catch(() => {});
    demand(told === 200, `the key does not tell the truth, but ${told}`);
  }
  const events = query(
    direct.databaseUrl,
    `select kind from booking_event where booking_id = '${id}' and kind = 'cancelled'`,
  );
  demand(events.length === (isCancelled() ? 1 : 0), `${events.length} events record it`);
  return { status, done, breaches };
}

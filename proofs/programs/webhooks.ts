import { setTimeout as sleep } from "node:timers/promises";
import { quantile } from "../../bench/statistics/quantile.ts";
import type { BookingEventKind, BookingId, BookingStatus } from "../../src/domain/booking.ts";
import { changeOfEvent } from "../../src/domain/change-feed.ts";
import { deliveryId, eventType } from "../../src/domain/webhooks/delivery.ts";
import { isRefused } from "../../src/domain/refusal.ts";
import { call } from "../../test/harness/call.ts";
import { changeBooking } from "../../test/harness/desk-acts.ts";
import { isBusy } from "../../test/harness/is-busy.ts";
import { acmePath, callApi, openDesk } from "../../test/harness/operator-api.ts";
import { startServerProcess, type ServerProcess } from "../../test/harness/process.ts";
import { query } from "../../test/harness/query.ts";
import { seededRandom } from "../../test/harness/random.ts";
import {
  acmeWith,
  booking,
  fetchPath,
  productionHost,
  type BookingLine,
} from "../../test/harness/seed.ts";
import { acme, audit, startTestService, type TestService } from "../../test/harness/service.ts";
import { receiptBreaches } from "../parts/receipt-breaches.ts";
import {
  openTroubledReceiver,
  troublesOf,
  type TroubledReceiver,
} from "../parts/troubled-receivers.ts";
import type { Proof, ProofOrder, Proven } from "../running/proof.ts";

/**
 * Bookings are checked in, back again, and cancelled, while two server processes deliver for four webhooks, whose
 * receivers are troubled. One process after the other is killed. In the end each receiver must have acknowledged
 * every change, the changes of a booking in their order.
 */
export const webhooks: Proof = {
  promises: ["P33"],
  what: "every change reaches every webhook's receiver, a booking's in their order, whatever is killed",
  goal: "100,000 changes to four receivers, 10 kills of the service and of a receiver, 0 lost, 0 out of order",
  unit: "changes",
  engines: ["sqlite", "postgres"],
  usual: 4_000,
  full: 100_000,
  ci: 100,
  shows: ["changes", "kills", "refused"],
  prove,
};

/** What happens to each booking. */
const fates = ["check-in", "undo-check-in", "check-in", "undo-check-in", "cancel"] as const;
/** What happens to bookings where the lag is measured, at these paces in changes a second for so many seconds. */
const visits = Array.from({ length: 10 }, (_, index) => fates[index % 2]!);
const paces = [10, 100, 1_000];
const seconds = 10;
const makers = 16;
const callers = 2;
/** Shares of the changes: made while the webhooks stand still, made while they deliver, and the rest under kills. */
const windowShare = 0.1;
const killsMost = 10;
const changesPerKill = 50;
/** Everything must have arrived so long after the last change: a refused change waits twelve seconds at most. */
const patienceMs = 90_000;

async function prove({ seed, count, timeLeft, tell }: ProofOrder): Promise<Proven> {
  const random = seededRandom(seed);
  const bookingsOf = (changes: number, perBooking: number) =>
    Array.from({ length: Math.ceil(changes / perBooking) }, (_, index) =>
      booking(`guest-${index % 1_000}`),
    );
  const bookings = bookingsOf(count, fates.length);
  const visitors = bookingsOf(Math.min(count, paces.length * 1_000 * seconds), visits.length);
  await using service = await startTestService([acmeWith([...bookings, ...visitors])]);
  await using stage = await startStage(service);
  const { first } = await placeNow(service);
  const hooks: Hook[] = [];
  await using opened = new AsyncDisposableStack();
  for (const [name, trouble] of Object.entries(troublesOf(random))) {
    const receiver = opened.use(await openTroubledReceiver(trouble, name === "lying"));
    hooks.push({ name, receiver, id: await stage.make(receiver) });
  }
  const work = workOn(bookings, fates);
  let made = 0;
  const makePart = async (share: number) => {
    made += await makeChanges(service, work, Math.ceil(count * share), { timeLeft });
    tell(made);
  };

  // The callers' times without deliveries, and beside the backlog that they left.
  for (const { id } of hooks) await stage.ask("POST", `/${id}/pause`);
  const without = await callMeanwhile(service, stage, () => makePart(windowShare));
  for (const { id } of hooks) await stage.ask("POST", `/${id}/resume`);
  const beside = await callMeanwhile(service, stage, () => makePart(windowShare));

  const kills = Math.min(killsMost, Math.ceil(count / changesPerKill));
  let killed = 0;
  for (; killed < kills && timeLeft(); killed += 1) {
    const part = makePart((1 - 2 * windowShare) / kills);
    await sleep(random(1_000));
    await Promise.all([stage.killOne(random(2)), hooks[0]?.receiver.killAndRestart(), part]);
  }
  const expected = await expectedAfter(service, first);
  const deadline = performance.now() + patienceMs;
  const haveAll = ({ receiver }: Hook) => new Set(receiver.receipts).size >= expected.length;
  while (!hooks.every(haveAll) && performance.now() < deadline) {
    const arrived = hooks.map(({ receiver }) => new Set(receiver.receipts).size);
    tell(made, `${arrived.join(", ")} of ${expected.length} have arrived`);
    await sleep(500);
  }
  const breaches = hooks.flatMap(({ name, id, receiver }) => [
    ...receiptBreaches(name, idsOf(id, expected), receiver.receipts),
    ...(receiver.forged > 0 ? [`${name}: ${receiver.forged} posts have no good signature`] : []),
  ]);
  const figures = {
    changes: made,
    kills: killed,
    receipts: hooks.reduce((sum, { receiver }) => sum + receiver.receipts.length, 0),
    repetitions: hooks.reduce(
      (sum, { receiver: { receipts } }) => sum + receipts.length - new Set(receipts).size,
      0,
    ),
    refused: Number(query(service.databaseUrl, refusals)[0]?.["n"]),
    lost: breaches.length,
    "callers' p99 without and beside, ms": `${p(without, 0.99)} and ${p(beside, 0.99)}`,
  };
  // A run whose time is over has its figures without those of the lag, which takes another minute or two.
  if (!timeLeft()) return { figures, breaches };
  for (const { id } of hooks) await stage.ask("DELETE", `/${id}`);
  const most = visitors.length * visits.length;
  const lags = await measureLags(service, stage, workOn(visitors, visits), most);
  return { figures: { ...figures, ...lags }, breaches };
}

const refusals = "select count(*) as n from webhook_attempt where status = 500";

interface Hook {
  readonly name: string;
  readonly id: string;
  readonly receiver: TroubledReceiver;
}

interface Stage extends AsyncDisposable {
  readonly servers: ServerProcess[];
  ask(method: string, path: string, body?: object): Promise<any>;
  make(receiver: TroubledReceiver): Promise<string>;
  killOne(index: number): Promise<void>;
}

/** Two server processes that deliver; the service of the test has no key and delivers nothing. */
async function startStage(service: TestService): Promise<Stage> {
  const { key: token } = await openDesk(service);
  const start = () =>
    startServerProcess(service.databaseUrl, {
      WEBHOOK_SECRET_KEY: Buffer.alloc(32, 1).toString("base64"),
      WEBHOOK_NETWORKS: "127.0.0.0/8",
      WEBHOOK_ALLOW_HTTP: "true",
      RATE_LIMIT_REQUESTS_PER_MINUTE: "0",
      LOG_LEVEL: "error",
    });
  const servers = await Promise.all([start(), start()]);
  const ask: Stage["ask"] = async (method, path, body = {}) => {
    const request = { method, path: `${acmePath}/webhooks${path}`, token, body };
    const answer = await callApi(servers[0], request);
    if (answer.status >= 300) throw new Error(answer.text);
    return answer.json;
  };
  return {
    servers,
    ask,
    make: async (receiver) => {
      const made = await ask("POST", "", { url: receiver.url });
      receiver.secret = made.secret;
      return made.id;
    },
    killOne: async (index) => {
      await servers[index]?.kill();
      servers[index] = await start();
    },
    [Symbol.asyncDispose]: async () => {
      for (const server of servers) await server.kill();
    },
  };
}

type Fate = (typeof fates)[number];
type Work = Iterator<{ readonly kind: Fate; readonly id: BookingId }, void>;

/** Every booking's first change, then every booking's second one, … */
function* workOn(bookings: readonly BookingLine[], kinds: readonly Fate[]): Work {
  for (const kind of kinds) {
    for (const each of bookings) yield { kind, id: each.booking as BookingId };
  }
}

/** Makes so many changes, at a pace in changes a second where one is given, and returns how many. */
async function makeChanges(
  service: TestService,
  work: Work,
  count: number,
  { timeLeft = () => true, pace = Infinity }: { timeLeft?: () => boolean; pace?: number },
): Promise<number> {
  const begun = performance.now();
  let made = 0;
  const makeNext = async () => {
    while (made < count && timeLeft()) {
      const { value } = work.next();
      if (value === undefined) return;
      const early = begun + (made * 1_000) / pace - performance.now();
      made += 1;
      if (early > 1) await sleep(early);
      const transition = { kind: value.kind, ticket: null };
      await patiently(() => changeBooking(service.store, audit(), value.id, acme, transition));
    }
  };
  await Promise.all(Array.from({ length: makers }, makeNext));
  return made;
}

async function patiently(work: () => Promise<object>): Promise<void> {
  for (;;) {
    try {
      const answer = await work();
      if (isRefused(answer)) throw new Error(JSON.stringify(answer));
      return;
    } catch (error) {
      if (!isBusy(error)) throw error;
      await sleep(20);
    }
  }
}

/** How long callers' lists take while `work` is done, in milliseconds. */
async function callMeanwhile(
  service: TestService,
  { servers }: Stage,
  work: () => Promise<void>,
): Promise<number[]> {
  const token = await service.token();
  const times: number[] = [];
  const state = { isOver: false };
  const ask = async (_: unknown, caller: number) => {
    for (let asked = caller; !state.isOver; asked += callers) {
      const path = `${fetchPath}?external_id=guest-${asked % 1_000}`;
      const begun = performance.now();
      await call(servers[asked % servers.length]!.api, { path, host: productionHost, token });
      times.push(performance.now() - begun);
    }
  };
  const calling = Promise.all(Array.from({ length: callers }, ask));
  await work().finally(() => (state.isOver = true));
  await calling;
  return times;
}

function p(values: readonly number[], part: number): number {
  return Math.round(quantile(values, part));
}

/** The last position that the feed has given. */
async function placeNow(service: TestService): Promise<{ readonly first: number }> {
  const id = (await service.store.accounts.identify(acme))!;
  await service.store.account(id).readChanges({ start: "start", limit: 0, since: 0 });
  const [row] = query(service.databaseUrl, "select max(position) as at from booking_event");
  return { first: Number(row?.["at"]) };
}

/** The changes that every webhook must deliver. */
async function expectedAfter(service: TestService, first: number) {
  await placeNow(service);
  return query(
    service.databaseUrl,
    `select position, booking_id, kind, booking_status, recorded_at
     from booking_event
     where position > ${first}
     order by position`,
  ).map((row) => {
    const change = changeOfEvent(
      row["kind"] as BookingEventKind,
      row["booking_status"] as BookingStatus,
    );
    const [position, of] = [Number(row["position"]), String(row["booking_id"])];
    return { position, of, type: eventType("booking", change), at: Number(row["recorded_at"]) };
  });
}

function idsOf(webhook: string, changes: Awaited<ReturnType<typeof expectedAfter>>) {
  return new Map(
    changes.map((each) => [
      deliveryId(webhook, [each.position, each.of, each.type, each.at]),
      each,
    ]),
  );
}

/** The time from a change to its receipt, at several paces, with one webhook whose receiver answers at once. */
async function measureLags(service: TestService, stage: Stage, work: Work, most: number) {
  await using receiver = await openTroubledReceiver(async () => 200, false);
  await stage.make(receiver);
  const figures: Record<string, string> = {};
  for (const pace of paces) {
    receiver.lags.splice(0);
    const begun = performance.now();
    const made = await makeChanges(service, work, Math.min(pace * seconds, most / paces.length), {
      pace,
    });
    const reached = Math.round((made * 1_000) / (performance.now() - begun));
    for (const until = performance.now() + patienceMs; performance.now() < until;) {
      if (receiver.lags.length >= made) break;
      await sleep(20);
    }
    const { lags } = receiver;
    figures[`lag at ${reached} a second, p50 and p99, ms`] = `${p(lags, 0.5)} and ${p(lags, 0.99)}`;
  }
  return figures;
}

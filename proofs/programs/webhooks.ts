import { setTimeout as sleep } from "node:timers/promises";
import { call } from "../../test/harness/call.ts";
import { query } from "../../test/harness/query.ts";
import { seededRandom } from "../../test/harness/random.ts";
import { acmeWith, booking, fetchPath, productionHost } from "../../test/harness/seed.ts";
import { acme, startTestService, type TestService } from "../../test/harness/service.ts";
import { makeChanges, workOn } from "../parts/booking-changes.ts";
import { expectedAfter, idsOf, notDelivered, placeNow } from "../parts/expected-deliveries.ts";
import { countReminded, makeReminded, untilReminded } from "../parts/reminded-bookings.ts";
import { receiptBreaches } from "../parts/receipt-breaches.ts";
import {
  openTroubledReceiver,
  troublesOf,
  type TroubledReceiver,
} from "../parts/troubled-receivers.ts";
import { measureLags, p, paces, secondsOfPace } from "../parts/webhook-lags.ts";
import { startStage, type Stage } from "../parts/webhook-stage.ts";
import type { Proof, ProofOrder, Proven } from "../running/proof.ts";

/**
 * Bookings are checked in, back again, and cancelled, while two server processes deliver for four webhooks, whose
 * receivers are troubled. Others get a name, another contact and the shop's data, and are all reminded of at one moment.
 * One process after the other is killed. In the end each receiver must have acknowledged every change, the changes of a
 * booking in their order, and each reminder was made once.
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
  shows: ["changes", "kills", "refused", "reminders", "changes of details"],
  prove,
};

/** What happens to each booking. */
const fates = ["check-in", "undo-check-in", "check-in", "undo-check-in", "cancel"] as const;
/** What happens to those that are reminded of. */
const detailFates = ["attendee", "contact", "data"] as const;
/** One booking for so many changes is reminded of, and never more than so many. */
const changesPerReminder = 20;
const remindersMost = 1_000;
/** What happens to bookings where the lag is measured. */
const visits = Array.from({ length: 10 }, (_, index) => fates[index % 2]!);
/** From so many changes on, each pace is kept for its whole time. */
const pacedFrom = 1_000;
const callers = 2;
/** Callers' lists that are timed at least, without deliveries and beside them. */
const listsTimed = 1_000;
/** Shares of the changes: made while the webhooks stand still, made while they deliver, and the rest under kills. */
const windowShare = 0.1;
const killsMost = 10;
const changesPerKill = 50;
/** Something must arrive within so long: a refused change waits twelve seconds at most. */
const patienceMs = 90_000;
/** A kill waits for so long at most until half of what was made since the last one has arrived. */
const betweenKillsMs = 20_000;

async function prove({ seed, count, timeLeft, tell }: ProofOrder): Promise<Proven> {
  const random = seededRandom(seed);
  const bookingsOf = (changes: number, perBooking: number) =>
    Array.from({ length: Math.ceil(changes / perBooking) }, (_, index) =>
      booking(`guest-${index % 1_000}`),
    );
  const bookings = bookingsOf(count, fates.length);
  const ofPace = count < pacedFrom ? Math.ceil(count / 3) : Math.max(...paces) * secondsOfPace;
  const visitors = bookingsOf(ofPace * paces.length, visits.length);
  await using service = await startTestService([acmeWith([...bookings, ...visitors])]);
  const accountId = (await service.store.accounts.identify(acme))!;
  const account = service.store.account(accountId);
  await using stage = await startStage(service);
  const { first } = await placeNow(service, account);
  const hooks: Hook[] = [];
  await using opened = new AsyncDisposableStack();
  for (const [name, trouble] of Object.entries(troublesOf(random))) {
    const receiver = opened.use(await openTroubledReceiver(trouble, name === "lying"));
    hooks.push({ name, receiver, id: await stage.make(receiver) });
  }
  const work = workOn(bookings, fates);
  let made = 0;
  const makePart = async (share: number) => {
    made += await makeChanges(account, work, Math.ceil(count * share), { timeLeft });
    tell(made);
  };

  // The callers' times without deliveries, and beside the backlog that they left.
  const lists = Math.min(listsTimed, count);
  for (const { id } of hooks) await stage.ask("POST", `/${id}/pause`);
  const without = await callMeanwhile(service, stage, lists, () => makePart(windowShare));
  for (const { id } of hooks) await stage.ask("POST", `/${id}/resume`);
  const resumedAt = performance.now();
  const beside = await callMeanwhile(service, stage, lists, () => makePart(windowShare));

  const reminded = await makeReminded(
    service,
    accountId,
    Math.min(remindersMost, Math.ceil(count / changesPerReminder)),
  );
  const details = makeChanges(account, workOn(reminded, detailFates), Infinity, { timeLeft });
  const kills = Math.min(killsMost, Math.ceil(count / changesPerKill));
  let killed = 0;
  for (; killed < kills && timeLeft(); killed += 1) {
    const before = made;
    const part = makePart((1 - 2 * windowShare) / kills);
    await sleep(random(1_000));
    await Promise.all([stage.killOne(random(2)), hooks[0]?.receiver.killAndRestart(), part]);
    const half = (before + made) / 2;
    const until = performance.now() + betweenKillsMs;
    const hasHalf = () => hooks.some(({ receiver }) => receiver.received.size >= half);
    while (!hasHalf() && timeLeft() && performance.now() < until) await sleep(100);
  }
  const changedDetails = await details;
  await untilReminded(service, reminded.length, timeLeft);
  const expected = await expectedAfter(service, account, first);
  await waitForAll(hooks, expected.length, { timeLeft, tell: (words) => tell(made, words) });
  const deliveringMs = performance.now() - resumedAt;
  // What still waits when the time is over is neither lost nor delivered.
  const isOver = !timeLeft();
  // A second reminder comes after the first.
  const told = countReminded(service);
  const isToldOnce =
    told.reminders === told.bookings && (told.bookings === reminded.length || isOver);
  const breaches = hooks.flatMap(({ name, id, receiver }) => {
    const all = idsOf(id, expected);
    const waits = isOver ? notDelivered(service, id, all) : [];
    for (const still of waits) if (!receiver.received.has(still)) all.delete(still);
    return [
      ...receiptBreaches(name, all, receiver.receipts),
      ...(receiver.forged > 0 ? [`${name}: ${receiver.forged} posts have no good signature`] : []),
    ];
  });
  if (!isToldOnce) {
    breaches.push(
      `${reminded.length} bookings had ${told.reminders} reminders of ${told.bookings}`,
    );
  }
  const receipts = hooks.reduce((sum, { receiver }) => sum + receiver.receipts.length, 0);
  const figures = {
    changes: made,
    kills: killed,
    "changes of details": changedDetails,
    reminders: told.reminders,
    receipts,
    "receipts a second": Math.round((receipts * 1_000) / deliveringMs),
    repetitions: hooks.reduce(
      (sum, { receiver: { receipts, received } }) => sum + receipts.length - received.size,
      0,
    ),
    refused: Number(query(service.databaseUrl, refusals)[0]?.["n"]),
    lost: breaches.length,
    "callers' p99 without and beside, ms": `${p(without, 0.99)} and ${p(beside, 0.99)}`,
  };
  if (isOver) {
    const arrived = hooks.map(({ receiver }) => receiver.received.size).join(", ");
    return { figures: { ...figures, arrived: `${arrived} of ${expected.length}` }, breaches };
  }
  for (const { id } of hooks) await stage.ask("DELETE", `/${id}`);
  const lags = await measureLags(account, stage, workOn(visitors, visits), ofPace);
  return { figures: { ...figures, ...lags }, breaches };
}

/** Waits until every receiver has all, nothing has arrived for a while, or the time is over. */
async function waitForAll(
  hooks: readonly Hook[],
  count: number,
  { timeLeft, tell }: { timeLeft: () => boolean; tell: (words: string) => void },
): Promise<void> {
  let [arrived, since] = [0, performance.now()];
  while (hooks.some(({ receiver }) => receiver.received.size < count) && timeLeft()) {
    const now = hooks.map(({ receiver }) => receiver.received.size);
    const sum = now.reduce((all, each) => all + each, 0);
    if (sum > arrived) [arrived, since] = [sum, performance.now()];
    if (performance.now() - since > patienceMs) return;
    tell(`${now.join(", ")} of ${count} have arrived`);
    await sleep(500);
  }
}

const refusals = "select count(*) as n from webhook_attempt where status = 500";

interface Hook {
  readonly name: string;
  readonly id: string;
  readonly receiver: TroubledReceiver;
}

/** How long callers' lists take, at least `count` and until `work` is done, in milliseconds. */
async function callMeanwhile(
  service: TestService,
  { servers }: Stage,
  count: number,
  work: () => Promise<void>,
): Promise<number[]> {
  const token = await service.token();
  const times: number[] = [];
  const state = { isOver: false };
  const ask = async (_: unknown, caller: number) => {
    for (let asked = caller; !state.isOver || times.length < count; asked += callers) {
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

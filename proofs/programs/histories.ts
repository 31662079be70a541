import { setTimeout as sleep } from "node:timers/promises";
import { parseChangeCursor } from "../../src/domain/change-feed.ts";
import { deliveryId, eventType } from "../../src/domain/webhooks/delivery.ts";
import type { Change } from "../../src/store/changes/read-changes.ts";
import { openDesk } from "../../test/harness/operator-api.ts";
import { call } from "../../test/harness/call.ts";
import { startServerProcess } from "../../test/harness/process.ts";
import { query } from "../../test/harness/query.ts";
import { seededRandom } from "../../test/harness/random.ts";
import { startTestService, type TestService } from "../../test/harness/service.ts";
import { stormAccount, stormCatalogue } from "../../test/harness/storm-data.ts";
import { feedBreaches, madeChanges } from "../parts/feed-breaches.ts";
import { asSeen, followFeed } from "../parts/follow-feed.ts";
import { heldAgainstLaws } from "../parts/held-against-invariants.ts";
import {
  KnownBookings,
  slotCount,
  stormPath,
  type Acknowledged,
  type Actor,
  type Stage,
} from "../parts/actors-stage.ts";
import { clockActors, endWhatIsDueLater, remindedCampaign } from "../parts/clock-actors.ts";
import { countedInHistories, countHistories } from "../parts/counted-histories.ts";
import { deskActors } from "../parts/desk-actors.ts";
import { countOwed, reminderBreaches } from "../parts/reminder-breaches.ts";
import { receiptBreaches } from "../parts/receipt-breaches.ts";
import { openTroubledReceiver, troublesOf } from "../parts/troubled-receivers.ts";
import type { Proof, ProofOrder, Proven } from "../running/proof.ts";

const actors: Readonly<Record<string, Actor>> = { ...deskActors, ...clockActors };

/**
 * Sixteen actors at once on two server processes of one database: each goes its own way through few slots and few
 * contacts, while a follower reads the feed and two receivers get it posted. Every acknowledged change must then stand
 * in the histories once, and every change of the histories in the feed and at the receivers; each booking must have been
 * reminded of as its history says. A run goes on until each kind of change was made: an offer lasts a minute.
 */
export const histories: Proof = {
  promises: ["P6", "P33"],
  what: "sixteen actors at once lose, double and disorder nothing, and break no law",
  goal: "an hour on each engine, 0 lost, 0 doubled, 0 gaps in the feed",
  unit: "acknowledged changes",
  engines: ["sqlite", "postgres"],
  usual: 4_000,
  full: 100_000,
  goalIsTime: true,
  shows: [
    "changes",
    "receipts",
    "refused by the clock",
    ...countedInHistories,
    ...Object.keys(actors),
  ],
  prove,
};

const settings = {
  WEBHOOK_SECRET_KEY: Buffer.alloc(32, 1).toString("base64"),
  WEBHOOK_NETWORKS: "127.0.0.0/8",
  WEBHOOK_ALLOW_HTTP: "true",
  RATE_LIMIT_REQUESTS_PER_MINUTE: "0",
  LOG_LEVEL: "error",
};
const clientHost = "storm.example";
/** Everything must have arrived so long after the last change, and of a long run within this share of its time. */
const patienceMs = 110_000;
const patienceShare = 0.05;

async function prove({ seed, count, timeLeft, tell }: ProofOrder): Promise<Proven> {
  await using service = await startTestService([
    {
      name: stormAccount,
      hosts: [clientHost],
      data: [...stormCatalogue(slotCount), ...remindedCampaign],
    },
  ]);
  const { key: token } = await openDesk(service);
  await using one = await startServerProcess(service.databaseUrl, settings);
  await using other = await startServerProcess(service.databaseUrl, settings);
  const random = seededRandom(seed);
  await using opened = new AsyncDisposableStack();
  const { killed, erring } = troublesOf(random);
  const ask = (path: string, body: object) =>
    call(one.operator, {
      method: "POST",
      path: `${stormPath}/webhooks${path}`,
      host: "localhost",
      token,
      body,
    });
  const hooks = [];
  for (const [name, trouble] of Object.entries({ steady: killed, erring })) {
    const receiver = opened.use(await openTroubledReceiver(trouble, false));
    const { json } = await ask("", { url: receiver.url, after: "start" });
    receiver.secret = json.secret;
    hooks.push({ name, receiver, id: String(json.id) });
  }
  const stage: Stage = {
    servers: [one, other],
    token,
    callerToken: await service.token(clientHost),
    clientHost,
    bookings: new KnownBookings(),
    byClock: 0,
    hooks: hooks.map(({ id }) => id),
  };
  const figures = { changes: 0, refused: 0, unanswered: 0 };
  const byActor: Record<string, number> = Object.fromEntries(
    Object.keys(actors).map((name) => [name, 0]),
  );
  const acknowledged: Acknowledged[] = [];
  const began = performance.now();
  let isOver = false;
  let lastActAt = 0;
  const following = followFeed(service.databaseUrl, 20, () => isOver);
  const kinds = { areAllThere: false };
  const hasAll = () => kinds.areAllThere && Object.values(byActor).every((done) => done > 0);
  const mayContinue = () => timeLeft() && (acknowledged.length < count || !hasAll());
  const act = async ([name, { pauseMs, act: step }]: (typeof all)[number], index: number) => {
    const own = seededRandom(seed + index);
    while (mayContinue()) {
      const done = await step(stage, own);
      if (done === "refused" || done === "unanswered") figures[done] += 1;
      else {
        acknowledged.push(...done);
        byActor[name]! += 1;
      }
      tell(acknowledged.length, `${figures.refused} refused`);
      await sleep(own(pauseMs));
    }
  };
  const lookForKinds = async () => {
    while (mayContinue() && !kinds.areAllThere) {
      await sleep(2_000);
      const counts = Object.values(countHistories(service.databaseUrl));
      kinds.areAllThere = stage.byClock > 0 && counts.every((each) => each > 0);
    }
  };
  const all = Object.entries(actors).flatMap((each) =>
    Array.from({ length: each[1].several ?? 1 }, () => each),
  );
  try {
    await Promise.all([...all.map(act), lookForKinds()]);
    for (const id of stage.hooks) await ask(`/${id}/resume`, {});
    lastActAt = Date.now();
    await untilReminded(service.databaseUrl, lastActAt);
    await endWhatIsDueLater(stage, random);
    await untilNothingIsKept(service.databaseUrl);
  } finally {
    isOver = true;
  }
  const seen = await following;
  const ended = performance.now();
  const deadline = ended + Math.max(patienceMs, patienceShare * (ended - began));
  while (performance.now() < deadline) {
    if (hooks.every(({ receiver }) => new Set(receiver.receipts).size >= seen.length)) break;
    await sleep(200);
  }
  const made = madeChanges(service.databaseUrl);
  return {
    figures: {
      ...figures,
      ...byActor,
      ...countHistories(service.databaseUrl),
      "refused by the clock": stage.byClock,
      acknowledged: acknowledged.length,
      changes: made.length,
      receipts: hooks.reduce((sum, { receiver }) => sum + receiver.receipts.length, 0),
    },
    breaches: [
      ...historyBreaches(service, acknowledged),
      ...reminderBreaches(service.databaseUrl, lastActAt),
      ...feedBreaches("the follower", made, asSeen(seen)),
      ...hooks.flatMap(({ name, id, receiver }) =>
        receiptBreaches(name, deliveriesOf(id, seen), receiver.receipts),
      ),
      ...(await heldAgainstLaws(service)),
    ],
  };
}

/** A reminder is told within five seconds; what a machine that stood still commits later, within a minute and a half. */
async function untilReminded(databaseUrl: string, now: number): Promise<void> {
  for (let left = 200; left > 0 && countOwed(databaseUrl, now) > 0; left -= 1) await sleep(500);
}

/** Seats that are held for seconds end by themselves. */
async function untilNothingIsKept(databaseUrl: string): Promise<void> {
  for (let left = 120; left > 0; left -= 1) {
    const [row] = query(databaseUrl, "select count(*) as n from hold where state = 'live'");
    if (Number(row?.["n"]) === 0) return;
    await sleep(500);
  }
}

/** A sentence for each acknowledged change that no history has, and for each that one has twice. */
function historyBreaches(
  { databaseUrl }: TestService,
  acknowledged: readonly Acknowledged[],
): string[] {
  const events = [
    ...query(
      databaseUrl,
      "select booking_id as of, kind, actor, request_id, number from booking_event",
    ),
    ...query(
      databaseUrl,
      "select '' as of, 'capacity' as kind, actor, request_id, 1 as number from slot_event",
    ),
  ];
  const byRequest = Map.groupBy(events, (row) => row["request_id"] as string | null);
  const ofBooking = Map.groupBy(events, ({ of }) => String(of));
  const lost = acknowledged.flatMap(({ requestId, of, what, times = 1 }) => {
    const found = requestId === null ? ofBooking.get(of ?? "") : byRequest.get(requestId);
    const fits = (found ?? []).filter((row) =>
      of === null ? row["kind"] === what : row["of"] === of,
    );
    return fits.length < times
      ? [`${what} of ${of} is there ${fits.length} of ${times} times`]
      : [];
  });
  byRequest.delete(null);
  const doubled = [...byRequest].flatMap(([requestId, found]) => {
    const made = found
      .filter(({ of }) => of !== "")
      .map(({ kind, of }) => `${String(kind)} of ${String(of)}`);
    const isDoubled = new Set(made).size < made.length;
    return isDoubled ? [`${requestId} made ${made.toSorted().join(", ")}`] : [];
  });
  return [...lost, ...doubled];
}

/** The deliveries of a webhook that takes everything, by their ids. */
function deliveriesOf(webhook: string, changes: readonly Change[]) {
  return new Map(
    changes.map(({ cursor, at, change, line }) => {
      const position = parseChangeCursor(cursor)!.position;
      const of =
        line.kind === "booking"
          ? line.booking
          : JSON.stringify([line.interaction, line.activity, line.host, line.starting_at]);
      const type = eventType(line.kind, change);
      return [deliveryId(webhook, [position, of, type, at]), { of, position }];
    }),
  );
}

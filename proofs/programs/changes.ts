import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import type { Store } from "../../src/store/store.ts";
import { isUnavailable } from "../../test/harness/is-unavailable.ts";
import { seededRandom } from "../../test/harness/random.ts";
import { runStorm } from "../../test/harness/run-storm.ts";
import { importLines, openTestStores } from "../../test/harness/service.ts";
import { stormAccount } from "../../test/harness/storm-data.ts";
import { feedBreaches, madeChanges } from "../parts/feed-breaches.ts";
import { feedPace } from "../parts/feed-pace.ts";
import { accountOf, asSeen, followFeed } from "../parts/follow-feed.ts";
import type { Proof, ProofOrder, Proven } from "../running/proof.ts";

/**
 * Two processes change bookings while readers with cursors follow, in large steps and in small ones. Imports
 * run beside them and, on a server, transactions that are held open.
 */
export const changes: Proof = {
  promises: ["P6"],
  what: "a reader of the feed of changes sees every change once, and a booking's in their order",
  goal: "100,000 operations, 0 lost, 0 twice, 0 out of order",
  unit: "operations",
  engines: ["sqlite", "postgres"],
  usual: 4_000,
  full: 100_000,
  shows: ["changes", "imports"],
  prove,
};

const slots = 12;
const batch = 200;
/** Changes that each reader requests at a time. */
const steps = [1, 20, 500];

async function prove({ seed, count, timeLeft, tell }: ProofOrder): Promise<Proven> {
  await using stores = await openTestStores(1);
  const { first: store, databaseUrl } = stores;
  let [isStormOver, isOver] = [false, false];
  const readers = steps.map((step) => followFeed(databaseUrl, step, () => isOver));
  const importing = importNow(store, () => isStormOver);
  const holding = holdOpen(databaseUrl, seed, () => isStormOver);
  try {
    await runStorm(
      { store, databaseUrl },
      {
        operations: count,
        slots,
        seed,
        batch,
        mayContinue: timeLeft,
        onBatch: (done) => tell(done),
      },
    );
  } finally {
    isStormOver = true;
  }
  const [imports, held] = await Promise.all([importing, holding]);
  // Readers read to the end of everybody's changes.
  isOver = true;
  const seen = await Promise.all(readers);
  const made = madeChanges(databaseUrl);
  const id = (await store.accounts.identify(stormAccount))!;
  const pace = await feedPace(store.account(id), () => importLines(store, id, [newLine()]));
  return {
    figures: { changes: made.length, readers: seen.length, imports, "held open": held, ...pace },
    breaches: seen.flatMap((found, index) =>
      feedBreaches(`the reader of ${steps[index] ?? 0}`, made, asSeen(found)),
    ),
  };
}

function newLine(): object {
  return {
    kind: "booking",
    booking: randomUUID(),
    external_id: "imported",
    interaction: "pk_by_hand",
    activity: "tasting",
    slot_starting_at: "2031-05-01T08:00:00Z",
    ticket_type: "open",
    booking_status: "CONFIRMED",
    booked_at: "2025-01-01T00:00:00Z",
  };
}

/** Imports new bookings repeatedly. */
async function importNow(store: Store, isOver: () => boolean): Promise<number> {
  await accountOf(store);
  const id = (await store.accounts.identify(stormAccount))!;
  let done = 0;
  while (!isOver()) {
    await sleep(100);
    try {
      await importLines(store, id, [newLine()]);
      done += 1;
    } catch (error) {
      // The storm's own import brings the catalogue, a moment after its account.
      if (!isUnavailable(error) && done > 0) throw error;
    }
  }
  return done;
}

/**
 * Transactions on a server that write a change, stay open for up to half a second while others commit, and
 * then commit too. The embedded engine has one writer, and an open transaction would stop the storm.
 */
async function holdOpen(databaseUrl: string, seed: number, isOver: () => boolean): Promise<number> {
  if (databaseUrl.startsWith("sqlite:")) return 0;
  const random = seededRandom(seed);
  const client = new Client(databaseUrl);
  await client.connect();
  let done = 0;
  try {
    while (!isOver()) {
      await sleep(20);
      await client.query("begin");
      const { rows } = await client.query(
        `select account_id, id
         from booking
         where booking_status = 'CONFIRMED'
         and contact_number in (select number from contact where external_id = 'imported')
         limit 1
         for no key update`,
      );
      const [booking] = rows as { account_id: number; id: string }[];
      if (booking !== undefined) {
        await client.query(addEvent, [booking.account_id, booking.id, Date.now()]);
        await sleep(random(500));
        done += 1;
      }
      await client.query("commit");
    }
  } finally {
    await client.end();
  }
  return done;
}

const addEvent = `
  insert into booking_event
    (account_id, booking_id, number, kind, booking_status, at, recorded_at, actor)
  select account_id, booking_id, max(number) + 1, 'check-in-undone', 'CONFIRMED', $3, $3, 'holder'
  from booking_event
  where account_id = $1 and booking_id = $2
  group by account_id, booking_id`;

import { setTimeout as sleep } from "node:timers/promises";
import { openStore } from "../../src/store/store.ts";
import { openDesk } from "../../test/harness/operator-api.ts";
import { startServerProcess, type ServerProcess } from "../../test/harness/process.ts";
import { query } from "../../test/harness/query.ts";
import { pick, seededRandom } from "../../test/harness/random.ts";
import { acmeWith, catalogue } from "../../test/harness/seed.ts";
import { importLines, startTestService } from "../../test/harness/service.ts";
import { heldAgainstLaws } from "../parts/held-against-invariants.ts";
import {
  leaveHolds,
  noFigures,
  runCaller,
  type HeldSlot,
  type SeenByCallers,
} from "../parts/hold-callers.ts";
import { countRounds, mostRoundsLate, type ServedRounds } from "../parts/served-rounds.ts";
import type { Proof, ProofOrder, Proven } from "../running/proof.ts";

/**
 * Callers of two processes hold seats of small slots, book, extend, release and let end. Processes are killed, one or
 * both, also for longer than holds last. The laws are looked at meanwhile and afterwards.
 */
export const holds: Proof = {
  promises: ["P6"],
  what: "seats that are held are given once and freed once, whatever is killed, and nobody moves up after the start",
  goal: "10 kills, 0 seats too many, each hold ended once, all laws hold",
  unit: "kills",
  engines: ["sqlite", "postgres"],
  usual: 10,
  full: 100,
  ci: 3,
  shows: ["held", "booked", "released", "left by a kill", "ended by time", "moved up", "offered"],
  prove,
};

const processes = 2;
const callers = 32;
const slotsOfEach = 4;
/** Every so many kills take all processes, for longer than a hold lasts. */
const allIn = 3;
const longestHoldMs = 3_000;
/**
 * A second is 3.3 rounds of a server that looks for due seats (`countRounds`). Six times as many, because a transaction
 * may wait for a slot's lock, the connection of a killed process has it until PostgreSQL notices, and a loaded machine
 * gives the rest no turn.
 */
const roundsLateMost = 20;
/** Slots that begin while callers act. */
const beginsAfterMs = 4_000;

async function prove({ seed, count, timeLeft, tell }: ProofOrder): Promise<Proven> {
  const random = seededRandom(seed);
  await using prepared = await startTestService([acmeWith([])]);
  const { databaseUrl } = prepared;
  const { id } = (await prepared.store.accounts.find(acmeWith([]).name))!;
  const far = makeSlots(Date.now() + 400 * 86_400_000, slotsOfEach);
  await importLines(prepared.store, id, [...campaigns(), ...far.map(lineOf)]);
  const { key } = await openDesk(prepared);
  // Only what is killed may end holds.
  await prepared.stop();
  await using stack = new AsyncDisposableStack();
  const store = openStore(databaseUrl);
  stack.defer(() => store.close());
  const pool = stack.use(await startPool(databaseUrl));
  const seen: SeenByCallers = { figures: { ...noFigures }, breaches: new Set() };
  const { breaches, figures } = seen;
  let slots: readonly HeldSlot[] = far;
  let over = false;
  const parts = { servers: pool, key, random, slots: () => slots, isOver: () => over };
  const callings = Array.from({ length: callers }, () => runCaller(parts, seen));
  let kills = 0;
  try {
    while (kills < count && timeLeft()) {
      const soon = makeSlots(Date.now() + beginsAfterMs, 1);
      await importLines(store, id, soon.map(lineOf));
      slots = [...far, ...soon];
      await sleep(1_000 + random(2_000));
      kills += 1;
      if (kills % allIn === 0) await pool.killAll(longestHoldMs);
      else await pool.killOne(random);
      for (const breach of await heldAgainstLaws({ store, databaseUrl })) breaches.add(breach);
      tell(kills, `${figures.held} held, ${breaches.size} breaches`);
    }
    // On a slow machine a few kills are over before the first entries have moved up.
    for (let left = 300; left > 0 && !haveMovedUp(databaseUrl) && timeLeft(); left -= 1) {
      await sleep(200);
    }
  } finally {
    over = true;
    await Promise.all(callings);
  }
  figures["left by a kill"] = await leaveHolds({ ...parts, isOver: () => false }, far);
  await pool.killAll(longestHoldMs);
  const unended = await untilNothingIsDue(databaseUrl);
  if (unended > 0) breaches.add(`${unended} holds never ended`);
  const laws = await heldAgainstLaws({ store, databaseUrl });
  const roundsLate = mostRoundsLate(endsOf(databaseUrl), pool.lives);
  if (roundsLate > roundsLateMost) {
    breaches.add(`seats were kept for ${roundsLate} rounds of a living server after their end`);
  }
  return {
    figures: {
      kills,
      ...figures,
      ...figuresOf(databaseUrl),
      "most rounds after an end": roundsLate,
      breaches: breaches.size,
    },
    breaches: [...breaches, ...laws, ...endedTwice(databaseUrl), ...movedUpLate(databaseUrl)],
  };
}

/** One campaign promotes by itself, the other offers. */
function campaigns(): object[] {
  return catalogue.flatMap((line) => {
    const { public_key: name } = line as { public_key?: string };
    if (name === "pk_summer") return [{ ...line, waitlist_promotion: "automatic" }];
    const offers = { waitlist_promotion: "offer", waitlist_offer_minutes: 1 };
    return name === "pk_winter" ? [{ ...line, ...offers }] : [];
  });
}

function makeSlots(from: number, ofEach: number): HeldSlot[] {
  return ["pk_summer", "pk_winter"].flatMap((interaction) =>
    Array.from({ length: ofEach }, (_, index) => ({
      interaction,
      activity: "tasting",
      starting_at: new Date(from + index * 3_600_000).toISOString(),
    })),
  );
}

const lineOf = (slot: HeldSlot) => ({ kind: "slot", ...slot, capacity: 4 });

async function startPool(databaseUrl: string) {
  const environment = {
    LOG_LEVEL: "error",
    RATE_LIMIT_REQUESTS_PER_MINUTE: "0",
    RATE_LIMIT_HOLDS_PER_SECOND: "0",
  };
  const lives: ServedRounds[] = [];
  const counting = new Map<ServerProcess, ReturnType<typeof countRounds>>();
  const start = async () => {
    const server = await startServerProcess(databaseUrl, environment);
    const counted = countRounds(server);
    lives.push(counted.rounds);
    counting.set(server, counted);
    return server;
  };
  const alive = new Set<ServerProcess>(await Promise.all(Array.from({ length: processes }, start)));
  const kill = async (server: ServerProcess) => {
    alive.delete(server);
    await server.kill();
    await counting.get(server)?.stop();
  };
  return {
    lives,
    addresses: () => Array.from(alive, ({ operator }) => operator),
    killOne: async (random: Parameters<typeof pick>[0]) => {
      await kill(pick(random, [...alive]));
      alive.add(await start());
    },
    killAll: async (awayMs: number) => {
      await Promise.all(Array.from(alive, kill));
      await sleep(awayMs);
      for (const server of await Promise.all(Array.from({ length: processes }, start))) {
        alive.add(server);
      }
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all(Array.from(alive, kill));
    },
  };
}

const isHold = "booking_id is null";

/** Waits until no hold is live: the last ones end within seconds. Returns how many did not. */
async function untilNothingIsDue(databaseUrl: string): Promise<number> {
  for (let left = 300; ; left -= 1) {
    const live = numberOf(databaseUrl, `from hold where state = 'live' and ${isHold}`);
    if (live === 0 || left === 0) return live;
    await sleep(100);
  }
}

function figuresOf(databaseUrl: string) {
  return {
    "ended by time": numberOf(databaseUrl, `from hold where state = 'ended' and ${isHold}`),
    "moved up": numberOf(databaseUrl, "from booking_event where kind = 'promoted'"),
    offered: numberOf(databaseUrl, "from booking_event where kind = 'offered'"),
  };
}

/** Whether free seats were given to some entry of a waitlist, and offered to another. */
function haveMovedUp(databaseUrl: string): boolean {
  const { "moved up": movedUp, offered } = figuresOf(databaseUrl);
  return movedUp > 0 && offered > 0;
}

/** The holds and offers that ended by time: when they were to end, and when they did. */
function endsOf(databaseUrl: string) {
  return query(databaseUrl, "select expires_at, ended_at from hold where state = 'ended'").map(
    (row) => ({ expiresAt: Number(row["expires_at"]), endedAt: Number(row["ended_at"]) }),
  );
}

/** A hold that became a booking gave its seats to that one alone, and is not ended besides. */
function endedTwice(databaseUrl: string): string[] {
  const used = query(
    databaseUrl,
    "select details from booking_event where kind = 'booked' and details like '%\"hold\":%'",
  ).map(({ details }) => (JSON.parse(String(details)) as { hold: string }).hold);
  const twice = used.length - new Set(used).size;
  const booked = numberOf(databaseUrl, `from hold where state = 'booked' and ${isHold}`);
  return [
    ...(twice > 0 ? [`${twice} holds became several bookings`] : []),
    ...(booked === new Set(used).size
      ? []
      : [
          `${booked} holds say that they were booked, and ${used.length} bookings say that of a hold`,
        ]),
  ];
}

/** Nobody is given or offered a seat by itself after the start. */
function movedUpLate(databaseUrl: string): string[] {
  const late = numberOf(
    databaseUrl,
    `from booking_event as event
     join booking on booking.account_id = event.account_id and booking.id = event.booking_id
     where event.kind in ('promoted', 'offered') and event.recorded_at >= booking.slot_starting_at`,
  );
  return late > 0 ? [`${late} moved up after the start of their slot`] : [];
}

function numberOf(databaseUrl: string, from: string): number {
  return Number(query(databaseUrl, `select count(*) as n ${from}`)[0]?.["n"]);
}

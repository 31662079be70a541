import { setTimeout as sleep } from "node:timers/promises";
import { call } from "../../test/harness/call.ts";
import { openDesk } from "../../test/harness/operator-api.ts";
import { startServerProcess, type ServerProcess } from "../../test/harness/process.ts";
import { query } from "../../test/harness/query.ts";
import { pick, seededRandom, type Random } from "../../test/harness/random.ts";
import {
  acmeWith,
  booking,
  cancelPath,
  productionHost,
  type BookingLine,
  withSlots,
} from "../../test/harness/seed.ts";
import { importLines, startTestService, type TestService } from "../../test/harness/service.ts";
import { engine } from "../../test/harness/test-database.ts";
import { useOwnPostgres } from "../../test/harness/own-postgres.ts";
import { heldAgainstLaws } from "../parts/held-against-invariants.ts";
import { startFollowers, type OutageFollowers } from "../parts/outage-followers.ts";
import { killFirstStart } from "../parts/kill-first-start.ts";
import type { Proof, ProofOrder, Proven } from "../running/proof.ts";

/**
 * Callers cancel, book and check in over HTTP and record each success. Server processes and, on PostgreSQL,
 * backends are killed at random instants. Afterwards every success must be in the database, and two followers
 * of the feed of changes must have seen each change once.
 */
export const kill: Proof = {
  promises: ["P1", "P6"],
  what: "what was acknowledged outlives SIGKILL at any instant, and followers see it once",
  goal: "100 kills, 50,000 acknowledged, 0 lost, 0 torn",
  unit: "kills",
  engines: ["sqlite", "postgres"],
  usual: 12,
  full: 110,
  // A first start, a backend and a server.
  ci: 3,
  shows: ["acknowledged", "of these cancels"],
  prove,
};

const callers = 8;
const bookingsPerRound = 1_500;
/** Acknowledgements before a kill, at least, however slow the machine. */
const acknowledgedPerRound = 500;
/** One kill in this many meets a first start. */
const firstStartsIn = 10;

async function prove({ seed, count, timeLeft, tell }: ProofOrder): Promise<Proven> {
  const random = seededRandom(seed);
  // The death of one backend ends all connections.
  await using _ = await useOwnPostgres();
  await using stage = await startStage();
  const figures = {
    kills: 0,
    servers: 0,
    backends: 0,
    "first starts": 0,
    acknowledged: 0,
    "of these cancels": 0,
    lost: 0,
  };
  const breaches: string[] = [];
  for (let number = 0; number < count && timeLeft(); number += 1) {
    if (number % firstStartsIn === firstStartsIn - 1 || (count < firstStartsIn && number === 0)) {
      breaches.push(...(await killFirstStart(random)));
      figures["first starts"] += 1;
    } else {
      const victim = engine === "postgres" && number % 2 === 1 ? "backend" : "server";
      const round = await killOnce(stage, random, victim);
      figures[victim === "server" ? "servers" : "backends"] += 1;
      figures.acknowledged += round.acknowledged;
      figures["of these cancels"] += round.cancelled;
      figures.lost += round.lost;
      breaches.push(...round.breaches);
    }
    figures.kills += 1;
    tell(figures.kills, `${figures.acknowledged} acknowledged, ${figures.lost} lost`);
  }
  const torn = await heldAgainstLaws(stage.service);
  await using server = await startServerProcess(stage.service.databaseUrl);
  stage.followers.lead(server.operator);
  const missed = await stage.followers.finish();
  return {
    figures: { ...figures, torn: torn.length, "missed by followers": missed.length },
    breaches: [...breaches, ...torn, ...missed],
  };
}

interface Stage extends AsyncDisposable {
  readonly service: TestService;
  readonly token: string;
  readonly key: string;
  readonly followers: OutageFollowers;
  addBookings(count: number): Promise<BookingLine[]>;
}

async function startStage(): Promise<Stage> {
  const service = await startTestService([acmeWith([booking("first")])]);
  const { id } = (await service.store.accounts.find(acmeWith([]).name))!;
  const { key } = await openDesk(service);
  const followers = startFollowers(service.databaseUrl, { account: "acme/production", key });
  return {
    service,
    token: await service.token(),
    key,
    followers,
    addBookings: async (count) => {
      const lines = Array.from({ length: count }, (_, index) =>
        booking(`killed-${index % 50}`, {
          slot_starting_at: `2030-05-${10 + (index % 10)}T08:00:00Z`,
        }),
      );
      await importLines(service.store, id, withSlots(lines));
      return lines;
    },
    [Symbol.asyncDispose]: async () => {
      await followers[Symbol.asyncDispose]();
      await service[Symbol.asyncDispose]();
    },
  };
}

/** The acknowledged operations, by the effect that each must have. */
interface Acknowledged {
  readonly cancelled: Set<string>;
  readonly checkedIn: Set<string>;
  readonly booked: Set<string>;
}

async function killOnce(
  stage: Stage,
  random: Random,
  victim: "server" | "backend",
): Promise<{ acknowledged: number; cancelled: number; breaches: string[]; lost: number }> {
  const lines = await stage.addBookings(bookingsPerRound);
  await using server = await startServerProcess(stage.service.databaseUrl, {
    RATE_LIMIT_REQUESTS_PER_MINUTE: "0",
  });
  stage.followers.lead(server.operator);
  const waiting = lines.map((line) => line.booking);
  const done: Acknowledged = { cancelled: new Set(), checkedIn: new Set(), booked: new Set() };
  const size = () => done.cancelled.size + done.checkedIn.size + done.booked.size;
  const state = { over: false, killed: false };
  const troubles: string[] = [];
  const work = Promise.all(
    Array.from({ length: callers }, async () => {
      for (let id = waiting.pop(); id !== undefined && !state.over; id = waiting.pop()) {
        try {
          await act(stage, server, id, random(10), done);
        } catch (error) {
          if (!state.killed) troubles.push(`before any kill: ${(error as Error).message}`);
          if (!state.killed || victim === "server") return;
        }
      }
    }),
  );
  const underWay = () => size() >= acknowledgedPerRound || waiting.length === 0;
  while (!underWay() && troubles.length === 0) await sleep(1);
  await sleep(random(40));
  state.killed = true;
  if (victim === "server") await server.kill();
  else await killBackend(stage.service.databaseUrl, random);
  if (victim === "backend") {
    // The database restarts by itself; the same server process has to reconnect.
    await untilServed(server, stage);
    state.over = true;
  }
  await work;
  const lost = findLost(stage.service.databaseUrl, done);
  return {
    acknowledged: size(),
    cancelled: done.cancelled.size,
    breaches: [...troubles, ...lost],
    lost: lost.length,
  };
}

/** Mostly a cancel, sometimes a check-in or a booking. Records only successes. */
async function act(
  { token, key }: Stage,
  server: ServerProcess,
  id: string,
  dice: number,
  done: Acknowledged,
): Promise<void> {
  const bookings = "/operator/v1/accounts/acme/production/bookings";
  const ask = (path: string, body: object) =>
    call(server.operator, { method: "POST", path, host: "localhost", token: key, body });
  if (dice === 0) {
    if ((await ask(`${bookings}/${id}/check-in`, {})).status === 200) done.checkedIn.add(id);
  } else if (dice === 1) {
    const made = await ask(bookings, {
      external_id: `booked-${id}`,
      interaction: "pk_summer",
      activity: "tasting",
      slot_starting_at: "2030-05-10T08:00:00Z",
      ticket_type: "standard",
    });
    if (made.status === 201) done.booked.add(made.json.booking);
  } else {
    const request = { method: "POST", path: cancelPath, host: productionHost, token };
    const answer = await call(server.api, { ...request, body: { booking: id } });
    if (answer.status === 200) done.cancelled.add(id);
    else if (answer.status !== 503) throw new Error(`A cancel was answered ${answer.status}.`);
  }
}

async function killBackend(databaseUrl: string, random: Random): Promise<void> {
  const backends = query(
    databaseUrl,
    `select pid
     from pg_stat_activity
     where datname = current_database()
       and application_name = 'booking'
     order by state = 'active' desc, pid`,
  );
  process.kill(Number(pick(random, backends.slice(0, 4))["pid"]), "SIGKILL");
  await untilRestarted(databaseUrl, new Set(backends.map(({ pid }) => pid)));
}

/** PostgreSQL ends all backends when one is killed, and restarts, which takes a moment. */
async function untilRestarted(databaseUrl: string, before: ReadonlySet<unknown>): Promise<void> {
  for (const deadline = performance.now() + 60_000; ; await sleep(20)) {
    try {
      const now = query(databaseUrl, "select pid from pg_stat_activity");
      if (!now.some(({ pid }) => before.has(pid))) return;
    } catch (error) {
      if (performance.now() > deadline) throw error;
    }
  }
}

async function untilServed(server: ServerProcess, { token }: Stage): Promise<void> {
  const deadline = performance.now() + 60_000;
  const path = "/v1/interactions:fetchContactBookings?external_id=nobody";
  for (;;) {
    const { status } = await call(server.api, { path, host: productionHost, token });
    if (status === 200) return;
    if (performance.now() > deadline)
      throw new Error("The service does not find its database again.");
    await sleep(50);
  }
}

function findLost(databaseUrl: string, done: Acknowledged): string[] {
  const ids = (all: Set<string>) => [...all].map((id) => `'${id}'`).join(",") || "''";
  const among = (sql: string) => new Set(query(databaseUrl, sql).map(({ id }) => String(id)));
  const cancelled = among(
    `select id from booking where booking_status = 'CANCELLED' and id in (${ids(done.cancelled)})`,
  );
  const checkedIn = among(
    `select booking_id as id from ticket
     where attendee_checked_in_at is not null and booking_id in (${ids(done.checkedIn)})`,
  );
  const booked = among(`select id from booking where id in (${ids(done.booked)})`);
  const lost = (kind: string, acknowledged: Set<string>, found: Set<string>) =>
    [...acknowledged].filter((id) => !found.has(id)).map((id) => `lost: ${id} was ${kind}`);
  return [
    ...lost("cancelled", done.cancelled, cancelled),
    ...lost("checked in", done.checkedIn, checkedIn),
    ...lost("booked", done.booked, booked),
  ];
}

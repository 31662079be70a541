import { randomUUID } from "node:crypto";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { slotLine } from "../../test/harness/booking-house.ts";
import { call, type Answer } from "../../test/harness/call.ts";
import { openDesk } from "../../test/harness/operator-api.ts";
import { startServerProcess, type ServerProcess } from "../../test/harness/process.ts";
import { query } from "../../test/harness/query.ts";
import { pick, seededRandom, type Random } from "../../test/harness/random.ts";
import { acmeWith } from "../../test/harness/seed.ts";
import { importLines, startTestService } from "../../test/harness/service.ts";
import { heldAgainstLaws } from "../parts/held-against-invariants.ts";
import type { Proof, ProofOrder, Proven } from "../running/proof.ts";

/**
 * Each booking is sent over a connection that is cut before its request is whole, before its answer or after the
 * answer's first bytes, and then sent again, under the same Idempotency-Key or the same id. Server processes are killed
 * meanwhile. In the end every contact has one booking: the one that the last answer named.
 */
export const once: Proof = {
  promises: ["P32"],
  what: "a booking whose answer is lost, asked for again by its key or its id, is made once",
  goal: "20,000 bookings, 0 doubled, 0 lost",
  unit: "bookings",
  engines: ["sqlite", "postgres"],
  usual: 1_000,
  full: 20_000,
  shows: ["made by the lost request", "made by the repetition", "kills"],
  prove,
};

const lanes = 32;
const cuts = ["before", "in", "after"] as const;
/** A server is killed after so many bookings, and at least once in a run. */
const bookingsPerKill = 1_000;
const cutWithinMs = 40;
/** How long a booking is asked for again while a server runs; a start may take minutes under load. */
const patienceMs = 120_000;
const pauseMs = 20;
const path = "/operator/v1/accounts/acme/production/bookings";

async function prove({ seed, count, timeLeft, tell }: ProofOrder): Promise<Proven> {
  const random = seededRandom(seed);
  await using prepared = await startTestService([acmeWith([])]);
  const { id } = (await prepared.store.accounts.find(acmeWith([]).name))!;
  await importLines(prepared.store, id, slots);
  const { key } = await openDesk(prepared);
  const start = () =>
    startServerProcess(prepared.databaseUrl, { RATE_LIMIT_REQUESTS_PER_MINUTE: "0" });
  let serving = start();
  await using _ = { [Symbol.asyncDispose]: async () => (await serving).kill() };
  await serving;

  const figures = {
    bookings: 0,
    "cut before": 0,
    "cut in": 0,
    "cut after": 0,
    kills: 0,
    "made by the lost request": 0,
    "made by the repetition": 0,
    doubled: 0,
    lost: 0,
  };
  const breaches: string[] = [];
  const told = new Map<string, string>();
  let begun = 0;
  const every = Math.min(bookingsPerKill, Math.ceil(count / 2));
  const kill = async (server: ServerProcess) => {
    await server.kill();
    return start();
  };
  const lane = async () => {
    while (begun < count && timeLeft()) {
      begun += 1;
      const cut = pick(random, cuts);
      const asked = orderOf(random, begun, key);
      figures[`cut ${cut}`] += 1;
      await sendAndLose(await serving, asked, cut, random);
      const answer = await repeat(() => serving, asked);
      figures.bookings += 1;
      if (figures.bookings < count && figures.bookings === every * (figures.kills + 1)) {
        figures.kills += 1;
        serving = serving.then(kill);
      }
      if (answer === null || ![200, 201].includes(answer.status)) {
        breaches.push(`${asked.method} was answered ${answer?.status ?? "never"} in the end`);
        continue;
      }
      told.set(asked.contact, answer.json.booking);
      const isOwn = answer.json.history[0].request_id === answer.headers["x-request-id"];
      figures[isOwn ? "made by the repetition" : "made by the lost request"] += 1;
      tell(figures.bookings, `${figures.kills} kills`);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));

  const made = Map.groupBy(
    query(
      prepared.databaseUrl,
      `select contact.external_id as contact, booking.id
       from booking
       join contact on contact.account_id = booking.account_id and contact.number = booking.contact_number`,
    ),
    (row) => String(row["contact"]),
  );
  for (const [contact, booking] of told) {
    const ids = (made.get(contact) ?? []).map((row) => row["id"]);
    if (ids.length > 1) figures.doubled += 1;
    if (!ids.includes(booking)) figures.lost += 1;
    if (ids.length !== 1 || ids[0] !== booking) {
      breaches.push(`${contact} was told ${booking} and has ${ids.join(" and ") || "none"}`);
    }
  }
  return { figures, breaches: [...breaches, ...(await heldAgainstLaws(prepared))] };
}

const starts = Array.from(
  { length: 20 },
  (_, index) => `2031-05-${String(index + 1).padStart(2, "0")}T08:00:00Z`,
);
const slots = starts.map((starting_at) => slotLine({ starting_at, capacity: 100_000 }));

/** A request for a booking of a contact of its own. */
interface Order {
  readonly contact: string;
  readonly method: "POST" | "PUT";
  readonly path: string;
  readonly token: string;
  readonly headers: Record<string, string>;
  readonly body: object;
}

function orderOf(random: Random, number: number, token: string): Order {
  const contact = `once-${number}`;
  const body = {
    external_id: contact,
    interaction: "pk_summer",
    activity: "tasting",
    slot_starting_at: pick(random, starts),
    ticket_type: "standard",
    tickets: 1 + random(3),
  };
  const id = randomUUID();
  return random(2) === 0
    ? { contact, method: "POST", path, token, headers: { "idempotency-key": id }, body }
    : { contact, method: "PUT", path: `${path}/${id}`, token, headers: {}, body };
}

/** Sends the request, and cuts its connection: the sender learns nothing. */
function sendAndLose(
  { operator }: ServerProcess,
  { method, path: of, token, headers, body }: Order,
  cut: (typeof cuts)[number],
  random: Random,
): Promise<void> {
  const text = JSON.stringify(body);
  const head = {
    host: "localhost",
    authorization: `Bearer ${token}`,
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(text)),
    ...headers,
  };
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`);
  const bytes = Buffer.from(`${method} ${of} HTTP/1.1\r\n${lines.join("")}\r\n${text}`);
  const [sent, waitMs] = [random(bytes.length), random(cutWithinMs)];
  const { hostname, port } = new URL(operator);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    socket.setTimeout(patienceMs, () => socket.destroy());
    socket.on("error", () => {});
    socket.on("close", () => resolve());
    if (cut === "after") socket.on("data", () => socket.destroy());
    if (cut === "before") socket.write(bytes.subarray(0, sent), () => socket.destroy());
    else socket.write(bytes);
    if (cut === "in") setTimeout(() => socket.destroy(), waitMs);
  });
}

/** Sends the request again until an answer is final; null when a server had time enough for one. */
async function repeat(serving: () => Promise<ServerProcess>, order: Order): Promise<Answer | null> {
  let triedMs = 0;
  while (triedMs < patienceMs) {
    const { operator } = await serving();
    const from = performance.now();
    const answer = await Promise.race([
      call(operator, { ...order, host: "localhost" }).catch(() => null),
      sleep(patienceMs, null, { ref: false }),
    ]);
    if (answer !== null && answer.status < 500 && ![408, 429].includes(answer.status))
      return answer;
    await sleep(pauseMs);
    triedMs += performance.now() - from;
  }
  return null;
}

import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { formatInstant } from "../../src/domain/instant.ts";
import type { NamedSlot } from "../../src/store/write/named-slot.ts";
import { call, type Answer } from "../../test/harness/call.ts";
import { pick, type Random } from "../../test/harness/random.ts";
import { cancelPath } from "../../test/harness/seed.ts";
import { isAutomatic } from "../../test/harness/storm-data.ts";
import {
  aContact,
  aSlot,
  ask,
  checked,
  doneOf,
  idOf,
  slotFields,
  slotPath,
  startOf,
  withBooking,
  type Actor,
  type Done,
  type Stage,
} from "./actors-stage.ts";

const someTicket = (random: Random) => (random(2) === 0 ? {} : { ticket: 1 + random(3) });

/** Those who book, and who work at the desk and in the office, by name. */
export const deskActors: Readonly<Record<string, Actor>> = {
  book: { pauseMs: 1, several: 4, act: book },
  "caller's cancel": { pauseMs: 100, act: cancelAsCaller },
  cancel: { pauseMs: 100, act: withBooking("cancel", someTicket, "seated") },
  promote: {
    pauseMs: 200,
    act: withBooking(
      "promote",
      (random) => ({ overtake: random(2) === 0, late: random(4) === 0 }),
      "waiting",
    ),
  },
  move: {
    pauseMs: 100,
    act: withBooking("move", (random) => ({
      slot_starting_at: startOf(aSlot(random)),
      ...(random(4) === 0 && { ticket_type: pick(random, ["open", "standard"]) }),
    })),
  },
  "check-in": {
    pauseMs: 200,
    act: (stage, random) =>
      withBooking(pick(random, ["check-in", "undo-check-in"]), someTicket)(stage, random),
  },
  close: { pauseMs: 1_000, act: close },
  capacity: { pauseMs: 100, act: changeCapacity },
  erase: { pauseMs: 500, act: erase },
  import: { pauseMs: 300, act: importSome },
  merge: { pauseMs: 300, act: merge },
  webhooks: { pauseMs: 1_000, act: troubleWebhooks },
};

const waitingMs = 60;

/** Books, some with seats that were held before, each third time over both servers at once under one key. */
async function book(stage: Stage, random: Random): Promise<Done> {
  const body = {
    ...slotFields(aSlot(random)),
    external_id: aContact(random),
    ticket_type: random(10) === 0 ? "open" : "standard",
    tickets: 1 + random(3),
    ...(random(3) === 0 && { late: true }),
  };
  const headers = { "idempotency-key": randomUUID() };
  const holds = random(4) === 0 ? { hold: randomUUID() } : {};
  if (holds.hold !== undefined) {
    const { late: _, ...order } = { late: false, ...body };
    const held = await ask(stage, random, "PUT", `/holds/${holds.hold}`, { ...order, seconds: 2 });
    // A hold in ten is left to its end.
    if (held.status >= 300 || random(10) === 0) return doneOf(held, () => []);
  }
  const both = random(3) === 0 ? stage.servers : [pick(random, stage.servers)];
  const answers = await Promise.all(
    both.map((server) => ask(stage, server, "POST", "/bookings", { ...body, ...holds }, headers)),
  );
  const made = answers.filter(({ status }) => status < 300);
  const ids = new Set(made.map(({ json }) => json.booking));
  if (ids.size > 1) throw new Error(`One key has made the bookings ${[...ids].join(" and ")}.`);
  const [first] = made;
  if (first === undefined) return doneOf(answers[0]!, () => []);
  const status = String(first.json.history[0].booking_status);
  stage.bookings.add(first.json.booking, status);
  // Whoever waits behind many others is never promoted.
  if (status === "WAITLIST") await sleep(random(waitingMs));
  return [{ requestId: first.json.history[0].request_id, of: first.json.booking, what: "book" }];
}

async function cancelAsCaller(stage: Stage, random: Random): Promise<Done> {
  if (!stage.bookings.mayLose("cancel", 1)) return "refused";
  const booking = stage.bookings.draw(random, "seated");
  if (booking === null) return "refused";
  const answer = await call(pick(random, stage.servers).api, {
    method: "POST",
    path: cancelPath,
    host: stage.clientHost,
    token: stage.callerToken,
    body: { booking },
  });
  stage.bookings.forget(booking);
  return doneOf(checked(answer), () => [
    { requestId: idOf(answer), of: booking, what: "a caller's cancel" },
  ]);
}

/** About as many bookings are live in a slot, and of a contact. */
const perSlot = 3;
const perContact = 2;

/** Closes a slot, and opens it again. */
async function close(stage: Stage, random: Random): Promise<Done> {
  if (!stage.bookings.mayLose("close", perSlot)) return "refused";
  const slot = aSlot(random);
  const how = { reason: "rain", even_if_checked_in: random(2) === 0 };
  const closed = await ask(stage, random, "POST", `${slotPath(slot)}/close`, how);
  await changeSlot(stage, random, slot, { capacity: 2 + random(3), overbook: true });
  return doneOf(closed, () =>
    closed.json.cancelled.map((of: string) => ({ requestId: idOf(closed), of, what: "close" })),
  );
}

let minutes = 0;
function nextMinutes(): number {
  minutes = (minutes % 1_440) + 1;
  return minutes;
}

/** Changes a slot's seats and its length, to one that it does not have. */
async function changeCapacity(stage: Stage, random: Random): Promise<Done> {
  const slot = aSlot(random);
  const body = {
    capacity: random(8),
    overbook: random(10) === 0,
    slot_duration_in_minutes: nextMinutes(),
  };
  const answer = await changeSlot(stage, random, slot, body);
  return doneOf(answer, () => [{ requestId: idOf(answer), of: "", what: "capacity" }]);
}

async function changeSlot(
  stage: Stage,
  random: Random,
  slot: NamedSlot,
  body: object,
): Promise<Answer> {
  const { headers } = await ask(stage, random, "GET", slotPath(slot));
  const match = { "if-match": headers.etag ?? "*" };
  return ask(stage, random, "PUT", slotPath(slot), body, match);
}

async function contactOf(stage: Stage, random: Random): Promise<string | null> {
  const who = aContact(random);
  const { json, status } = await ask(stage, random, "GET", `/contacts?external_id=${who}`);
  return status < 300 ? (json.items[0]?.contact ?? null) : null;
}

async function erase(stage: Stage, random: Random): Promise<Done> {
  if (!stage.bookings.mayLose("erase", perContact)) return "refused";
  const contact = await contactOf(stage, random);
  if (contact === null) return "refused";
  const path = `/contacts/${contact}?upcoming=${pick(random, ["cancel", "keep"])}`;
  const answer = await ask(stage, random, "DELETE", path);
  return doneOf(answer, () => [
    { requestId: idOf(answer), of: null, what: "contact-erased", times: answer.json.bookings },
    { requestId: idOf(answer), of: null, what: "cancelled", times: answer.json.cancelled },
  ]);
}

async function merge(stage: Stage, random: Random): Promise<Done> {
  const body = { from: aContact(random), into: aContact(random) };
  const answer = await ask(stage, random, "POST", "/contacts/merge", body);
  return doneOf(answer, () => [
    { requestId: idOf(answer), of: null, what: "contact-merged", times: answer.json.bookings },
  ]);
}

/**
 * Imports new bookings, one that is known as it was or as another system has it now, and at times a bad line. An entry
 * of a waitlist that a file brings waits beside free seats (B64), which a law names where campaigns promote by themselves.
 */
async function importSome(stage: Stage, random: Random): Promise<Done> {
  const server = pick(random, stage.servers);
  const contact = await contactOf(stage, random);
  const known =
    contact === null ? [] : (await ask(stage, server, "GET", `/contacts/${contact}/lines`)).json;
  const now = formatInstant(Date.now());
  const fresh = Array.from({ length: 1 + random(3) }, () => {
    const slot = aSlot(random);
    const waits = isAutomatic(slot.publicKey) ? [] : ["WAITLIST"];
    return {
      kind: "booking",
      booking: randomUUID(),
      external_id: aContact(random),
      ...slotFields(slot),
      ticket_type: pick(random, ["open", "standard"]),
      booking_status: pick(random, ["CONFIRMED", "CANCELLED", ...waits]),
      booked_at: pick(random, [now, "2025-01-01T00:00:00Z"]),
    };
  });
  const old = (known.items ?? []).slice(0, 1 + random(2)).map((line: object) => ({
    ...line,
    ...pick(random, [
      {},
      { changed_at: now },
      { changed_at: now, slot_starting_at: startOf(aSlot(random)) },
      { changed_at: now, booking_status: "CANCELLED" },
    ]),
  }));
  const bad = random(2) === 0 ? [{ ...fresh[0], booking: "none" }] : [];
  const lines = [...fresh, ...old, ...bad].map((line) => JSON.stringify(line)).join("\n");
  const query = `skip_bad=${bad.length > 0}&update=true&overwrite=${random(4) === 0}&allow_overbooked=${random(2) === 0}`;
  const headers = { "content-type": "application/x-ndjson" };
  const file = Buffer.from(lines);
  const started = await ask(stage, server, "POST", `/imports?${query}`, file, headers);
  if (started.status >= 300) return doneOf(started, () => []);
  for (;;) {
    const { json, status } = await ask(stage, server, "GET", `/imports/${started.json.import}`);
    if (status === 503 || json.state === "running") {
      await sleep(20);
      continue;
    }
    // With lines left out, nobody says here which.
    if (json.state !== "done") return json.state === "failed" ? "unanswered" : "refused";
    if (json.skipped_count > 0 || bad.length > 0) return [];
    return fresh.map(({ booking: of }) => ({ requestId: null, of, what: "import" }));
  }
}

let replays = 0;
/** Each gives a webhook everything again, which an hour's changes would not let end. */
const replaysMost = 20;

/** Pauses a webhook and resumes it, or gives it everything again. */
async function troubleWebhooks(stage: Stage, random: Random): Promise<Done> {
  const path = `/webhooks/${pick(random, stage.hooks)}`;
  const act = random(4) === 0 && replays < replaysMost ? "replay" : "pause";
  if (act === "replay") replays += 1;
  const body = act === "replay" ? { after: "start" } : {};
  const answer = await ask(stage, random, "POST", `${path}/${act}`, body);
  if (act === "pause") {
    await sleep(random(500));
    await ask(stage, random, "POST", `${path}/resume`, {});
  }
  return doneOf(answer, () => []);
}

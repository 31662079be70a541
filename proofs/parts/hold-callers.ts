import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { call, type Answer } from "../../test/harness/call.ts";
import { acmePath } from "../../test/harness/operator-api.ts";
import { pick, type Random } from "../../test/harness/random.ts";

/** Where callers ask: a server that is killed leaves, and comes back under another address. */
export interface Servers {
  /** The addresses of the operators' listeners that live. */
  addresses(): readonly string[];
}

/** A slot on which callers act. */
export interface HeldSlot {
  readonly interaction: string;
  readonly activity: string;
  readonly starting_at: string;
}

interface CallerParts {
  readonly servers: Servers;
  readonly key: string;
  readonly random: Random;
  readonly slots: () => readonly HeldSlot[];
  readonly isOver: () => boolean;
}

/** What callers saw; a sentence for each answer that no service may give. */
export interface SeenByCallers {
  readonly figures: Record<keyof typeof noFigures, number>;
  readonly breaches: Set<string>;
}

export const noFigures = {
  held: 0,
  booked: 0,
  released: 0,
  extended: 0,
  "left to end": 0,
  "left by a kill": 0,
  refused: 0,
  accepted: 0,
};

const dice = { give: 4, book: 3, release: 1, extend: 1 } as const;

/**
 * A customer of a shop, again and again: holds seats, and books with them, extends them, gives them back, or leaves them
 * to their end; or books without a hold, and waits. A request whose answer is lost is sent again as it was, to whichever
 * server lives, so that each has an answer in the end.
 */
export async function runCaller(parts: CallerParts, seen: SeenByCallers): Promise<void> {
  const { random, isOver } = parts;
  const waiting: string[] = [];
  const booked: string[] = [];
  while (!isOver()) {
    const slot = pick(random, parts.slots());
    const next = random(10);
    if (next < 5) await holdOnce(parts, seen, slot, booked);
    else if (next < 6) await bookOnce(parts, slot, { waiting, booked });
    else if (next < 7) await answerOffer(parts, seen, waiting);
    else await cancelOne(parts, booked);
    await sleep(random(20));
  }
}

/** Holds seats in each slot that has one left, and leaves them. Returns how many. */
export async function leaveHolds(parts: CallerParts, slots: readonly HeldSlot[]): Promise<number> {
  let left = 0;
  for (const { starting_at: slot_starting_at, ...place } of slots) {
    // With another ticket type, nobody who waits is before it.
    const order = { ...place, slot_starting_at, ticket_type: "open", seconds: 1 };
    const made = await ask(parts, "PUT", `/holds/${randomUUID()}`, order);
    if (made?.status === 201) left += 1;
  }
  return left;
}

async function holdOnce(
  parts: CallerParts,
  { figures, breaches }: SeenByCallers,
  slot: HeldSlot,
  booked: string[],
): Promise<void> {
  const { random } = parts;
  const id = randomUUID();
  const { interaction, activity, starting_at: slot_starting_at } = slot;
  const who = `payer-${id}`;
  const place = { interaction, activity, slot_starting_at, ticket_type: "standard" };
  const order = { ...place, tickets: 1 + random(2) };
  const made = await ask(parts, "PUT", `/holds/${id}`, { ...order, seconds: 1 + random(2) });
  if (made === null) return;
  if (made.status !== 201 && made.status !== 200) {
    figures.refused += 1;
    expectStatus(breaches, "a hold", made, ["seats-missing", "slot-has-begun", "hold-ended"]);
    return;
  }
  figures.held += 1;
  let endsAt = Date.parse(String(made.json.expires_at));
  await sleep(random(1_200));
  const then = random(dice.give + dice.book + dice.release + dice.extend);
  if (then < dice.give) {
    figures["left to end"] += 1;
    return;
  }
  if (then < dice.give + dice.release) {
    const released = await ask(parts, "DELETE", `/holds/${id}`);
    if (released?.status === 204) figures.released += 1;
    return;
  }
  if (then < dice.give + dice.release + dice.extend) {
    const extended = await ask(parts, "POST", `/holds/${id}/extend`, { seconds: 1 });
    if (extended?.status === 200) {
      figures.extended += 1;
      endsAt = Date.parse(String(extended.json.expires_at));
    }
  }
  const booking = randomUUID();
  const bookedWith = { ...order, external_id: who, hold: id };
  const answer = await ask(parts, "PUT", `/bookings/${booking}`, bookedWith);
  if (answer === null) return;
  if (answer.status === 201 || answer.status === 200) {
    figures.booked += 1;
    booked.push(booking);
    const status = String(answer.json.history?.[0]?.booking_status);
    if (status !== "CONFIRMED") breaches.add(`a hold became a booking that is ${status}`);
    return;
  }
  figures.refused += 1;
  expectStatus(breaches, "a booking with a hold", answer, ["hold-ended", "slot-has-begun"]);
  if (Date.now() < endsAt) breaches.add(`a live hold was refused: ${answer.text}`);
}

async function bookOnce(
  parts: CallerParts,
  { interaction, activity, starting_at: slot_starting_at }: HeldSlot,
  { waiting, booked }: { waiting: string[]; booked: string[] },
): Promise<void> {
  const id = randomUUID();
  const place = { interaction, activity, slot_starting_at, ticket_type: "standard" };
  const tickets = 1 + parts.random(2);
  const order = { ...place, tickets, external_id: `walker-${id}` };
  const answer = await ask(parts, "PUT", `/bookings/${id}`, order);
  if (answer?.json?.booking_status === "WAITLIST") waiting.push(id);
  booked.push(id);
}

/** Seats are few: most bookings are cancelled again. */
async function cancelOne(parts: CallerParts, booked: string[]): Promise<void> {
  if (booked.length === 0) return;
  const [id] = booked.splice(parts.random(booked.length), 1);
  await ask(parts, "POST", `/bookings/${id}/cancel`, {});
}

async function answerOffer(
  parts: CallerParts,
  { figures, breaches }: SeenByCallers,
  waiting: string[],
): Promise<void> {
  const id = waiting.splice(parts.random(waiting.length || 1), 1)[0];
  if (id === undefined) return;
  const shown = await ask(parts, "GET", `/bookings/${id}`);
  if (shown?.json?.booking_status === "WAITLIST") waiting.push(id);
  if (shown?.json?.offer_ends_at === undefined) return;
  const answer = await ask(parts, "POST", `/bookings/${id}/accept`, {});
  if (answer === null) return;
  if (answer.status === 200) figures.accepted += 1;
  else expectStatus(breaches, "an accept", answer, ["no-offer", "offer-ended", "slot-has-begun"]);
}

function expectStatus(
  breaches: Set<string>,
  what: string,
  { status, text, json }: Answer,
  names: readonly string[],
): void {
  const name = String(json?.type).split(":").at(-1) ?? "";
  if (status === 409 && names.includes(name)) return;
  breaches.add(`${what} was answered ${status}: ${text.slice(0, 300)}`);
}

/** Sends a request until it is answered; null when the callers end first. */
async function ask(
  { servers, key, random, isOver }: CallerParts,
  method: string,
  path: string,
  body?: object,
): Promise<Answer | null> {
  while (!isOver()) {
    const addresses = servers.addresses();
    const answer = await (addresses.length === 0
      ? null
      : call(pick(random, addresses), {
          method,
          path: `/operator/v1${acmePath}${path}`,
          host: "localhost",
          token: key,
          ...(body !== undefined && { body }),
        }).catch(() => null));
    // A request that a loaded server did not read in time (408) has done nothing.
    if (answer !== null && answer.status < 500 && ![408, 429].includes(answer.status)) {
      return answer;
    }
    await sleep(20 + random(50));
  }
  return null;
}

import { setTimeout as sleep } from "node:timers/promises";
import { isRefused } from "../../src/domain/refusal.ts";
import { closedPerTransaction } from "../../src/store/slots/close-slot.ts";
import { closeSlot } from "../../test/harness/desk-acts.ts";
import { call } from "../../test/harness/call.ts";
import { openDesk } from "../../test/harness/operator-api.ts";
import { startServerProcess } from "../../test/harness/process.ts";
import { query } from "../../test/harness/query.ts";
import { seededRandom, type Random } from "../../test/harness/random.ts";
import { acmeWith, booking, withSlots } from "../../test/harness/seed.ts";
import {
  acme,
  audit,
  importLines,
  startTestService,
  type TestService,
} from "../../test/harness/service.ts";
import { heldAgainstLaws } from "../parts/held-against-invariants.ts";
import type { Proof, ProofOrder, Proven } from "../running/proof.ts";

/**
 * A server is killed while it closes a slot of more bookings than one transaction cancels. The slot must be
 * as it was, or without seats and with whole portions cancelled. Closing it again must cancel the rest.
 */
export const closing: Proof = {
  promises: ["P1", "P6"],
  what: "a slot that is closed while the server is killed is whole, and closing it again completes it",
  goal: "50 kills, 0 torn",
  unit: "kills",
  engines: ["sqlite", "postgres"],
  usual: 4,
  full: 50,
  shows: ["in between"],
  prove,
};

const count = 2 * closedPerTransaction + 1_000;

async function prove({ seed, count: kills, timeLeft, tell }: ProofOrder): Promise<Proven> {
  const random = seededRandom(seed);
  await using service = await startTestService([acmeWith([booking("first")])]);
  const { key } = await openDesk(service);
  const figures = { kills: 0, "nothing done": 0, "in between": 0, completed: 0, torn: 0 };
  const breaches: string[] = [];
  while (figures.kills < kills && timeLeft()) {
    const slot = await addSlot(service, figures.kills);
    const answered = await killWhileClosing(service, key, slot, random, figures.kills % 2 === 0);
    const { cancelled, ...found } = look(service, slot);
    const torn = tornSlot({ cancelled, ...found }, answered);
    if (cancelled === 0) figures["nothing done"] += 1;
    else if (cancelled < count) figures["in between"] += 1;
    torn.push(...(await heldAgainstLaws(service)), ...(await closeAgain(service, slot)));
    figures.torn += torn.length;
    figures.completed += torn.length === 0 ? 1 : 0;
    figures.kills += 1;
    breaches.push(...torn.map((what) => `${slot}: ${what}`));
    tell(figures.kills, `${figures["in between"]} in between, ${figures.torn} torn`);
  }
  return { figures, breaches: [...breaches, ...(await heldAgainstLaws(service))] };
}

/** A slot that is full of bookings. */
async function addSlot(service: TestService, number: number): Promise<string> {
  const slot = new Date(Date.UTC(2031, 0, 1 + number, 8)).toISOString();
  const { id } = (await service.store.accounts.find(acme))!;
  const lines = Array.from({ length: count }, (_, index) =>
    booking(`guest-${index % 50}`, { slot_starting_at: slot }),
  );
  await importLines(service.store, id, withSlots(lines));
  return slot;
}

/** Returns whether the closing was answered before the kill. */
async function killWhileClosing(
  service: TestService,
  key: string,
  slot: string,
  random: Random,
  isInBetween: boolean,
): Promise<boolean> {
  const server = await startServerProcess(service.databaseUrl);
  const path = `/operator/v1/accounts/acme/production/interactions/pk_summer/activities/tasting/slots/${slot}/close`;
  const state = { isAnswered: false };
  const closed = call(server.operator, {
    method: "POST",
    path,
    host: "localhost",
    token: key,
    body: { reason: "The hall is flooded" },
  }).then(
    ({ status }) => (state.isAnswered = status === 200),
    () => false,
  );
  if (isInBetween) {
    // The first portion takes the capacity away.
    while (!state.isAnswered && look(service, slot).capacity > 0) await sleep(2);
  } else {
    await sleep(random(400));
  }
  await server.kill();
  return closed;
}

interface Found {
  readonly capacity: number;
  readonly cancelled: number;
  readonly events: number;
}

function look({ databaseUrl }: TestService, slot: string): Found {
  const startingAt = Date.parse(slot);
  const [row] = query(
    databaseUrl,
    `select
       (select capacity from slot where starting_at = ${startingAt}) as capacity,
       (
         select count(*)
         from booking
         where slot_starting_at = ${startingAt} and booking_status = 'CANCELLED'
       ) as cancelled,
       (
         select count(*)
         from booking_event
         join booking on booking.id = booking_event.booking_id
         where slot_starting_at = ${startingAt} and kind = 'cancelled'
       ) as events`,
  );
  const number = (name: string) => Number(row?.[name]);
  return { capacity: number("capacity"), cancelled: number("cancelled"), events: number("events") };
}

function tornSlot({ capacity, cancelled, events }: Found, wasAnswered: boolean): string[] {
  return [
    ...(events === cancelled ? [] : [`${events} events of ${cancelled} cancels`]),
    ...(cancelled % closedPerTransaction === 0 || cancelled === count
      ? []
      : [`${cancelled} cancelled are no whole portions`]),
    ...((cancelled === 0) === capacity > 0
      ? []
      : [`${capacity} seats beside ${cancelled} cancelled`]),
    ...(wasAnswered && cancelled < count ? [`answered, and ${cancelled} cancelled`] : []),
  ];
}

async function closeAgain(service: TestService, slot: string): Promise<string[]> {
  const startingAt = Date.parse(slot);
  const place = { publicKey: "pk_summer", activityId: "tasting", hostId: null, startingAt };
  const order = { place, reason: null, dryRun: false, evenIfCheckedIn: false };
  const closed = await closeSlot(service.store, audit(), acme, order);
  if (isRefused<{ why: string }>(closed))
    return [`closing again was refused: ${closed.refused.why}`];
  const { capacity, cancelled, events } = look(service, slot);
  return capacity === 0 && cancelled === count && events === count
    ? []
    : [`closed again it has ${capacity} seats, ${cancelled} cancelled and ${events} events`];
}

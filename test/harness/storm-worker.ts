import { isRefused } from "../../src/domain/refusal.ts";
import type { BookingId } from "../../src/domain/booking.ts";
import { isUnavailable } from "./is-unavailable.ts";
import { operate } from "./operate.ts";
import type { AccountStore } from "../../src/store/account-store.ts";
import { openStore } from "../../src/store/store.ts";
import { cancelBooking } from "../../src/usecases/cancel-booking.ts";
import {
  bookSlot,
  changeBooking,
  closeSlot,
  changeSlotCapacity,
  moveBooking,
  type FoundBooking,
  promoteBooking,
} from "./desk-acts.ts";
import { seededRandom, type Random } from "./random.ts";
import { keepSeats } from "./storm-seats.ts";
import { importOneBooking, importStormLine } from "./storm-import.ts";
import {
  isAutomatic,
  isOffering,
  stormAccount,
  stormClient,
  stormSlots as slotsOf,
  typeLine,
  windowLine,
  type StormSlot,
} from "./storm-data.ts";

/** A batch: the number of operations, their seed, and how many run at a time. */
export interface StormBatch {
  readonly operations: number;
  readonly seed: number;
  readonly atOnce: number;
}

/** How often each kind of operation was done, and how often it was refused. */
export type StormCounts = Record<string, { done: number; refused: number }>;

export type StormMessage =
  | { readonly made: readonly string[] }
  | { readonly done: StormCounts }
  | { readonly failed: string };

const [, , databaseUrl = "", slotCount = ""] = process.argv;
const store = openStore(databaseUrl);
const stormSlots = slotsOf(Number(slotCount));
const account = await store.accounts.find(stormAccount);
if (account === null) throw new Error("The storm's account is missing.");
const door: AccountStore = store.account(account.id);
const bookings: BookingId[] = [];

process.on("message", (message: StormBatch | { made: string[] }) => {
  if ("made" in message) remember(message.made);
  else
    run(message).then(
      (done) => process.send?.({ done } satisfies StormMessage),
      (error: Error) =>
        process.send?.({ failed: error.stack ?? error.message } satisfies StormMessage),
    );
});

/** The latest bookings are worked on, because an old one is mostly cancelled. */
function remember(made: readonly string[]): void {
  bookings.push(...(made as BookingId[]));
  bookings.splice(0, bookings.length - 150);
}

function tellMade(booking: BookingId): void {
  process.send?.({ made: [booking] } satisfies StormMessage);
  remember([booking]);
}

async function run({ operations, seed, atOnce }: StormBatch): Promise<StormCounts> {
  const random = seededRandom(seed);
  const counts: StormCounts = {};
  let left = operations;
  const lane = async () => {
    while (left > 0) {
      left -= 1;
      const [kind, refused] = await doOne(random).catch(unavailable);
      const count = (counts[kind] ??= { done: 0, refused: 0 });
      count[refused ? "refused" : "done"] += 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return counts;
}

/** What an unavailable database leaves undone is no fault of the storm. */
function unavailable(error: Error): [kind: string, refused: boolean] {
  if (isUnavailable(error)) return ["database unavailable", true];
  throw error;
}

async function doOne(random: Random): Promise<[kind: string, refused: boolean]> {
  const slot = stormSlots[random(stormSlots.length)]!;
  const audit = { actor: "storm", now: Date.now() };
  const bookingId = bookings[random(bookings.length)];
  const dice = random(100);
  const late = slot.hasWindows && random(3) === 0;
  if (dice < 28 || bookingId === undefined) {
    const booked = await bookSlot(store, audit, stormAccount, {
      place: slot.place,
      ticketTypeId: random(10) === 0 ? "open" : limitedType(slot, random),
      externalId: drawContact(random),
      tickets: slot.oneTicketOnly ? 1 : 1 + random(3),
      overbook: !slot.hasTypes && random(60) === 0,
      late,
    });
    if (isRefused<{ why: string }>(booked)) return [refusalOf(booked.refused.why), true];
    const { booking, history } = booked.details;
    tellMade(booking.id);
    const details = history[0]?.details as { readonly late?: boolean } | undefined;
    const isLate = details?.late === true;
    return [isLate ? "book late" : `book ${booking.status}`, false];
  }
  if (random(6) === 0) {
    const ticketTypeId = limitedType(slot, random);
    const who = () => drawContact(random);
    const [kept, wasRefused, made] = await keepSeats({
      store,
      audit,
      slot,
      random,
      who,
      ticketTypeId,
    });
    if (made !== undefined) tellMade(made);
    return [kept, wasRefused];
  }
  const kind = kindOf(dice, slot);
  const ticket = random(3) + 1;
  const refused = await {
    "caller's cancel": () =>
      cancelBooking(
        door,
        { bookingId, clientId: stormClient, requestId: `r-${random(1e9)}`, idempotencyKey: null },
        audit.now,
      ),
    cancel: () => change("cancel", null),
    "ticket cancel": () => change("cancel", ticket),
    "check-in": () => change("check-in", ticket),
    "undo check-in": () => change("undo-check-in", null),
    promote: () => promoteFirst(bookingId, random(12) === 0),
    capacity: () =>
      changeSlotCapacity(store, audit, stormAccount, {
        place: slot.place,
        capacity: slot.hasTypes ? 12 + random(10) : random(12),
        overbook: !slot.hasTypes && random(20) === 0,
      }),
    limit: () => changeLimit(slot, random),
    "switch limit": () => {
      const [id, limit] = drawLimit(random);
      // A type's own limit is at least 1.
      const line = typeLine(slot.place.publicKey, id, limit === 0 ? 1 : limit);
      return importStormLine(door, line, audit.now);
    },
    "switch window": () =>
      importStormLine(door, windowLine(slot.place.publicKey, random), audit.now),
    move: () =>
      moveBooking(store, audit, {
        bookingId,
        account: stormAccount,
        late,
        startingAt: slot.place.startingAt,
        ...(random(4) === 0 && {
          ticketTypeId: random(3) === 0 ? "open" : limitedType(slot, random),
        }),
      }),
    merge: () => {
      const order = { from: drawContact(random), into: drawContact(random) };
      return operate(store, "mergeContact", { ...stormAccount, ...order }, { audit });
    },
    erase: () => {
      const upcoming = random(2) === 0 ? "cancel" : "keep";
      const values = { ...stormAccount, external_id: drawContact(random), upcoming };
      return operate(store, "eraseExternalId", values, { audit });
    },
    import: () => importOneBooking(door, bookingId, slot.place.startingAt, random),
    close: () =>
      closeSlot(store, audit, stormAccount, {
        place: slot.place,
        reason: "storm",
        dryRun: random(4) === 0,
        evenIfCheckedIn: random(2) === 0,
      }),
  }[kind]();
  return [kind, isRefused(refused)];

  /** Promotes a booking. When another one is first, it mostly promotes that one. */
  async function promoteFirst(id: BookingId, overtake: boolean) {
    const order = { account: stormAccount, overtake };
    const answer = await promoteBooking(store, audit, { ...order, bookingId: id });
    if (!isRefused<{ why: string }>(answer)) return neededByHand(answer, overtake);
    if (answer.refused.why !== "not-first") return answer;
    const { first } = answer.refused as { why: string; first?: string };
    if (random(4) === 0 || first === undefined) return answer;
    const next = await promoteBooking(store, audit, { ...order, bookingId: first as BookingId });
    return isRefused(next) ? next : neededByHand(next, overtake);
  }

  /** Where a campaign promotes automatically, no waiting entry fits the free seats. */
  function neededByHand(promoted: FoundBooking, overtake: boolean): FoundBooking {
    const {
      booking,
      line: { interaction: publicKey },
    } = promoted.details;
    // What is offered is accepted so, and whose offer ended waits beside a free seat.
    if (overtake || !isAutomatic(publicKey) || isOffering(publicKey)) return promoted;
    throw new Error(`Booking ${booking.id} waited for free seats until it was promoted by hand.`);
  }

  function change(transition: "cancel" | "check-in" | "undo-check-in", number: number | null) {
    return changeBooking(store, audit, bookingId!, stormAccount, {
      kind: transition,
      ticket: number,
    });
  }
}

function drawContact(random: Random): string {
  return `storm-${random(40)}`;
}

function limitedType({ hasTypes }: StormSlot, random: Random): "standard" | "vip" {
  return hasTypes && random(2) === 0 ? "vip" : "standard";
}

/** Mostly the type with few seats; null takes the limit away. */
function drawLimit(random: Random): ["standard" | "vip", number | null] {
  if (random(3) === 0) return ["standard", random(5) === 0 ? null : 10 + random(10)];
  return ["vip", random(5) === 0 ? null : random(5)];
}

async function changeLimit({ place }: StormSlot, random: Random) {
  const { publicKey, startingAt: at } = place;
  const [slot] = await door.findSlots({ publicKey, from: at, to: at, limit: 1 });
  if (slot === undefined) throw new Error("A slot of the storm is missing.");
  const limits = Object.fromEntries([drawLimit(random)]);
  const order = { place, capacity: slot.seats.capacity, limits, overbook: false };
  const audit = { actor: "storm", now: Date.now() };
  return changeSlotCapacity(store, audit, stormAccount, order);
}

/** The refusals of the clock are counted apart. */
function refusalOf(why: string): string {
  return why === "slot-has-begun" || why.startsWith("booking-") ? "book by the clock" : "book";
}

function kindOf(dice: number, { hasTypes, hasWindows }: StormSlot) {
  if (dice >= 99) return "close";
  if (dice >= 98) return "erase";
  if (dice >= 97) return "merge";
  if (hasWindows && dice >= 91 && dice < 94) return "switch window";
  if (hasTypes && dice >= 94) return "capacity";
  if (hasTypes && dice >= 92) return "switch limit";
  if (hasTypes && dice >= 86) return "limit";
  if (dice < 48) return "caller's cancel";
  if (dice < 58) return "cancel";
  if (dice < 66) return "ticket cancel";
  if (dice < 69) return "check-in";
  if (dice < 74) return "undo check-in";
  if (dice < 82) return "promote";
  if (dice < 86) return "import";
  return dice < 91 ? "move" : "capacity";
}

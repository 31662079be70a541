import assert from "node:assert/strict";
import type { BookingStatus } from "../../src/domain/booking.ts";
import { formatInstant } from "../../src/domain/instant.ts";
import { isRefused } from "../../src/domain/refusal.ts";
import type { AccountStore } from "../../src/store/account-store.ts";
import { verifyAccount } from "../../src/usecases/operator/verify-account.ts";
import {
  bookSlot,
  type BookingRequest,
  changeBooking,
  type Transition,
  changeSlotCapacity,
  type FoundBooking,
  promoteBooking,
} from "./desk-acts.ts";
import { catalogue, productionHost } from "./seed.ts";
import { acme, audit, importLines, startTestService, type TestService } from "./service.ts";

export type SlotFields = Record<string, unknown> & { readonly capacity: number };

/** The default slot of the summer's tasting. */
export const slotStart = Date.UTC(2031, 4, 1, 8);

export function slotLine(fields: SlotFields): object {
  return {
    kind: "slot",
    interaction: "pk_summer",
    activity: "tasting",
    starting_at: formatInstant(slotStart),
    ...fields,
  };
}

/** The booking's status, or the reason of its refusal. */
export type Outcome = string;

/** An account in which seats are booked, with functions for operators' acts. */
export interface BookingHouse extends AsyncDisposable {
  readonly service: TestService;
  readonly door: AccountStore;
  /** Books the tasting for a contact and returns the booking. */
  book(who: string, fields?: Partial<BookingRequest>): Promise<FoundBooking["details"]>;
  /** The same for bookings that may be refused. */
  tryBook(who: string, fields?: Partial<BookingRequest>): Promise<Outcome>;
  change(details: FoundBooking["details"], transition: Transition): Promise<Outcome>;
  promote(details: FoundBooking["details"], overtake?: boolean): Promise<Outcome>;
  /** Changes the tasting's capacity. Returns how many bookings moved up, or the reason of the refusal. */
  setCapacity(capacity: number, overbook?: boolean): Promise<number | string>;
  /** Saves a line of the catalogue, as an import does. */
  save(line: object): Promise<void>;
  status(details: FoundBooking["details"]): Promise<BookingStatus>;
  look(details: FoundBooking["details"]): Promise<FoundBooking["details"]>;
  seats(): Promise<{ capacity: number; taken: number; overbookedBy: number }>;
  /** Asserts that every invariant holds. */
  assertLawful(): Promise<void>;
}

export async function openBookingHouse(
  lines: readonly object[],
  promotion: "manual" | "automatic" | "offer" = "manual",
): Promise<BookingHouse> {
  const data = [
    ...catalogue.map((line) =>
      (line as { kind: string }).kind === "interaction"
        ? { ...line, waitlist_promotion: promotion }
        : line,
    ),
    ...lines,
  ];
  const service = await startTestService([{ name: acme, hosts: [productionHost], data }]);
  const { store } = service;
  const { id } = (await store.accounts.find(acme)) ?? assert.fail();
  const door = store.account(id);

  const request = (who: string, fields: Partial<BookingRequest>): BookingRequest => ({
    place: {
      publicKey: "pk_summer",
      activityId: "tasting",
      hostId: null,
      startingAt: slotStart,
    },
    ticketTypeId: "standard",
    externalId: who,
    tickets: 1,
    ...fields,
  });
  const look = async (details: FoundBooking["details"]) => {
    const [found] = await door.findBookings({ id: details.booking.id, limit: 1 });
    return found ?? assert.fail();
  };
  const outcomeOf = (answer: object): Outcome =>
    isRefused<{ why: string }>(answer)
      ? answer.refused.why
      : (answer as FoundBooking).details.booking.status;

  return {
    service,
    door,
    book: async (who, fields = {}) => {
      const booked = await bookSlot(store, audit(), acme, request(who, fields));
      if (isRefused(booked)) assert.fail(JSON.stringify(booked.refused));
      return booked.details;
    },
    tryBook: async (who, fields = {}) =>
      outcomeOf(await bookSlot(store, audit(), acme, request(who, fields))),
    change: async ({ booking }, transition) =>
      outcomeOf(await changeBooking(store, audit(), booking.id, acme, transition)),
    promote: async ({ booking }, overtake = false) =>
      outcomeOf(
        await promoteBooking(store, audit(), { bookingId: booking.id, account: acme, overtake }),
      ),
    setCapacity: async (capacity, overbook = false) => {
      const { place } = request("", {});
      const answer = await changeSlotCapacity(store, audit(), acme, { place, capacity, overbook });
      return isRefused<{ why: string }>(answer) ? answer.refused.why : answer.promoted;
    },
    save: async (line) => {
      await importLines(store, id, [line]);
    },
    status: async (details) => (await look(details)).booking.status,
    look,
    seats: async () => {
      const [slot] = await door.findSlots({ publicKey: "pk_summer", limit: 1 });
      return slot?.seats ?? assert.fail();
    },
    assertLawful: async () => {
      const found = await verifyAccount(store, null);
      if (isRefused(found)) assert.fail();
      assert.deepEqual(found.violations, []);
    },
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}

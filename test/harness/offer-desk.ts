import assert from "node:assert/strict";
import type { BookingId } from "../../src/domain/booking.ts";
import { formatInstant } from "../../src/domain/instant.ts";
import { isRefused } from "../../src/domain/refusal.ts";
import { openBookingHouse, slotLine } from "./booking-house.ts";
import { operate } from "./operate.ts";
import { catalogue } from "./seed.ts";
import { acme } from "./service.ts";

export const minute = 60_000;
export const hour = 60 * minute;
/** Far from the test's own clock, so that no law finds a date that has passed. */
export const start = Date.UTC(2031, 4, 1, 8);
export const day = start - 24 * hour;

export const campaign = (fields: object = {}) => ({
  ...catalogue.find((line) => "public_key" in line && line.public_key === "pk_summer"),
  waitlist_promotion: "offer",
  waitlist_offer_minutes: 60,
  ...fields,
});
export const type = (id: string, fields: object) => ({
  kind: "ticket_type",
  interaction: "pk_summer",
  activity: "tasting",
  id,
  display_name: id,
  has_limited_capacity: true,
  ...fields,
});

/** What operators do at moments of their choice, in a campaign that offers its free seats for an hour. */
export async function openOfferDesk(
  capacity: number,
  lines: readonly object[] = [],
  setting: object = {},
) {
  const house = await openBookingHouse([...lines, slotLine({ capacity })]);
  await house.save(campaign(setting));
  const { store } = house.service;
  let last = day;
  const act = async (now: number, operation: string, values: object): Promise<any> => {
    last = Math.max(last, now);
    const audit = { actor: "test", now };
    const answer = await operate(store, operation, { ...acme, ...values }, { audit });
    return answer !== null && isRefused<{ why: string }>(answer) ? answer.refused.why : answer;
  };
  const place = { interaction: "pk_summer", activity: "tasting" };
  return {
    house,
    act,
    /** Asserts the laws of the moment of the last act. */
    async assertLawful() {
      const { violations } = await house.door.checkInvariants(last + 1);
      assert.deepEqual(violations, []);
    },
    async book(now: number, who: string, fields: object = {}): Promise<BookingId> {
      const slot = { ...place, slot_starting_at: formatInstant(start) };
      const order = { ...slot, external_id: who, ticket_type: "standard", ...fields };
      return (await act(now, "book", order)).booking;
    },
    cancel: async (now: number, booking: BookingId, fields: object = {}) =>
      (await act(now, "cancelBooking", { booking, ...fields })).booking_status,
    accept: async (now: number, booking: BookingId) => {
      const answer = await act(now, "acceptOffer", { booking });
      return typeof answer === "string" ? answer : answer.booking_status;
    },
    promote: async (now: number, booking: BookingId, fields: object = {}) => {
      const answer = await act(now, "promoteBooking", { booking, ...fields });
      return typeof answer === "string" ? answer : answer.booking_status;
    },
    capacity: (now: number, seats: number) =>
      act(now, "changeSlotCapacity", {
        ...place,
        starting_at: formatInstant(start),
        capacity: seats,
      }),
    /** The status, or until when seats are offered. */
    async look(booking: BookingId): Promise<string> {
      const found = await act(day, "showBooking", { booking });
      return found.offer_ends_at === undefined
        ? found.booking_status
        : `until ${found.offer_ends_at}`;
    },
    async history(booking: BookingId): Promise<string[]> {
      const { history } = await act(day, "showBooking", { booking });
      return history.map(({ event }: { event: string }) => event);
    },
    [Symbol.asyncDispose]: () => house[Symbol.asyncDispose](),
  };
}

export const until = (at: number) => `until ${formatInstant(at)}`;

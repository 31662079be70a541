import { randomUUID } from "node:crypto";
import { boundsOfDay, dayIn } from "../src/kit/zoned-day.ts";
import { catalogue, productionHost } from "../../test/harness/seed.ts";
import { acme, type TestAccount } from "../../test/harness/service.ts";

/** Everybody for whom the tests' door is open, and some for whom it is not. */
export const zone = "Europe/Paris";
const hourMs = 3_600_000;
/** Slots at noon, today and tomorrow by the campaign's clocks, but for the hour of a clock change. */
export const today = dayIn(zone, Date.now());
export const noon = instantOf(boundsOfDay(today, zone).from + 12 * hourMs);
export const tomorrowNoon = instantOf(boundsOfDay(today, zone).to + 12 * hourMs + 1);

/** The desk of today's noon. */
export const deskPath = `/at/acme/production/desk?${new URLSearchParams({
  interaction: "pk_summer",
  day: today,
  activity: "tasting",
  slot: noon,
}).toString()}`;

export interface Guest {
  readonly booking: string;
  readonly external_id: string;
  readonly names: readonly string[];
}

/** Names with HTML in them show as they are. */
export const hostileName = "<img src=x onerror=alert(1)>";

/** 26 people who come alone and a family of four: 30 in all. */
export const singles: readonly Guest[] = Array.from({ length: 26 }, (_, index) => ({
  booking: randomUUID(),
  external_id: `GUEST-${index + 1}`,
  names: [index === 0 ? hostileName : `Guest ${String.fromCharCode(65 + index)} Person`],
}));
export const family: Guest = {
  booking: randomUUID(),
  external_id: "FAMILY",
  names: ["Ada Lovelace", "Byron Lovelace", "Anne Lovelace", "Ralph Lovelace"],
};
export const waiting: Guest = guest("WAITING", "Wanda Waiting");
export const cancelled: Guest = guest("CANCELLED", "Carl Cancelled");
export const tomorrows: Guest = guest("TOMORROW", "Tom Tomorrow");

export function deskAccount(): TestAccount {
  const data = [
    ...catalogue,
    slotLine(noon, 30),
    slotLine(tomorrowNoon, 5),
    ...[...singles, family].map((each) => bookingLine(each, noon, "CONFIRMED")),
    bookingLine(waiting, noon, "WAITLIST"),
    bookingLine(cancelled, noon, "CANCELLED"),
    bookingLine(tomorrows, tomorrowNoon, "CONFIRMED"),
  ];
  return { name: acme, hosts: [productionHost], data };
}

export function guest(externalId: string, ...names: readonly string[]): Guest {
  return { booking: randomUUID(), external_id: externalId, names };
}

function instantOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(".000", "");
}

export function slotLine(startingAt: string, capacity: number, interaction = "pk_summer"): object {
  return {
    kind: "slot",
    interaction,
    activity: "tasting",
    starting_at: startingAt,
    capacity,
  };
}

export function bookingLine(
  { names, ...guestOf }: Guest,
  slot: string,
  status: string,
  interaction = "pk_summer",
): object {
  return {
    kind: "booking",
    ...guestOf,
    interaction,
    activity: "tasting",
    slot_starting_at: slot,
    ticket_type: "standard",
    booking_status: status,
    booked_at: "2026-01-05T09:00:00Z",
    ...(status !== "CANCELLED" && {
      tickets: names.map((display_name) => ({ attendee: { display_name } })),
    }),
  };
}

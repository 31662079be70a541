import { formatAccountName, type AccountName } from "../domain/account.ts";
import { liveTickets, type Booking } from "../domain/booking.ts";
import { formatInstant, formatInstantOrNull } from "../domain/instant.ts";
import type { BookingDetails } from "../store/bookings/booking-details.ts";
import { bookingToJson } from "../operator/api/bookings/booking-to-json.ts";
import type { FoundBooking } from "../usecases/operator/find-booking.ts";
import type { CommandContext } from "./command-context.ts";
import { formatFacts, formatTable } from "../operations/table.ts";

/** `code`: what is printed below the booking for people. */
export function printBooking(
  context: CommandContext,
  { account, details }: FoundBooking,
  code: string | null = null,
): void {
  const text = formatBooking(account.name, details, context.width);
  context.print(bookingToJson(account.name, details), code === null ? text : `${text}\n\n${code}`);
}

/** A booking with its tickets and its history. */
function formatBooking(account: AccountName, details: BookingDetails, width: number): string {
  const { booking } = details;
  const facts: [string, string][] = [
    ["booking", booking.id],
    ["account", formatAccountName(account)],
    ["external id", details.externalId],
    ["campaign", details.publicKey],
    ["activity", details.activityId],
    ...(details.hostId === null ? [] : [["host", details.hostId] satisfies [string, string]]),
    ["slot", formatInstant(booking.slotStartingAt)],
    ["ticket type", details.ticketTypeId],
    ["status", `${booking.status} since ${formatInstant(booking.bookedAt)}`],
  ];
  const tickets = booking.tickets.map((ticket) => [
    String(ticket.number),
    details.attendees.get(ticket.number) ?? "",
    formatInstantOrNull(ticket.checkedInAt) ?? "",
    formatInstantOrNull(ticket.cancelledAt) ?? "",
  ]);
  const history = details.history.map((event) => [
    formatInstant(event.at),
    event.kind,
    event.status,
    event.actor,
  ]);
  return [
    formatFacts(facts),
    "",
    formatTable(["ticket", "attendee", "checked in", "cancelled"], tickets, width),
    "",
    formatTable(["when", "event", "status", "by"], history, width),
  ].join("\n");
}

/** One booking a line. */
export function formatBookings(all: readonly BookingDetails[], width: number): string {
  return formatTable(
    ["booking", "external id", "campaign", "activity", "slot", "status", "checked in"],
    all.map(({ booking, externalId, publicKey, activityId }) => [
      booking.id,
      externalId,
      publicKey,
      activityId,
      formatInstant(booking.slotStartingAt),
      booking.status,
      checkedInOf(booking),
    ]),
    width,
  );
}

/** How many of the live tickets are checked in; nothing where none is. */
function checkedInOf(booking: Booking): string {
  const live = liveTickets(booking);
  const checkedIn = live.filter((ticket) => ticket.checkedInAt !== null);
  return checkedIn.length === 0 ? "" : `${checkedIn.length} of ${live.length}`;
}

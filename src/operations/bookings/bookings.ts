import { Type } from "typebox";
import { becauseOf } from "../../domain/because.ts";
import { formatAccountName, type AccountName } from "../../domain/account.ts";
import type { BookingId } from "../../domain/booking.ts";
import { formatInstant, formatInstantOrNull } from "../../domain/instant.ts";
import type { BookingDetails } from "../../store/doors/bookings.ts";
import type { NamedAccount } from "../../store/doors/access.ts";
import {
  AccountText,
  listOf,
  rowId,
  slotStart,
  textOrNull,
  time,
  timeOrNull,
  Uuid,
  type Sent,
} from "../machinery/fields.ts";
import { whyOf } from "./history-why.ts";
import { shopFacts, shopSchemas, shopToJson } from "./shop-fields.ts";
import type { Again, Parts, Reply } from "../machinery/operation.ts";
import { ofAccount, operationsOf } from "../machinery/operations-of.ts";
import { formatFacts, formatTable } from "../machinery/table.ts";
import { maySee } from "../machinery/run-operation.ts";
import { is } from "../machinery/meaning.ts";

export const Status = Type.Union([
  Type.Literal("CONFIRMED"),
  Type.Literal("WAITLIST"),
  Type.Literal("CANCELLED"),
]);

/** A booking: one flat object. */
export const Booking = Type.Object({
  booking: Uuid,
  account: AccountText,
  external_id: Type.String({ description: "The caller's identifier of the contact." }),
  interaction: Type.String({ description: "The campaign's public key.", ...is("campaign") }),
  activity: Type.String(),
  host: Type.Optional(Type.String({ description: "Absent without a choice of hosts." })),
  slot_starting_at: slotStart("When the slot starts."),
  ticket_type: Type.String(),
  booking_status: Status,
  booked_at: time("Since when it has this status."),
  offer_ends_at: Type.Optional(
    time("Until when free seats are kept for it, which accept takes; absent where none are."),
  ),
  tickets: Type.Array(
    Type.Object({
      number: Type.Integer({ minimum: 1 }),
      cancelled_at: timeOrNull("When it was cancelled."),
      attendee: Type.Object({
        display_name: textOrNull("The attendee's name, where it is known."),
        checked_in_at: timeOrNull("When the attendee checked in."),
      }),
    }),
  ),
  ...shopSchemas,
  history: Type.Array(
    Type.Object({
      number: Type.Integer(),
      event: Type.String(),
      booking_status: Type.String(),
      at: time("When it took effect."),
      recorded_at: time("When it was written down."),
      actor: Type.String(),
      request_id: textOrNull("By which request."),
      details: Type.Unknown({ description: "What stood before and after.", ...is("details") }),
      because: Type.Optional(Type.String({ description: "Why, as in a change of the feed." })),
    }),
  ),
});
export type Booking = Sent<typeof Booking>;

export function bookingToJson(
  name: AccountName,
  { line, offerEndsAt, history }: BookingDetails,
): Booking {
  return {
    booking: line.booking,
    account: formatAccountName(name),
    external_id: line.external_id,
    interaction: line.interaction,
    activity: line.activity,
    ...(line.host !== null && { host: line.host }),
    slot_starting_at: formatInstant(line.slot_starting_at),
    ticket_type: line.ticket_type,
    booking_status: line.booking_status,
    booked_at: formatInstant(line.booked_at),
    ...(offerEndsAt !== null && { offer_ends_at: formatInstant(offerEndsAt) }),
    tickets: line.tickets.map(({ cancelled_at, attendee }, index) => ({
      number: index + 1,
      cancelled_at: formatInstantOrNull(cancelled_at),
      attendee: {
        display_name: attendee.display_name,
        checked_in_at: formatInstantOrNull(attendee.checked_in_at),
      },
    })),
    ...shopToJson(line),
    history: history.map((event) => ({
      number: event.number,
      event: event.kind,
      booking_status: event.status,
      at: formatInstant(event.at),
      recorded_at: formatInstant(event.recordedAt),
      actor: event.actor,
      request_id: event.requestId,
      details: event.details,
      ...becauseIn(event),
    })),
  };
}

function becauseIn({ kind, actor, details }: BookingDetails["history"][number]) {
  const because = becauseOf(kind, actor, details);
  return because !== null && { because };
}

export const unknownBooking = { refused: { why: "unknown-booking" } } as const;

/** A booking as it is now; null where the account has none of this id. */
export async function findBooking(
  { store }: Pick<Parts, "store">,
  account: NamedAccount,
  id: BookingId,
): Promise<BookingDetails | null> {
  const [details] = await store.account(account.id).findBookings({ id, limit: 1 });
  return details ?? null;
}

/** Shows a booking as it is now. */
export async function bookingReply(
  parts: Pick<Parts, "store">,
  account: NamedAccount,
  id: BookingId,
  status = 200,
): Promise<Reply | typeof unknownBooking> {
  const found = await findBooking(parts, account, id);
  return found === null ? unknownBooking : { status, body: bookingToJson(account.name, found) };
}

/** The booking that the first request made or changed, as it is now. */
export const bookingAgain: Again<{ readonly booking?: unknown }, unknown> = (
  parts,
  { params },
  account,
  { booking = params.booking },
) => bookingReply(parts, account, booking as BookingId);

/** A booking with its tickets and its history, for people. */
export function formatBooking(booking: Booking, width: number): string {
  const facts: [string, string][] = [
    ["booking", booking.booking],
    ["account", booking.account],
    ["external id", booking.external_id],
    ["campaign", booking.interaction],
    ["activity", booking.activity],
    ...factsOf("host", booking.host),
    ["slot", booking.slot_starting_at],
    ["ticket type", booking.ticket_type],
    ["status", `${booking.booking_status} since ${booking.booked_at}`],
    ...factsOf("offer until", booking.offer_ends_at),
    ...shopFacts(booking),
  ];
  const tickets = booking.tickets.map(({ number, attendee, cancelled_at }) => [
    String(number),
    attendee.display_name ?? "",
    attendee.checked_in_at ?? "",
    cancelled_at ?? "",
  ]);
  const history = booking.history.map((event) => [
    // A booking whose slot was changed keeps the time of its status: that is its place in line.
    event.because === "slot-changed" ? event.recorded_at : event.at,
    event.event,
    event.booking_status,
    event.actor,
    whyOf(event),
  ]);
  return [
    formatFacts(facts),
    "",
    formatTable(["ticket", "attendee", "checked in", "cancelled"], tickets, width),
    "",
    formatTable(["when", "event", "status", "by", "why"], history, width),
  ].join("\n");
}

function factsOf(name: string, value: string | undefined): [string, string][] {
  return value === undefined ? [] : [[name, value]];
}

/** One booking a line. */
export function formatBookings(bookings: readonly Booking[], width: number): string {
  if (bookings.length === 0) return "No booking matches.";
  return formatTable(
    ["booking", "external id", "campaign", "activity", "slot", "status", "checked in"],
    bookings.map((each) => [
      each.booking,
      each.external_id,
      each.interaction,
      each.activity,
      each.slot_starting_at,
      each.booking_status,
      checkedInOf(each),
    ]),
    width,
  );
}

/** Bookings that a change concerns: who, when and how many. Those whose tickets are all cancelled by it show them all. */
export function formatConcerned(bookings: readonly Booking[], width: number): string {
  return formatTable(
    ["booking", "external id", "attendees", "slot", "status", "tickets"],
    bookings.map((each) => {
      const live = each.tickets.filter(({ cancelled_at }) => cancelled_at === null);
      const tickets = live.length > 0 ? live : each.tickets;
      const names = tickets.flatMap(({ attendee }) => attendee.display_name ?? []);
      const { booking, external_id, slot_starting_at, booking_status } = each;
      const count = String(tickets.length);
      return [booking, external_id, names.join(", "), slot_starting_at, booking_status, count];
    }),
    width,
  );
}

/** How many of the live tickets are checked in; nothing where none is. */
function checkedInOf({ tickets }: Booking): string {
  const live = tickets.filter(({ cancelled_at }) => cancelled_at === null);
  const checkedIn = live.filter(({ attendee }) => attendee.checked_in_at !== null);
  return checkedIn.length === 0 ? "" : `${checkedIn.length} of ${live.length}`;
}

export function bookingIdOf(params: { readonly booking: string }): BookingId {
  return params.booking as BookingId;
}

/** What is done with one booking, or to make one. */
export const ofBookings = operationsOf({
  tag: "Bookings",
  below: `${ofAccount}/bookings`,
  appliesTo: "campaign",
});

/** The accounts that have a booking of this id, for commands that name none. */
export const accountsOfBooking = operationsOf({
  tag: "Bookings",
  below: "",
  appliesTo: "visible-accounts",
})(
  {
    name: "findAccountsOfBooking",
    method: "GET",
    path: "/bookings/{booking}/accounts",
    scope: "any",
    summary: "The operator's accounts that have a booking of this id: after a copy, several may.",
    params: { booking: rowId("booking") },
    answers: { 200: listOf(AccountText) },
    refusals: ["unknown-booking"],
  },
  async ({ store }, { params, operator }) => {
    const found = await store.accounts.ofBooking(bookingIdOf(params));
    const seen = [];
    for (const account of found.filter(({ id }) => maySee(operator, id))) {
      const { interactions } = operator;
      const details = interactions && (await findBooking({ store }, account, bookingIdOf(params)));
      if (details === null || interactions?.includes(details.line.interaction) === true)
        seen.push(account);
    }
    if (seen.length === 0) return unknownBooking;
    return { body: { items: seen.map(({ name }) => formatAccountName(name)) } };
  },
);

/** The words of a command about one booking. */
export const aboutBooking = {
  positional: ["booking"],
  accounts: accountsOfBooking,
  accountFlag: true,
  print: formatBooking,
} as const;

export const bookingExample = "2f6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c11";

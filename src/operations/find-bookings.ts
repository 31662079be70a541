import { Type } from "typebox";
import { formatInstant } from "../domain/instant.ts";
import { ticketCode } from "./ticket-code.ts";
import type { BookingFilter } from "../store/bookings/booking-details.ts";
import { bookSlot } from "../usecases/operator/book-slot.ts";
import { explainBooking } from "../usecases/operator/explain-booking.ts";
import { findBooking } from "../usecases/operator/find-booking.ts";
import {
  aboutBooking,
  accountsOfBooking,
  Booking,
  bookingExample,
  bookingIdOf,
  bookingToJson,
  formatBooking,
  formatBookings,
  foundBookingToJson,
  Status,
  Waiting,
  waitingToJson,
} from "./bookings.ts";
import { pageOf, readCursor } from "./cursor.ts";
import {
  activityId,
  externalId,
  hostId,
  limitDefault,
  page,
  paging,
  publicKey,
  text,
  ticketTypeId,
  time,
  Uuid,
} from "./fields.ts";
import type { Operation, Values } from "./operation.ts";
import { given, jsonBody, ofAccount, operationsOf, replyWith } from "./operations-of.ts";
import { readBounds, readTime } from "./read-time.ts";

const operation = operationsOf({
  tag: "Bookings",
  below: `${ofAccount}/bookings`,
  scope: "account",
});

export const Explanation = Type.Object({
  ...Booking.properties,
  cancellable: Type.Boolean(),
  rules: Type.Array(
    Type.Object({
      name: Type.String(),
      rule: Type.String(),
      passed: Type.Boolean(),
      facts: Type.String(),
    }),
  ),
  waitlist: Type.Optional(
    Type.Object(Waiting.properties, {
      description: "What it waits for; absent when it is not on a waitlist.",
    }),
  ),
});

export const bookingOperations: readonly Operation[] = [
  operation(
    {
      name: "findBookings",
      method: "GET",
      role: "viewer",
      summary: "Bookings by who, where, when and status, in the order of their slots.",
      query: Type.Object({
        external_id: Type.Optional(externalId),
        interaction: Type.Optional(publicKey),
        activity: Type.Optional(activityId),
        host: Type.Optional(hostId),
        slot: Type.Optional(time("Start of the slot.")),
        from: Type.Optional(time("Earliest start of the slot, included.")),
        to: Type.Optional(time("Latest start of the slot, included.")),
        status: Type.Optional(Type.Array(Status, { maxItems: 3, description: "May be repeated." })),
        request_id: Type.Optional(text(128, "Only bookings that this request made or changed.")),
        latest_first: Type.Optional(
          Type.Boolean({ description: "In the opposite order: the latest slot first." }),
        ),
        ...paging,
      }),
      answers: { 200: page(Booking) },
      command: {
        words: "find",
        about: "Find bookings of an account by who, where, when and status.",
        accountFlag: true,
        limit: 50,
        typed: {
          external_id: { about: "the caller's identifier of the contact" },
          host: { about: "the host's id" },
          from: { about: "earliest start of the slot, RFC 3339" },
          to: { about: "latest start of the slot" },
          status: {
            shown: "status",
            noun: "status of a booking",
            about: "CONFIRMED, WAITLIST or CANCELLED; may be repeated",
          },
          request_id: { about: "only what this request of a caller made or changed" },
          latest_first: null,
        },
        notes:
          "Without --slot, --from and --to the next slot comes first, then those to come; past ones follow,\n" +
          "the latest first.",
        example: "acme/production --external-id CUST-1 --status CONFIRMED",
        pages: nearestFirst,
        print: formatBookings,
      },
    },
    async ({ store }, { query }, { id, name }) => {
      const { limit = limitDefault, cursor } = query;
      const filter: Omit<BookingFilter, "limit"> = {
        ...given({
          externalId: query.external_id,
          publicKey: query.interaction,
          activityId: query.activity,
          hostId: query.host,
          slotStartingAt: query.slot === undefined ? undefined : readTime("slot", query.slot),
          statuses: query.status,
          requestId: query.request_id,
          latestFirst: query.latest_first,
          after: cursor === undefined ? undefined : afterOf(cursor),
        }),
        ...readBounds(query),
      };
      const found = await store.account(id).findBookings({ ...filter, limit: limit + 1 });
      return {
        body: pageOf(
          found,
          limit,
          (details) => bookingToJson(name, details),
          ({ booking }) => [booking.slotStartingAt, booking.id],
        ),
      };
    },
  ),
  operation(
    {
      name: "book",
      method: "POST",
      role: "admin",
      summary: "Book a slot for a contact: CONFIRMED while seats are left, else on the waitlist.",
      description:
        "All tickets get a seat or the booking waits with all of them. While others wait, a new " +
        "booking of a limited ticket type joins them even if seats are free.",
      body: jsonBody({
        external_id: externalId,
        interaction: publicKey,
        activity: activityId,
        host: Type.Optional(hostId),
        slot_starting_at: time("Start of the slot."),
        ticket_type: ticketTypeId,
        tickets: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
        attendees: Type.Optional(
          Type.Array(Type.Union([Type.String({ maxLength: 1024 }), Type.Null()]), {
            maxItems: 1000,
            description: "Names of the first tickets' attendees.",
          }),
        ),
        overbook: Type.Optional(
          Type.Boolean({ description: "Sells seats that are not there; that is recorded." }),
        ),
      }),
      answers: { 201: Booking },
      refusals: ["not-in-catalogue", "host-missing", "host-not-offered"],
      command: {
        words: "book",
        typed: {
          external_id: { about: "the caller's identifier of the contact" },
          tickets: { about: "how many (default: 1, or one for each --attendee)" },
          attendees: {
            flag: "attendee",
            shown: "name",
            about: "an attendee's name, by ticket; may be repeated",
            read: String,
          },
          overbook: { about: "sell seats that are not there, past the waitlist; that is recorded" },
        },
        notes:
          "All tickets get a seat or the booking waits with all of them. While others wait, a new\n" +
          "booking of a limited ticket type joins them even if seats are free.",
        example:
          "acme/production --external-id CUST-1 --interaction pk_summer \\\n" +
          "    --activity tasting --slot 2030-05-01T08:00:00Z --ticket-type standard --tickets 2",
        print: formatBooking,
      },
    },
    async ({ store }, { audit, body }, account) => {
      const { attendees = [], tickets = Math.max(1, attendees.length), overbook = false } = body;
      const booked = await bookSlot(store, audit, account, {
        place: {
          publicKey: body.interaction,
          activityId: body.activity,
          hostId: body.host ?? null,
          startingAt: readTime("slot_starting_at", body.slot_starting_at),
        },
        ticketTypeId: body.ticket_type,
        externalId: body.external_id,
        tickets,
        attendees,
        overbook,
      });
      return replyWith(booked, foundBookingToJson, 201);
    },
  ),
  operation(
    {
      name: "showBooking",
      method: "GET",
      path: "/{booking}",
      role: "viewer",
      summary: "A booking with its tickets, attendees and history.",
      params: { booking: Uuid },
      answers: { 200: Booking },
      refusals: ["unknown-booking"],
      command: {
        ...aboutBooking,
        words: "show",
        about: "Show a booking with its tickets, attendees and history.",
        more: {
          qr: Type.Boolean({
            description: "Also the ticket's QR code, which the check-in desk scans.",
          }),
        },
        example: `${bookingExample} --qr`,
        print: async (booking, width, { qr }) => {
          const shown = formatBooking(booking, width);
          return qr === true ? `${shown}\n\n${await ticketCode(booking.booking)}` : shown;
        },
      },
    },
    async ({ store }, { params }, account) =>
      replyWith(await findBooking(store, bookingIdOf(params), account), foundBookingToJson),
  ),
  operation(
    {
      name: "explainBooking",
      method: "GET",
      path: "/{booking}/explain",
      role: "viewer",
      summary: "Rule by rule whether it can be cancelled, and why it still waits.",
      params: { booking: Uuid },
      answers: { 200: Explanation },
      refusals: ["unknown-booking"],
      command: {
        ...aboutBooking,
        words: "explain",
        about: "Explain rule by rule whether a booking can be cancelled, and why it still waits.",
        example: bookingExample,
        print: ({ booking, cancellable, rules, waitlist, history }) =>
          [
            `Booking ${booking} ${cancellable ? "can" : "cannot"} be cancelled.`,
            "",
            ...rules.map(
              ({ rule, passed, facts }) => `${passed ? "yes" : "NO "}  ${rule}\n     ${facts}`,
            ),
            "",
            ...(waitlist ? ["Why it has not been promoted:", `     ${waitlist.why}`, ""] : []),
            ...history.map(({ at, event, actor }) => `${at}  ${event} by ${actor}`),
          ].join("\n"),
      },
    },
    async ({ store }, { params, audit }, account) =>
      replyWith(
        await explainBooking(store, bookingIdOf(params), account, audit.now),
        ({ found, verdicts, cancellable, waiting }) => ({
          ...foundBookingToJson(found),
          cancellable,
          rules: verdicts,
          ...(waiting !== null && { waitlist: waitingToJson(waiting) }),
        }),
      ),
  ),
  accountsOfBooking,
];

function afterOf(cursor: string) {
  const [slotStartingAt, id] = readCursor(cursor, ["number", "string"]);
  return { slotStartingAt, id };
}

/** Without bounds, what comes next is nearest; the past follows it, backwards. */
function nearestFirst(values: Values): readonly Values[] {
  const isBounded = ["slot", "from", "to"].some((name) => values[name] !== undefined);
  if (isBounded) return [values];
  const now = Date.now();
  return [
    { ...values, from: formatInstant(now) },
    { ...values, to: formatInstant(now - 1), latest_first: true },
  ];
}

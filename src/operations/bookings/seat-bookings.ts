import { randomUUID } from "node:crypto";
import { Type, type Static } from "typebox";
import type { BookingId } from "../../domain/booking.ts";
import { displayName, externalId as readExternalId } from "../../domain/data-file/values.ts";
import { isRefused, type Refused, type SeatRefusal } from "../../domain/refusal.ts";
import type { AuditContext, NamedAccount } from "../../store/doors/access.ts";
import type { MoveRefusal } from "../../store/doors/bookings.ts";
import { readBookingId, readHoldId } from "../machinery/arguments.ts";
import { refuseValue } from "../machinery/validation.ts";
import {
  aboutBooking,
  Booking,
  bookingAgain,
  bookingExample,
  bookingIdOf,
  ofBookings,
  bookingReply,
  formatBooking,
} from "./bookings.ts";
import { refuseShopFields, shopSchemas, shopTyped, storedShopFields } from "./shop-fields.ts";
import { Late, lateTyped, refusedByClock } from "./late.ts";
import {
  activityId as activity,
  externalId,
  hostId,
  passesOver,
  publicKey,
  rowId,
  ticketTypeId,
  time,
} from "../machinery/fields.ts";
import { formatInstant } from "../../domain/instant.ts";
import { digestOf } from "../machinery/digest.ts";
import type { Operation, Parts, Reply } from "../machinery/operation.ts";
import { jsonBody } from "../machinery/operations-of.ts";
import { readTime } from "../machinery/typed-time.ts";
import { placeOf } from "../slots/slots.ts";

const params = { booking: rowId("booking") };

const OverLimit = passesOver(
  "Gives the contact more tickets than a limit allows; that is recorded.",
);

const overLimitTyped = {
  about: "give the contact more tickets than a limit allows; that is recorded",
};

const refusedByHold = ["unknown-hold", "hold-differs", "hold-ended"] as const;

const BookBody = jsonBody({
  external_id: externalId,
  interaction: publicKey,
  activity,
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
  ...shopSchemas,
  overbook: passesOver("Sells seats that are not there; that is recorded."),
  over_limit: OverLimit,
  late: Late,
  hold: Type.Optional(rowId("hold")),
});

const bookAs = ofBookings(
  {
    name: "bookAs",
    method: "PUT",
    path: "/{booking}",
    scope: "book",
    again: bookingAgain,
    summary: "Book under an id of the caller's choice.",
    description:
      "The same again is the booking as it is, whatever became of it since; other content under its id is 409.",
    params,
    body: BookBody,
    answers: { 200: Booking, 201: Booking },
    refusals: [
      "not-in-catalogue",
      "host-missing",
      "host-not-offered",
      "booking-exists",
      ...refusedByClock,
      "over-limit",
      "reference-taken",
      ...refusedByHold,
    ],
  },
  (parts, { audit, body, params: of }, account) =>
    bookFor(parts, audit, body, account, bookingIdOf(of)),
);

/** What gives a booking seats: to book, to move. */
export const seatOperations: readonly Operation[] = [
  ofBookings(
    {
      name: "book",
      method: "POST",
      again: bookingAgain,
      scope: "book",
      summary: "Book a slot for a contact: CONFIRMED while seats are left, else on the waitlist.",
      description:
        "All tickets get a seat or the booking waits with all of them. Behind others who hold it back, a new " +
        "booking of a limited ticket type waits even if seats are free. With `hold` it gets the seats that are kept, " +
        "and never waits.",
      body: BookBody,
      answers: { 201: Booking },
      refusals: [
        "not-in-catalogue",
        "host-missing",
        "host-not-offered",
        ...refusedByClock,
        "over-limit",
        "reference-taken",
        ...refusedByHold,
      ],
      command: {
        words: "book",
        more: { booking: Type.Optional(Type.String()) },
        instead: ({ booking }) => (booking === undefined ? null : bookAs),
        typed: {
          booking: {
            about: "the booking's id, of your choice; the same again shows the booking",
            read: readBookingId,
          },
          external_id: { about: "the caller's identifier of the contact" },
          tickets: { about: "how many (default: 1, or one for each --attendee)" },
          attendees: {
            flag: "attendee",
            shown: "name",
            about: "an attendee's name, by ticket; may be repeated",
            read: String,
          },
          ...shopTyped,
          overbook: { about: "sell seats that are not there, past the waitlist; that is recorded" },
          over_limit: overLimitTyped,
          late: lateTyped,
          hold: { about: "the hold that it uses up, whose seats it gets", read: readHoldId },
        },
        notes:
          "All tickets get a seat or the booking waits with all of them. Behind others who hold it\n" +
          "back, a new booking of a limited ticket type waits even if seats are free.",
        example:
          "acme/production --external-id CUST-1 --interaction pk_summer \\\n" +
          "    --activity tasting --slot 2030-05-01T08:00:00Z --ticket-type standard --tickets 2",
        print: formatBooking,
      },
    },
    (parts, { audit, body }, account) => bookFor(parts, audit, body, account, null),
  ),
  bookAs,
  ofBookings(
    {
      name: "moveBooking",
      method: "POST",
      again: bookingAgain,
      path: "/{booking}/move",
      scope: "move",
      summary: "Move a booking to another slot of its campaign.",
      description:
        "What is left out stays as it is. The booking gets seats there as a new one would, or joins " +
        "the waitlist there; a campaign's cut-off does not count. Moving it again changes nothing.",
      params,
      body: jsonBody({
        slot_starting_at: time("Start of the slot."),
        activity: Type.Optional(activity),
        host: Type.Optional(hostId),
        ticket_type: Type.Optional(ticketTypeId),
        over_limit: OverLimit,
        late: Late,
      }),
      answers: { 200: Booking },
      refusals: [
        "unknown-booking",
        ...refusedByClock,
        "over-limit",
        "ticket-already-cancelled",
        "attendee-checked-in",
        "not-in-catalogue",
        "host-missing",
        "host-not-offered",
      ],
      command: {
        ...aboutBooking,
        words: "move",
        typed: {
          activity: { about: "another activity of the campaign" },
          host: { about: "another host; needed with an activity that offers hosts" },
          ticket_type: { about: "another ticket type" },
          over_limit: overLimitTyped,
          late: lateTyped,
        },
        notes:
          "It gets seats there as a new booking would, or joins the waitlist there. Its seats here go to\n" +
          "those who wait, where the campaign promotes automatically.",
        example: `${bookingExample} --slot 2030-05-02T08:00:00Z`,
      },
    },
    async (parts, { audit, params: of, body }, account) => {
      const bookingId = bookingIdOf(of);
      const startingAt = readTime("slot_starting_at", body.slot_starting_at);
      const { activity: activityId, host, ticket_type: type } = body;
      const moved = await parts.store.account(account.id).moveBooking(audit, {
        bookingId,
        to: {
          startingAt,
          ...(activityId !== undefined && { activityId }),
          ...(host !== undefined && { hostId: host }),
        },
        ...(type !== undefined && { ticketTypeId: type }),
        overLimit: body.over_limit ?? false,
        late: body.late ?? false,
      });
      return isRefused<MoveRefusal>(moved) ? moved : bookingReply(parts, account, bookingId);
    },
  ),
];

/** Makes a booking, under the id that was asked for; one that stands there with the same content is shown. */
async function bookFor(
  parts: Pick<Parts, "store">,
  audit: AuditContext,
  body: Static<typeof BookBody.schema>,
  account: NamedAccount,
  asked: BookingId | null,
): Promise<Reply | Refused<SeatRefusal>> {
  const { attendees = [], tickets = Math.max(1, attendees.length), overbook = false } = body;
  if (attendees.length > tickets) {
    const most = `at most as many names as there are tickets, which is ${tickets}`;
    return { refused: { why: "value-malformed", field: "attendees", expected: most } };
  }
  const names = attendees.map((name) => refuseValue("attendees", displayName, name));
  const malformed = refuseValue("external_id", readExternalId, body.external_id);
  const refused = malformed ?? names.find((each) => each !== null) ?? refuseShopFields(body);
  if (refused) return refused;
  const bookingId = asked ?? (randomUUID() as string as BookingId);
  const { over_limit: overLimit = false, late = false } = body;
  const startingAt = readTime("slot_starting_at", body.slot_starting_at);
  const content = {
    ...body,
    slot_starting_at: formatInstant(startingAt),
    tickets,
    attendees,
    overbook,
    // The digests of bookings before there were these two have no such members.
    over_limit: overLimit || undefined,
    late: late || undefined,
  };
  const booked = await parts.store.account(account.id).book(audit, {
    place: { ...placeOf(body), startingAt },
    ticketTypeId: body.ticket_type,
    externalId: body.external_id,
    attendees: Array.from({ length: tickets }, (_, index) => attendees[index] ?? null),
    overbook,
    overLimit,
    late,
    shopData: storedShopFields(body),
    ...(body.hold !== undefined && { holdId: body.hold }),
    bookingId,
    content: asked === null ? null : digestOf(content),
    contactId: randomUUID(),
  });
  if (!isRefused<SeatRefusal>(booked)) return bookingReply(parts, account, bookingId, 201);
  const { refused: why } = booked;
  const isSame = why.why === "booking-exists" && why.isSame;
  return isSame ? bookingReply(parts, account, bookingId) : booked;
}

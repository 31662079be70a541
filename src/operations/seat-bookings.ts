import { randomUUID } from "node:crypto";
import { Type, type Static } from "typebox";
import type { BookingId } from "../domain/booking.ts";
import { displayName, externalId as readExternalId } from "../domain/data-file/values.ts";
import { counted } from "../domain/wording.ts";
import { isRefused, type Refused, type SeatRefusal } from "../domain/refusal.ts";
import type { AuditContext } from "../store/accounts/audit.ts";
import type { MoveRefusal } from "../store/bookings/move-booking.ts";
import type { IdentifiedAccount } from "../usecases/operator/identify-account.ts";
import { readBookingId } from "./arguments.ts";
import { refuseValue } from "./bad-input.ts";
import {
  aboutBooking,
  Booking,
  bookingAgain,
  bookingExample,
  bookingIdOf,
  bookingReply,
  findBooking,
  formatBooking,
  unknownBooking,
} from "./bookings.ts";
import {
  activityId as activity,
  externalId,
  hostId,
  publicKey,
  ticketTypeId,
  time,
  Uuid,
} from "./fields.ts";
import { digestOf } from "./digest.ts";
import { withoutKey, type Operation, type Parts, type Reply } from "./operation.ts";
import { jsonBody, ofAccount, operationsOf } from "./operations-of.ts";
import { readTime } from "./read-time.ts";
import { placeOf } from "./slots.ts";

const operation = operationsOf({
  tag: "Bookings",
  below: `${ofAccount}/bookings`,
  reach: "campaign",
});
const params = { booking: Uuid };

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
  overbook: Type.Optional(
    Type.Boolean({ description: "Sells seats that are not there; that is recorded." }),
  ),
});

const bookAs = operation(
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
    refusals: ["not-in-catalogue", "host-missing", "host-not-offered", "booking-exists"],
  },
  (parts, { audit, body, params: of }, account) =>
    bookFor(parts, audit, body, account, bookingIdOf(of)),
);

const promoteWaitlist = operationsOf({
  tag: "Bookings",
  below: `${ofAccount}/waitlist`,
  reach: "account",
})(
  {
    name: "promoteWaitlist",
    method: "POST",
    path: "/promote",
    scope: "waitlist",
    summary: "Confirm every waiting booking that fits, first come, first served.",
    description: "On each slot the first that needs more seats than are free holds back the rest.",
    body: jsonBody({ interaction: Type.Optional(publicKey) }),
    answers: { 200: Type.Object({ promoted: Type.Array(Uuid) }) },
    refusals: ["not-in-catalogue"],
    command: {
      words: "waitlist promote",
      typed: { interaction: { about: "only this campaign" } },
      example: "acme/production --interaction pk_summer",
      print: ({ promoted }) => promoted.join("\n"),
      say: ({ promoted }) => [`Promoted ${counted(promoted.length, "booking")}.`],
    },
  },
  async ({ store }, { audit, body }, { id }) => {
    const promoted = await store
      .account(id)
      .promoteAll(withoutKey(audit), body.interaction ?? null);
    return promoted === null
      ? { refused: { why: "not-in-catalogue", field: "interaction" } }
      : { body: { promoted } };
  },
);

/** What gives a booking seats: to book, to promote from the waitlist, to move. */
export const seatOperations: readonly Operation[] = [
  promoteWaitlist,
  operation(
    {
      name: "book",
      method: "POST",
      again: bookingAgain,
      scope: "book",
      summary: "Book a slot for a contact: CONFIRMED while seats are left, else on the waitlist.",
      description:
        "All tickets get a seat or the booking waits with all of them. While others wait, a new " +
        "booking of a limited ticket type joins them even if seats are free.",
      body: BookBody,
      answers: { 201: Booking },
      refusals: ["not-in-catalogue", "host-missing", "host-not-offered"],
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
    (parts, { audit, body }, account) => bookFor(parts, audit, body, account, null),
  ),
  bookAs,
  operation(
    {
      name: "promoteBooking",
      method: "POST",
      again: bookingAgain,
      path: "/{booking}/promote",
      scope: "waitlist",
      summary: "Confirm the first booking of a slot's waitlist.",
      params,
      body: jsonBody({
        overtake: Type.Optional(
          Type.Boolean({ description: "Pass over earlier entries; that is recorded." }),
        ),
      }),
      answers: { 200: Booking },
      refusals: ["unknown-booking", "not-waitlisted", "not-first", "seats-missing"],
      command: {
        ...aboutBooking,
        words: "promote",
        notes:
          "Only into seats that are free. `booking explain` tells who is first and what is free.",
        example: bookingExample,
      },
    },
    async (parts, { audit, params: of, body: { overtake = false } }, account) => {
      const bookingId = bookingIdOf(of);
      const promoted = await parts.store
        .account(account.id)
        .promote(audit, { bookingId, overtake });
      if (isRefused<SeatRefusal>(promoted)) return promoted;
      return bookingReply(parts, account, bookingId);
    },
  ),
  operation(
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
      }),
      answers: { 200: Booking },
      refusals: [
        "unknown-booking",
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
      const before = await findBooking(parts, account, bookingId);
      if (before === null) return unknownBooking;
      const { activity: activityId = before.activityId } = body;
      // Another activity has other hosts, so the old host is no default there.
      const hostBefore = activityId === before.activityId ? before.hostId : null;
      const moved = await parts.store.account(account.id).moveBooking(audit, {
        bookingId,
        to: {
          publicKey: before.publicKey,
          activityId,
          hostId: body.host ?? hostBefore,
          startingAt,
        },
        ticketTypeId: body.ticket_type ?? before.ticketTypeId,
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
  account: IdentifiedAccount,
  asked: BookingId | null,
): Promise<Reply | Refused<SeatRefusal>> {
  const { attendees = [], tickets = Math.max(1, attendees.length), overbook = false } = body;
  if (attendees.length > tickets) {
    const most = `at most as many names as there are tickets, which is ${tickets}`;
    return { refused: { why: "value-malformed", field: "attendees", expected: most } };
  }
  const names = attendees.map((name) => refuseValue("attendees", displayName, name));
  const malformed = refuseValue("external_id", readExternalId, body.external_id);
  const refused = malformed ?? names.find((each) => each !== null);
  if (refused) return refused;
  const bookingId = asked ?? (randomUUID() as string as BookingId);
  const content = { ...body, tickets, attendees, overbook };
  const booked = await parts.store.account(account.id).book(audit, {
    place: {
      ...placeOf(body),
      startingAt: readTime("slot_starting_at", body.slot_starting_at),
    },
    ticketTypeId: body.ticket_type,
    externalId: body.external_id,
    attendees: Array.from({ length: tickets }, (_, index) => attendees[index] ?? null),
    overbook,
    bookingId,
    content: asked === null ? null : digestOf(content),
    contactId: randomUUID(),
  });
  if (!isRefused<SeatRefusal>(booked)) return bookingReply(parts, account, bookingId, 201);
  const { refused: why } = booked;
  const isSame = why.why === "booking-exists" && why.isSame;
  return isSame ? bookingReply(parts, account, bookingId) : booked;
}

import { Type } from "typebox";
import { reasonMaxLength } from "../domain/data-file/values.ts";
import { changeBooking, type Transition } from "../usecases/operator/change-booking.ts";
import { moveBooking } from "../usecases/operator/move-booking.ts";
import { promoteBooking } from "../usecases/operator/promote-booking.ts";
import {
  aboutBooking,
  Booking,
  bookingExample,
  bookingIdOf,
  foundBookingToJson,
} from "./bookings.ts";
import { activityId, hostId, ticketTypeId, time, Uuid, type Sent } from "./fields.ts";
import type { Command, Operation } from "./operation.ts";
import { given, jsonBody, ofAccount, operationsOf, replyWith } from "./operations-of.ts";
import type { ProblemName } from "./problems.ts";
import { readTime } from "./read-time.ts";

const operation = operationsOf({
  tag: "Bookings",
  below: `${ofAccount}/bookings`,
  scope: "account",
});

const params = { booking: Uuid };
const TransitionBody = jsonBody({
  ticket: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1000, description: "Only this one; by default all." }),
  ),
  reason: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: reasonMaxLength,
      description: "Why, for the booking's history.",
    }),
  ),
});

const ofCheckIn = ["unknown-ticket", "ticket-cancelled", "not-confirmed"] as const;

const undoCheckIn = transition({
  name: "undoCheckIn",
  kind: "undo-check-in",
  role: "staff",
  summary: "Take a check-in back.",
  refusals: ofCheckIn,
});

/** What changes a booking. */
export const bookingChanges: readonly Operation[] = [
  transition({
    name: "cancelBooking",
    kind: "cancel",
    role: "admin",
    summary: "Cancel a booking, or one of its tickets.",
    refusals: [
      "ticket-already-cancelled",
      "attendee-checked-in",
      "cancellation-closed",
      "unknown-ticket",
    ],
    command: {
      ...aboutBooking,
      words: "cancel",
      typed: {
        ticket: { about: "only this ticket; with the last one the booking is cancelled" },
        reason: { read: String },
      },
      example: `${bookingExample} --ticket 2`,
    },
  }),
  transition({
    name: "checkIn",
    kind: "check-in",
    role: "staff",
    summary: "Check in the attendees of a booking; doing it again is harmless.",
    refusals: ofCheckIn,
    command: {
      ...aboutBooking,
      words: "check-in",
      typed: { ticket: { about: "only this ticket (default: all that are live)" }, reason: null },
      more: { undo: Type.Boolean({ description: "Take the check-in back." }) },
      instead: ({ undo }) => (undo === true ? undoCheckIn : null),
      example: bookingExample,
    },
  }),
  undoCheckIn,
  operation(
    {
      name: "promoteBooking",
      method: "POST",
      path: "/{booking}/promote",
      role: "admin",
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
    async ({ store }, { audit, params: of, body: { overtake = false } }, account) => {
      const order = { bookingId: bookingIdOf(of), account, overtake };
      return replyWith(await promoteBooking(store, audit, order), foundBookingToJson);
    },
  ),
  operation(
    {
      name: "moveBooking",
      method: "POST",
      path: "/{booking}/move",
      role: "admin",
      summary: "Move a booking to another slot of its campaign.",
      description:
        "What is left out stays as it is. The booking gets seats there as a new one would, or joins " +
        "the waitlist there; a campaign's cut-off does not count. Moving it again changes nothing.",
      params,
      body: jsonBody({
        slot_starting_at: time("Start of the slot."),
        activity: Type.Optional(activityId),
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
    async ({ store }, { audit, params: of, body }, account) => {
      const moved = await moveBooking(store, audit, {
        bookingId: bookingIdOf(of),
        account,
        startingAt: readTime("slot_starting_at", body.slot_starting_at),
        ...given({
          activityId: body.activity,
          hostId: body.host,
          ticketTypeId: body.ticket_type,
        }),
      });
      return replyWith(moved, foundBookingToJson);
    },
  ),
];

interface Told extends Pick<Operation, "name" | "role" | "summary"> {
  readonly kind: Transition["kind"];
  readonly refusals: readonly ProblemName[];
  readonly command?: Command<Sent<typeof Booking>>;
}

function transition({ kind, refusals, ...told }: Told): Operation<Sent<typeof Booking>> {
  return operation(
    {
      ...told,
      method: "POST",
      path: `/{booking}/${kind}`,
      params,
      body: TransitionBody,
      repeatable: true,
      answers: { 200: Booking },
      refusals: ["unknown-booking", "idempotency-key-reused", "value-malformed", ...refusals],
    },
    async ({ store }, { audit, params: of, body, idempotencyKey }, account) => {
      const { ticket = null, reason = null } = body;
      const change = { kind, ticket, reason, idempotencyKey };
      const changed = await changeBooking(store, audit, bookingIdOf(of), account, change);
      return replyWith(changed, foundBookingToJson);
    },
  );
}

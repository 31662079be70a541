import { Type } from "typebox";
import { AccountText, textOrNull, time, timeOrNull, Uuid } from "../../../operations/fields.ts";

const Ticket = Type.Object({
  number: Type.Integer({ minimum: 1 }),
  cancelled_at: timeOrNull("When it was cancelled."),
  attendee: Type.Object({
    display_name: textOrNull("The attendee's name, where it is known."),
    checked_in_at: timeOrNull("When the attendee checked in."),
  }),
});

const bookingFields = {
  booking: Uuid,
  account: AccountText,
  external_id: Type.String({ description: "The caller's identifier of the contact." }),
  interaction: Type.String({ description: "The campaign's public key." }),
  activity: Type.String(),
  host: Type.Optional(Type.String({ description: "Absent without a choice of hosts." })),
  slot_starting_at: time("When the slot starts."),
  ticket_type: Type.String(),
  booking_status: Type.Union([
    Type.Literal("CONFIRMED"),
    Type.Literal("WAITLIST"),
    Type.Literal("CANCELLED"),
  ]),
  booked_at: time("Since when it has this status."),
  tickets: Type.Array(Ticket),
  history: Type.Array(
    Type.Object({
      number: Type.Integer(),
      event: Type.String(),
      booking_status: Type.String(),
      at: time("When it took effect."),
      recorded_at: time("When it was written down."),
      actor: Type.String(),
      request_id: textOrNull("By which request."),
      details: Type.Unknown({ description: "What stood before and after." }),
    }),
  ),
} as const;

export const Booking = Type.Object(bookingFields);

export const Waiting = Type.Object({
  position: Type.Union([Type.Integer(), Type.Null()], {
    description: "From 1; null where it waits for no seat, or stands behind the first 1,000.",
  }),
  seats_needed: Type.Integer(),
  seats_free: Type.Integer(),
  blocked_by: Type.Union(
    [Type.Object({ booking: Uuid, seats_needed: Type.Integer() }), Type.Null()],
    { description: "The one before it that needs more seats than are free." },
  ),
  promotion: Type.Union([Type.Literal("manual"), Type.Literal("automatic")]),
  why: Type.String({ description: "In words to pass on." }),
});

export const Explanation = Type.Object({
  ...bookingFields,
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

export const WaitlistEntry = Type.Object({
  ...bookingFields,
  waitlist: Waiting,
});

import { Type } from "typebox";
import type { BookingId } from "../../../domain/booking.ts";
import { reasonMaxLength } from "../../../domain/data-file/values.ts";
import { changeBooking, type Transition } from "../../../usecases/operator/change-booking.ts";
import { moveBooking } from "../../../usecases/operator/move-booking.ts";
import { promoteBooking } from "../../../usecases/operator/promote-booking.ts";
import { activityId, hostId, ticketTypeId, time, Uuid } from "../../../operations/fields.ts";
import type { ProblemName } from "../../../operations/problems.ts";
import { readTime } from "../../../operations/read-time.ts";
import type { Operation } from "../../../operations/operation.ts";
import { jsonBody, ofAccount, replyWith, operationsOf } from "../../../operations/operations-of.ts";
import { Booking } from "./booking-schema.ts";
import { foundBookingToJson } from "./booking-to-json.ts";

const route = operationsOf({ tag: "Bookings", below: `${ofAccount}/bookings`, scope: "account" });

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

export const transitionRoutes: readonly Operation[] = [
  transition("cancelBooking", "cancel", "admin", "Cancel a booking, or one of its tickets.", [
    "ticket-already-cancelled",
    "attendee-checked-in",
    "cancellation-closed",
    "unknown-ticket",
  ]),
  transition(
    "checkIn",
    "check-in",
    "staff",
    "Check in the attendees of a booking; doing it again is harmless.",
    ["unknown-ticket", "ticket-cancelled", "not-confirmed"],
  ),
  transition("undoCheckIn", "undo-check-in", "staff", "Take a check-in back.", [
    "unknown-ticket",
    "ticket-cancelled",
    "not-confirmed",
  ]),
  route(
    {
      name: "promoteBooking",
      method: "POST",
      path: "/{booking}/promote",
      role: "admin",
      summary: "Confirm the first booking of a slot's waitlist.",
      params: { booking: Uuid },
      body: jsonBody({
        overtake: Type.Optional(
          Type.Boolean({ description: "Pass over earlier entries; that is recorded." }),
        ),
      }),
      answers: { 200: Booking },
      refusals: ["unknown-booking", "not-waitlisted", "not-first", "seats-missing"],
    },
    async ({ store }, { audit, params, body }, account) =>
      replyWith(
        await promoteBooking(store, audit, {
          bookingId: params.booking as BookingId,
          account,
          overtake: body.overtake ?? false,
        }),
        foundBookingToJson,
      ),
  ),
  route(
    {
      name: "moveBooking",
      method: "POST",
      path: "/{booking}/move",
      role: "admin",
      summary: "Move a booking to another slot of its campaign.",
      description:
        "What is left out stays as it is. The booking gets seats there as a new one would, or joins " +
        "the waitlist there; a campaign's cut-off does not count. Moving it again changes nothing.",
      params: { booking: Uuid },
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
    },
    async ({ store }, { audit, params, body }, account) =>
      replyWith(
        await moveBooking(store, audit, {
          bookingId: params.booking as BookingId,
          account,
          startingAt: readTime("slot_starting_at", body.slot_starting_at),
          ...(body.activity !== undefined && { activityId: body.activity }),
          ...(body.host !== undefined && { hostId: body.host }),
          ...(body.ticket_type !== undefined && { ticketTypeId: body.ticket_type }),
        }),
        foundBookingToJson,
      ),
  ),
];

function transition(
  name: string,
  kind: Transition["kind"],
  role: "admin" | "staff",
  summary: string,
  refusals: readonly ProblemName[],
): Operation {
  return route(
    {
      name,
      method: "POST",
      path: `/{booking}/${kind}`,
      role,
      summary,
      params: { booking: Uuid },
      body: TransitionBody,
      repeatable: true,
      answers: { 200: Booking },
      refusals: ["unknown-booking", "idempotency-key-reused", "value-malformed", ...refusals],
    },
    async ({ store }, { audit, params, body, idempotencyKey }, account) => {
      const { ticket = null, reason = null } = body;
      const change = { kind, ticket, reason, idempotencyKey };
      const id = params.booking as BookingId;
      return replyWith(await changeBooking(store, audit, id, account, change), foundBookingToJson);
    },
  );
}

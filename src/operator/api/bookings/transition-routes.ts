import { Type } from "typebox";
import type { BookingId } from "../../../domain/booking.ts";
import { changeBooking, type Transition } from "../../../usecases/operator/change-booking.ts";
import { promoteBooking } from "../../../usecases/operator/promote-booking.ts";
import { Uuid } from "../fields.ts";
import type { ProblemName } from "../problems.ts";
import { jsonBody, ofAccount, replyWith, routesOf, type Route } from "../route.ts";
import { Booking } from "./booking-schema.ts";
import { foundBookingToJson } from "./booking-to-json.ts";

const route = routesOf({ tag: "Bookings", below: `${ofAccount}/bookings`, scope: "account" });

const TicketBody = jsonBody({
  ticket: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1000, description: "Only this one; by default all." }),
  ),
});

export const transitionRoutes: readonly Route[] = [
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
      operation: "promoteBooking",
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
];

function transition(
  operation: string,
  kind: Transition["kind"],
  role: "admin" | "staff",
  summary: string,
  refusals: readonly ProblemName[],
): Route {
  return route(
    {
      operation,
      method: "POST",
      path: `/{booking}/${kind}`,
      role,
      summary,
      params: { booking: Uuid },
      body: TicketBody,
      repeatable: true,
      answers: { 200: Booking },
      refusals: ["unknown-booking", "idempotency-key-reused", ...refusals],
    },
    async ({ store }, { audit, params, body, idempotencyKey }, account) => {
      const change = { kind, ticket: body.ticket ?? null, idempotencyKey };
      const id = params.booking as BookingId;
      return replyWith(await changeBooking(store, audit, id, account, change), foundBookingToJson);
    },
  );
}

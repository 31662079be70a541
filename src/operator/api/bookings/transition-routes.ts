import { Type, type TSchema } from "typebox";
import type { BookingId } from "../../../domain/booking.ts";
import { changeBooking, type Transition } from "../../../usecases/operator/change-booking.ts";
import { promoteBooking } from "../../../usecases/operator/promote-booking.ts";
import type { ProblemName } from "../problems.ts";
import { route, type Route } from "../route.ts";
import { bookingOr } from "./booking-or.ts";
import { below, one } from "./booking-path.ts";
import { Booking } from "./booking-schema.ts";

const tag = "Bookings";
const TicketBody = Type.Object(
  {
    ticket: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1000, description: "Only this one; by default all." }),
    ),
  },
  { additionalProperties: false },
);

/** Bookings moved by the rules. */
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
      path: `${below}/{booking}/promote`,
      role: "admin",
      scope: "account",
      tag,
      summary: "Confirm the first booking of a slot's waitlist.",
      params: one,
      json: Type.Object(
        {
          overtake: Type.Optional(
            Type.Boolean({ description: "Pass over earlier entries; that is recorded." }),
          ),
        },
        { additionalProperties: false },
      ),
      answers: { 200: Booking },
      refusals: ["unknown-booking", "not-waitlisted", "not-first", "seats-missing"],
    },
    async ({ store }, { audit, params, body }, account) =>
      bookingOr(
        await promoteBooking(store, audit, {
          bookingId: params.booking as BookingId,
          account,
          overtake: body.overtake ?? false,
        }),
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
      path: `${below}/{booking}/${kind}`,
      role,
      scope: "account",
      tag,
      summary,
      params: one,
      json: TicketBody,
      answers: { 200: Booking } satisfies Record<number, TSchema>,
      refusals: ["unknown-booking", ...refusals],
    },
    async ({ store }, { audit, params, body }, account) => {
      const change = { kind, ticket: body.ticket ?? null };
      return bookingOr(
        await changeBooking(store, audit, params.booking as BookingId, account, change),
      );
    },
  );
}

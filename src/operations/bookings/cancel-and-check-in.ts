import { Type } from "typebox";
import type { AccountId } from "../../domain/account.ts";
import type {
  Booking as Stored,
  BookingChange,
  BookingId,
  Unchanged,
} from "../../domain/booking.ts";
import { markCancelled, refuseCancel, cancelTicket } from "../../domain/cancel-rules.ts";
import { checkIn, undoCheckIn as takeBack } from "../../domain/check-in.ts";
import { reason as readReason } from "../../domain/data-file/values.ts";
import { isRefused, type Refused, type TransitionRefusal } from "../../domain/refusal.ts";
import type { AuditContext } from "../../store/doors/access.ts";
import { refuseValue } from "../machinery/validation.ts";
import {
  aboutBooking,
  Booking,
  bookingAgain,
  bookingExample,
  bookingIdOf,
  ofBookings,
  bookingReply,
} from "./bookings.ts";
import { option, Reason, rowId, type Sent } from "../machinery/fields.ts";
import type { Command, Operation, Parts } from "../machinery/operation.ts";
import { jsonBody } from "../machinery/operations-of.ts";
import type { ProblemName } from "../machinery/problems.ts";

const params = { booking: rowId("booking") };
const transitionFields = {
  ticket: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1000, description: "Only this one; by default all." }),
  ),
  reason: Type.Optional(Reason("Why, for the booking's history.")),
};
const TransitionBody = jsonBody(transitionFields);
const CancelBody = jsonBody({
  ...transitionFields,
  after_cutoff: option("Also after the campaign's cut-off; that is recorded."),
});

const ofCheckIn = ["unknown-ticket", "ticket-cancelled", "not-confirmed"] as const;

const undoCheckIn = transitionOf({
  name: "undoCheckIn",
  kind: "undo-check-in",
  scope: "desk",
  summary: "Take a check-in back.",
  refusals: ofCheckIn,
});

/** Transitions of a booking: cancel, check-in and its undoing. */
export const bookingChanges: readonly Operation[] = [
  transitionOf({
    name: "cancelBooking",
    kind: "cancel",
    scope: "cancel",
    summary: "Cancel a booking, or one of its tickets.",
    refusals: [
      "ticket-already-cancelled",
      "attendee-checked-in",
      "cancellation-closed",
      "unknown-ticket",
    ],
    body: CancelBody,
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
  transitionOf({
    name: "checkIn",
    kind: "check-in",
    scope: "desk",
    summary: "Check in the attendees of a booking; doing it again is harmless.",
    refusals: ofCheckIn,
    command: {
      ...aboutBooking,
      words: "check-in",
      typed: { ticket: { about: "only this ticket (default: all that are live)" }, reason: null },
      more: { undo: Type.Boolean({ description: "Take the check-in back." }) },
      instead: ({ undo }) => (undo === true ? undoCheckIn : null),
      notes: "It says so where the slot is of another day than today; that is no reason to refuse.",
      example: bookingExample,
      say: (booking, { undo }) => (undo === true ? [] : sayAnotherDay(booking.slot_starting_at)),
    },
  }),
  undoCheckIn,
];

/** By the calendar of the computer at which somebody types; nothing for today's slot. */
function sayAnotherDay(startingAt: string): readonly string[] {
  const day = (at: Date) => at.toLocaleDateString("sv-SE");
  return day(new Date(startingAt)) === day(new Date())
    ? []
    : [`The slot is not of today: it starts at ${startingAt}. --undo takes the check-in back.`];
}

interface TransitionDefinition extends Pick<Operation, "name" | "scope" | "summary"> {
  readonly kind: Transition["kind"];
  readonly refusals: readonly ProblemName[];
  readonly body?: typeof CancelBody;
  readonly command?: Command<Sent<typeof Booking>>;
}

function transitionOf({
  kind,
  refusals,
  body = TransitionBody as typeof CancelBody,
  ...definition
}: TransitionDefinition): Operation<Sent<typeof Booking>> {
  return ofBookings(
    {
      ...definition,
      method: "POST",
      path: `/{booking}/${kind}`,
      params,
      body,
      again: bookingAgain,
      answers: { 200: Booking },
      refusals: ["unknown-booking", "value-malformed", ...refusals],
    },
    async (parts, { audit, params: of, body: sent }, account) => {
      const { ticket = null, reason = null, after_cutoff: afterCutoff = false } = sent;
      const malformed = refuseValue("reason", readReason, reason);
      if (malformed !== null) return malformed;
      const id = bookingIdOf(of);
      const change = { kind, ticket, reason, afterCutoff };
      const refused = await changeBooking(parts, audit, account.id, id, change);
      return refused ?? bookingReply(parts, account, id);
    },
  );
}

/** A transition by an operator; a cancel has the rules of the public interface, but for `afterCutoff`. `ticket` null means all. */
interface Transition {
  readonly kind: "cancel" | "check-in" | "undo-check-in";
  readonly ticket: number | null;
  readonly reason: string | null;
  /** Whether a cancel may come after the campaign's cut-off. */
  readonly afterCutoff: boolean;
}

/** Changes a booking; a repeated check-in changes nothing. Returns the refusal, or null. */
export async function changeBooking(
  { store }: Pick<Parts, "store">,
  audit: AuditContext,
  account: AccountId,
  bookingId: BookingId,
  transition: Transition,
): Promise<Refused<TransitionRefusal> | null> {
  const { actor, now, requestId = null, once } = audit;
  const { reason } = transition;
  const at = { bookingId, actor, requestId, now, idempotencyKey: null, reason };
  const order = once === undefined ? at : { ...at, once };
  const answer = await store
    .account(account)
    .changeBooking<TransitionRefusal>(order, (booking) => decide(booking, transition, now));
  return isRefused<TransitionRefusal>(answer) ? answer : null;
}

function decide(
  booking: Stored,
  { kind, ticket, afterCutoff }: Transition,
  now: number,
): BookingChange | Unchanged | Refused<TransitionRefusal> {
  switch (kind) {
    case "check-in":
      return checkIn(booking, ticket, now);
    case "undo-check-in":
      return takeBack(booking, ticket);
    case "cancel": {
      if (ticket !== null) return cancelTicket(booking, ticket, now, { afterCutoff });
      const refused = refuseCancel(booking, now, { afterCutoff });
      return refused === null ? markCancelled(booking, now) : { refused };
    }
  }
}

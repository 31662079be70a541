import { Type } from "typebox";
import { limitText, type ContactLimit } from "../../domain/contact-limit.ts";
import type { WaitingReason } from "../../domain/explain-waiting.ts";
import type { Booking } from "./bookings.ts";
import { Uuid, type Sent } from "../machinery/fields.ts";
import { is } from "../machinery/meaning.ts";

/** What a booking on a waitlist waits for. */
export const Waiting = Type.Object({
  position: Type.Union([Type.Integer(), Type.Null()], {
    description:
      "From 1; null where it waits for no seat, has an offer, or stands behind the first 1,000.",
  }),
  seats_needed: Type.Integer(),
  seats_free: Type.Integer(),
  type_seats_free: Type.Union([Type.Integer(), Type.Null()], {
    description: "What the limit of its ticket type leaves in the slot; null where it has none.",
  }),
  limited_by: Type.Union(
    [Type.Literal("time"), Type.Literal("slot"), Type.Literal("ticket_type"), Type.Null()],
    {
      description:
        "What keeps it waiting: a limit, or the time, as no seat of its type is given now; null where its turn has come.",
    },
  ),
  blocked_by: Type.Union(
    [Type.Object({ booking: Uuid, seats_needed: Type.Integer() }), Type.Null()],
    { description: "The one before it that keeps it from moving up." },
  ),
  promotion: Type.Union([Type.Literal("manual"), Type.Literal("automatic"), Type.Literal("offer")]),
  why: Type.String({ description: "In words to pass on.", ...is("sentence") }),
});

/** Why a booking waits, with the person who holds it back in place of a booking's id. */
export function waitingText(
  { why, blocked_by: blocker }: Sent<typeof Waiting>,
  before: Person | undefined,
): string {
  if (blocker === null || before === undefined) return why;
  return why.replace(`booking ${blocker.booking} before it`, () => `${whoText(before)} before it`);
}

type Person = Pick<Booking, "external_id" | "tickets">;

/** The first name of a booking, and its contact. */
export function whoText({ external_id: id, tickets }: Person): string {
  const [name] = tickets.flatMap(({ attendee }) => attendee.display_name ?? []);
  return name === undefined ? id : `${name} (${id})`;
}

export function waitingToJson({ blockedBy, ...waiting }: WaitingReason): Sent<typeof Waiting> {
  return {
    position: waiting.position,
    seats_needed: waiting.seatsNeeded,
    seats_free: waiting.seatsFree,
    type_seats_free: waiting.seatsFreeOfType,
    limited_by: waiting.limitedBy,
    blocked_by: blockedBy && { booking: blockedBy.id, seats_needed: blockedBy.needs },
    promotion: waiting.promotion,
    why: waiting.why,
  };
}

/** A limit per contact, and how much of it the contact has. */
export const Limit = Type.Object({
  interaction: Type.String({ description: "The campaign's public key.", ...is("campaign") }),
  activity: Type.Optional(Type.String({ description: "Absent where the campaign limits." })),
  ticket_type: Type.Optional(Type.String({ description: "Absent where the campaign limits." })),
  limit: Type.Integer(),
  live_tickets: Type.Integer(),
  facts: Type.String(is("sentence")),
});

export function limitToJson({ interaction, ...of }: ContactLimit): Sent<typeof Limit> {
  const { type, limit, held } = of;
  return {
    interaction,
    ...(type !== null && { activity: type.activity, ticket_type: type.ticketType }),
    limit,
    live_tickets: held,
    facts: `The contact has ${limitText(of)}.`,
  };
}

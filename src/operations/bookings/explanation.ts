import { Type } from "typebox";
import { limitText, type ContactLimit } from "../../domain/contact-limit.ts";
import type { WaitingReason } from "../../domain/explain-waiting.ts";
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

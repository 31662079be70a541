import { Type } from "typebox";
import { formatInstant } from "../../domain/instant.ts";
import { isRefused, type Refused, type SeatRefusal } from "../../domain/refusal.ts";
import type { OfferOfContact } from "../../store/doors/bookings.ts";
import {
  externalId,
  listOf,
  publicKey,
  rowId,
  slotStart,
  time,
  Uuid,
  type Sent,
} from "../machinery/fields.ts";
import type { Operation } from "../machinery/operation.ts";
import { jsonBody, ofAccount, operationsOf } from "../machinery/operations-of.ts";
import { formatTable } from "../machinery/table.ts";
import {
  aboutBooking,
  Booking,
  bookingAgain,
  bookingExample,
  bookingIdOf,
  bookingReply,
  ofBookings,
} from "./bookings.ts";

/** Seats that are kept for a booking on a waitlist. */
const Offer = Type.Object({
  booking: Uuid,
  interaction: publicKey,
  activity: Type.String(),
  host: Type.Optional(Type.String({ description: "Absent without a choice of hosts." })),
  slot_starting_at: slotStart("When the slot starts."),
  ticket_type: Type.String(),
  tickets: Type.Integer({ description: "How many seats are kept." }),
  offer_ends_at: time("Until when the seats are kept."),
});

function offerToJson({ host, slotStartingAt, ticketType, endsAt, ...offer }: OfferOfContact) {
  return {
    ...offer,
    ...(host !== null && { host }),
    slot_starting_at: formatInstant(slotStartingAt),
    ticket_type: ticketType,
    offer_ends_at: formatInstant(endsAt),
  } satisfies Sent<typeof Offer>;
}

function wasAcceptedBefore({ refused }: Refused<SeatRefusal>): boolean {
  return refused.why === "no-offer" && refused.isAgain;
}

/** What is done with the seats that a campaign offers to the first in line. */
export const offers: readonly Operation[] = [
  ofBookings(
    {
      name: "acceptOffer",
      method: "POST",
      again: bookingAgain,
      path: "/{booking}/accept",
      scope: "waitlist",
      alsoFor: ["book"],
      summary: "Confirm a waiting booking with the seats that are kept for it.",
      description:
        "Where a campaign's waitlist_promotion is offer, free seats are kept for the first in line until " +
        "offer_ends_at. Accepting again answers the booking. A cancel declines.",
      params: { booking: rowId("booking") },
      body: jsonBody({}),
      answers: { 200: Booking },
      refusals: ["unknown-booking", "no-offer", "offer-ended", "slot-has-begun"],
      command: {
        ...aboutBooking,
        words: "accept",
        notes: "`booking cancel` declines the offer: its seats go to the next in line.",
        example: bookingExample,
      },
    },
    async (parts, { audit, params: of }, account) => {
      const bookingId = bookingIdOf(of);
      const order = { bookingId, overtake: false, isAccept: true };
      const accepted = await parts.store.account(account.id).promote(audit, order);
      if (isRefused<SeatRefusal>(accepted) && !wasAcceptedBefore(accepted)) return accepted;
      return bookingReply(parts, account, bookingId);
    },
  ),
  operationsOf({ tag: "Bookings", below: `${ofAccount}/offers`, appliesTo: "campaigns" })(
    {
      name: "listOffers",
      method: "GET",
      scope: "waitlist",
      alsoFor: ["book"],
      summary: "The live offers of a contact, the first to end first.",
      query: Type.Object({ external_id: externalId }),
      answers: { 200: listOf(Offer) },
      refusals: [],
      command: {
        words: "offer list",
        typed: { external_id: { about: "the caller's identifier of the contact" } },
        example: "acme/production --external-id CUST-1",
        print: (items, width) =>
          items.length === 0
            ? "No seats are kept for the contact."
            : formatTable(
                ["booking", "campaign", "activity", "slot", "tickets", "until"],
                items.map((each) => [
                  each.booking,
                  each.interaction,
                  each.activity,
                  each.slot_starting_at,
                  String(each.tickets),
                  each.offer_ends_at,
                ]),
                width,
              ),
      },
    },
    async ({ store }, { query, audit, operator: { interactions } }, { id }) => {
      const order = { externalId: query.external_id, amongCampaigns: interactions, now: audit.now };
      const found = await store.account(id).findOffers(order);
      return { body: { items: found.map(offerToJson) } };
    },
  ),
];

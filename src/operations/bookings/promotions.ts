import { Type } from "typebox";
import { isRefused, type SeatRefusal } from "../../domain/refusal.ts";
import { counted } from "../../domain/wording.ts";
import {
  aboutBooking,
  Booking,
  bookingAgain,
  bookingExample,
  bookingIdOf,
  ofBookings,
  bookingReply,
} from "./bookings.ts";
import { passesOver, publicKey, rowId, Uuid } from "../machinery/fields.ts";
import { withoutKey, type Operation } from "../machinery/operation.ts";
import { jsonBody, ofAccount, operationsOf } from "../machinery/operations-of.ts";

/** What gives seats to those on a waitlist. */
export const promotions: readonly Operation[] = [
  operationsOf({
    tag: "Bookings",
    below: `${ofAccount}/waitlist`,
    reach: "campaigns",
  })(
    {
      name: "promoteWaitlist",
      method: "POST",
      path: "/promote",
      scope: "waitlist",
      summary: "Confirm every waiting booking that fits, first come, first served.",
      description:
        "On each slot the first that needs more seats than are free holds back the rest.",
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
    async (
      { store },
      { audit, body: { interaction }, operator: { interactions: own } },
      { id },
    ) => {
      const unknown = { refused: { why: "not-in-catalogue", field: "interaction" } } as const;
      if (interaction !== undefined && own?.includes(interaction) === false) return unknown;
      const among = interaction === undefined ? (own ?? [null]) : [interaction];
      const promoted: string[] = [];
      for (const each of among) {
        const some = await store.account(id).promoteAll(withoutKey(audit), each);
        if (some === null && interaction !== undefined) return unknown;
        promoted.push(...(some ?? []));
      }
      return { body: { promoted } };
    },
  ),
  ofBookings(
    {
      name: "promoteBooking",
      method: "POST",
      again: bookingAgain,
      path: "/{booking}/promote",
      scope: "waitlist",
      summary: "Confirm the first booking of a slot's waitlist.",
      params: { booking: rowId("booking") },
      body: jsonBody({
        overtake: passesOver("Pass over earlier entries; that is recorded."),
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
];

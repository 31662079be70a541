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
import { Late, lateTyped, refusedByClock } from "./late.ts";
import { option, passesOver, publicKey, rowId, Uuid } from "../machinery/fields.ts";
import { withoutKey, type Operation } from "../machinery/operation.ts";
import { jsonBody, ofAccount, operationsOf } from "../machinery/operations-of.ts";

/** What gives seats to those on a waitlist. */
export const promotions: readonly Operation[] = [
  operationsOf({
    tag: "Bookings",
    below: `${ofAccount}/waitlist`,
    appliesTo: "campaigns",
  })(
    {
      name: "promoteWaitlist",
      method: "POST",
      path: "/promote",
      scope: "waitlist",
      summary: "Confirm every waiting booking that fits, first come, first served.",
      description:
        "On each slot the first that needs more seats than are free holds back the rest. Who waits where no seat is " +
        "given any more, mostly because the slot has begun, is left.",
      body: jsonBody({
        interaction: Type.Optional(publicKey),
        dry_run: option("Promotes nobody, and answers who would be promoted."),
      }),
      answers: {
        200: Type.Object({
          promoted: Type.Array(Uuid),
          left: Type.Integer({
            description:
              "How many wait where no seat of their ticket type is given at this time: the slot has begun, a " +
              "cut-off has passed, or the type's window is closed.",
          }),
          dry_run: Type.Boolean(),
        }),
      },
      refusals: ["not-in-catalogue"],
      command: {
        words: "waitlist promote",
        typed: {
          interaction: { about: "only this campaign" },
          dry_run: { about: "promote nobody; show who would be promoted" },
        },
        example: "acme/production --interaction pk_summer",
        concerns: ({ promoted }) => promoted,
        say: ({ promoted, left, dry_run: isTrial }) => [
          `${isTrial ? "Would promote" : "Promoted"} ${counted(promoted.length, "booking")}.`,
          ...(left === 0
            ? []
            : [
                `${counted(left, "booking waits", "bookings wait")} where no seat is given at this time, ` +
                  "mostly because the slot has begun; `booking promote BOOKING --late` gives one on purpose.",
              ]),
        ],
      },
    },
    async (
      { store },
      { audit, body: { interaction, dry_run: dryRun = false }, operator: { interactions: own } },
      { id },
    ) => {
      const unknown = { refused: { why: "not-in-catalogue", field: "interaction" } } as const;
      if (interaction !== undefined && own?.includes(interaction) === false) return unknown;
      const among = interaction === undefined ? (own ?? [null]) : [interaction];
      const promoted: string[] = [];
      let left = 0;
      for (const campaign of among) {
        const order = { publicKey: campaign, dryRun };
        const some = await store.account(id).promoteAll(withoutKey(audit), order);
        if (some === null && interaction !== undefined) return unknown;
        promoted.push(...(some?.promoted ?? []));
        left += some?.left ?? 0;
      }
      return { body: { promoted, left, dry_run: dryRun } };
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
        late: Late,
      }),
      answers: { 200: Booking },
      refusals: [
        "unknown-booking",
        "not-waitlisted",
        ...refusedByClock,
        "not-first",
        "seats-missing",
      ],
      command: {
        ...aboutBooking,
        words: "promote",
        typed: { late: lateTyped },
        notes:
          "Only into seats that are free. `booking explain` tells who is first and what is free.",
        example: bookingExample,
      },
    },
    async (parts, { audit, params: of, body: { overtake = false, late = false } }, account) => {
      const bookingId = bookingIdOf(of);
      const promoted = await parts.store
        .account(account.id)
        .promote(audit, { bookingId, overtake, late });
      if (isRefused<SeatRefusal>(promoted)) return promoted;
      return bookingReply(parts, account, bookingId);
    },
  ),
];

import { Type } from "typebox";
import { formatInstant } from "../../domain/instant.ts";
import type { CancellationOfContact } from "../../store/doors/bookings.ts";
import {
  externalId,
  limitDefault,
  listOf,
  paging,
  publicKey,
  slotStart,
  time,
  Uuid,
  type Sent,
} from "../machinery/fields.ts";
import type { Operation } from "../machinery/operation.ts";
import { ofAccount, operationsOf } from "../machinery/operations-of.ts";
import { formatTable } from "../machinery/table.ts";
import { readTime } from "../machinery/typed-time.ts";

/** A cancelled booking, as its customer may know of it. */
const Cancellation = Type.Object({
  booking: Uuid,
  interaction: publicKey,
  activity: Type.String(),
  host: Type.Optional(Type.String({ description: "Absent without a choice of hosts." })),
  slot_starting_at: slotStart("When the slot starts."),
  cancelled_at: time("When it was cancelled."),
  because: Type.Optional(
    Type.String({
      description:
        "caller, operator, slot-closed, or another word of a later release; absent where an import brought it cancelled.",
    }),
  ),
  reason: Type.Optional(Type.String({ description: "Why, in the words of who cancelled it." })),
});

function cancellationToJson({
  host,
  slotStartingAt,
  cancelledAt,
  because,
  reason,
  ...of
}: CancellationOfContact) {
  return {
    ...of,
    ...(host !== null && { host }),
    slot_starting_at: formatInstant(slotStartingAt),
    cancelled_at: formatInstant(cancelledAt),
    ...(because !== null && { because }),
    ...(reason !== null && { reason }),
  } satisfies Sent<typeof Cancellation>;
}

/** Why a contact's bookings were cancelled, in words for the customer. */
export const listCancellations: Operation = operationsOf({
  tag: "Bookings",
  below: `${ofAccount}/cancellations`,
  appliesTo: "campaigns",
})(
  {
    name: "listCancellations",
    method: "GET",
    scope: "waitlist",
    alsoFor: ["book"],
    summary: "The cancelled bookings of a contact, and why; those of the latest slots first.",
    query: Type.Object({
      external_id: externalId,
      from: Type.Optional(time("Of slots that start then or later.")),
      to: Type.Optional(time("Of slots that start then or before.")),
      limit: paging.limit,
    }),
    answers: { 200: listOf(Cancellation) },
    refusals: [],
    command: {
      words: "cancellation list",
      typed: { external_id: { about: "the caller's identifier of the contact" } },
      example: "acme/production --external-id CUST-1",
      print: (items, width) =>
        items.length === 0
          ? "No booking of the contact is cancelled."
          : formatTable(
              ["booking", "campaign", "activity", "slot", "cancelled", "because", "reason"],
              items.map((each) => [
                each.booking,
                each.interaction,
                each.activity,
                each.slot_starting_at,
                each.cancelled_at,
                each.because ?? "",
                each.reason ?? "",
              ]),
              width,
            ),
    },
  },
  async ({ store }, { query, operator: { interactions } }, { id }) => {
    const { from, to, limit = limitDefault } = query;
    const found = await store.account(id).findCancellations({
      externalId: query.external_id,
      amongCampaigns: interactions,
      ...(from !== undefined && { from: readTime("from", from) }),
      ...(to !== undefined && { to: readTime("to", to) }),
      limit,
    });
    return { body: { items: found.map(cancellationToJson) } };
  },
);

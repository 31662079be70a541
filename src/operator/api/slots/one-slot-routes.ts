import { Type } from "typebox";
import { formatInstant } from "../../../domain/instant.ts";
import { isRefused } from "../../../domain/refusal.ts";
import type { SlotDetails } from "../../../store/seats/find-slots.ts";
import { reasonMaxLength } from "../../../domain/data-file/values.ts";
import { changeSlotCapacity } from "../../../usecases/operator/change-slots.ts";
import { closeSlot } from "../../../usecases/operator/close-slot.ts";
import { removeFromCatalogue } from "../../../usecases/operator/edit-catalogue.ts";
import { findSlot } from "../../../usecases/operator/find-slot.ts";
import { bookingToJson } from "../bookings/booking-to-json.ts";
import { waitingToJson } from "../bookings/explanation-to-json.ts";
import { slotWaitlist } from "../../../usecases/operator/slot-waitlist.ts";
import { readTime } from "../../../operations/read-time.ts";
import type { AnyRefusal } from "../../../operations/problems.ts";
import type { Operation } from "../../../operations/operation.ts";
import { jsonBody, ofAccount, operationsOf } from "../../../operations/operations-of.ts";
import {
  activityId,
  Capacity,
  hostId,
  listOf,
  publicKey,
  time,
} from "../../../operations/fields.ts";
import { Arrivals, Slot } from "./slot-schema.ts";
import { WaitlistEntry } from "../bookings/booking-schema.ts";
import { etagOfSeats, shownSlot } from "./shown-slot.ts";
import { arrivalsToJson } from "./slot-to-json.ts";
import { placeOf, placeRefusals } from "./slot-place.ts";

const route = operationsOf({
  tag: "Slots",
  below: `${ofAccount}/interactions/{interaction}/activities/{activity}/slots`,
  scope: "account",
});

const one = {
  interaction: publicKey,
  activity: activityId,
  starting_at: time("Start of the slot."),
};
const WhichHost = Type.Object({ host: Type.Optional(hostId) });

/** One slot: its seats, its waitlist, its arrivals. */
export const oneSlotRoutes: readonly Operation[] = [
  route(
    {
      name: "showSlot",
      method: "GET",
      path: "/{starting_at}",
      role: "viewer",
      summary: "One slot with its seats and waitlist.",
      params: one,
      query: WhichHost,
      answers: { 200: Slot },
      refusals: ["not-in-catalogue"],
    },
    async ({ store }, { params, query }, { id }) => {
      const found = await findSlot(store.account(id), namedPlace(params, query));
      if (isRefused<AnyRefusal>(found)) return found;
      return { body: shownSlot(found), headers: tagged(found) };
    },
  ),
  route(
    {
      name: "showWaitlist",
      method: "GET",
      path: "/{starting_at}/waitlist",
      role: "viewer",
      summary: "Who waits for a seat of the slot, first come first, and why each has not moved up.",
      description:
        "The first 1,000. Who waits for no seat, as all tickets are cancelled, is not here.",
      params: one,
      query: WhichHost,
      answers: { 200: listOf(WaitlistEntry) },
      refusals: placeRefusals,
    },
    async ({ store }, { params, query }, { id, name }) => {
      const entries = await slotWaitlist(store, id, namedPlace(params, query));
      if (isRefused<AnyRefusal>(entries)) return entries;
      const items = entries.map(({ details, reason }) => ({
        ...bookingToJson(name, details),
        waitlist: waitingToJson(reason),
      }));
      return { body: { items } };
    },
  ),
  route(
    {
      name: "showArrivals",
      method: "GET",
      path: "/{starting_at}/arrivals",
      role: "viewer",
      summary: "Who is expected at the slot, and when those who came checked in.",
      params: one,
      query: WhichHost,
      answers: { 200: Arrivals },
      refusals: placeRefusals,
    },
    async ({ store }, { params, query }, { id }) => {
      const arrivals = await store.account(id).readArrivals(namedPlace(params, query));
      if (isRefused<AnyRefusal>(arrivals)) return arrivals;
      return { body: arrivalsToJson(arrivals) };
    },
  ),
  route(
    {
      name: "changeSlotCapacity",
      method: "PUT",
      path: "/{starting_at}",
      role: "admin",
      summary: "Change how many seats a slot has; added ones may go to its waitlist.",
      params: one,
      query: WhichHost,
      conditional: true,
      body: jsonBody({
        capacity: Capacity,
        overbook: Type.Optional(
          Type.Boolean({ description: "Also fewer than are taken; that is recorded." }),
        ),
      }),
      answers: {
        200: Type.Object({
          ...Slot.properties,
          capacity_before: Type.Integer(),
          promoted: Type.Integer({ description: "How many moved up from the waitlist." }),
        }),
      },
      refusals: [...placeRefusals, "capacity-below-taken", "slot-changed", "precondition-missing"],
    },
    async ({ store }, { audit, params, query, body, ifMatch }, account) => {
      if (ifMatch === null) return { refused: { why: "precondition-missing" } };
      const named = namedPlace(params, query);
      const changed = await changeSlotCapacity(store, audit, account, {
        place: named,
        capacity: body.capacity,
        overbook: body.overbook ?? false,
        matches: (before) => ifMatch.trim() === "*" || ifMatch.includes(etagOfSeats(before)),
      });
      if (isRefused<AnyRefusal>(changed)) return changed;
      const found = await findSlot(store.account(account.id), named);
      if (isRefused<AnyRefusal>(found)) return found;
      const { before, promoted } = changed;
      return {
        body: { ...shownSlot(found), capacity_before: before.capacity, promoted },
        headers: tagged(found),
      };
    },
  ),
  route(
    {
      name: "closeSlot",
      method: "POST",
      path: "/{starting_at}/close",
      role: "admin",
      summary: "Cancel all bookings of a slot and set its capacity to 0.",
      description:
        "Nobody is promoted into the seats, and a campaign's cut-off does not count. A slot of " +
        "thousands of bookings is closed in several transactions, the first of which takes the " +
        "capacity away: repeat a request that was not answered.",
      params: one,
      query: WhichHost,
      body: jsonBody({
        reason: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: reasonMaxLength,
            description: "Why, for the history of each booking.",
          }),
        ),
        dry_run: Type.Optional(Type.Boolean({ description: "Only tell what would be cancelled." })),
        even_if_checked_in: Type.Optional(
          Type.Boolean({ description: "Also bookings with checked-in attendees." }),
        ),
      }),
      answers: {
        200: Type.Object({
          slot: Slot,
          cancelled: Type.Array(Type.String({ description: "A booking." })),
          dry_run: Type.Boolean(),
        }),
      },
      refusals: [...placeRefusals, "attendees-checked-in", "value-malformed"],
    },
    async ({ store }, { audit, params, query, body }, account) => {
      const dryRun = body.dry_run ?? false;
      const closed = await closeSlot(store, audit, account, {
        place: namedPlace(params, query),
        reason: body.reason ?? null,
        dryRun,
        evenIfCheckedIn: body.even_if_checked_in ?? false,
      });
      if (isRefused<AnyRefusal>(closed)) return closed;
      const { slot, cancelled } = closed;
      return { body: { slot: shownSlot(slot), cancelled: [...cancelled], dry_run: dryRun } };
    },
  ),
  route(
    {
      name: "removeSlot",
      method: "DELETE",
      path: "/{starting_at}",
      role: "admin",
      summary: "Take a slot out that nobody ever booked.",
      params: one,
      query: WhichHost,
      answers: { 204: null },
      refusals: ["nothing-to-remove", "in-use"],
    },
    async ({ store }, { audit, params, query }, account) => {
      const {
        publicKey: interaction,
        activityId: activity,
        hostId: host,
        startingAt,
      } = namedPlace(params, query);
      const starting_at = formatInstant(startingAt);
      const line = { kind: "slot", interaction, activity, host, starting_at };
      const removed = await removeFromCatalogue(store, audit, account, line);
      return isRefused<AnyRefusal>(removed) ? removed : { status: 204, body: null };
    },
  ),
];

function namedPlace(
  params: { interaction: string; activity: string; starting_at: string },
  query: { host?: string | undefined },
) {
  return {
    ...placeOf({ ...params, host: query.host }),
    startingAt: readTime("starting_at", params.starting_at),
  };
}

function tagged(slot: SlotDetails): Record<string, string> {
  return { etag: etagOfSeats(slot.seats) };
}

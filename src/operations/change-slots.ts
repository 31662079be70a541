import { Type } from "typebox";
import { counted } from "../domain/wording.ts";
import { reasonMaxLength } from "../domain/data-file/values.ts";
import { formatInstant } from "../domain/instant.ts";
import { isRefused } from "../domain/refusal.ts";
import type { AddedSlots as Added } from "../store/bookings/capacity.ts";
import { addSlots, changeSlotCapacity } from "../usecases/operator/change-slots.ts";
import { closeSlot } from "../usecases/operator/close-slot.ts";
import { removeFromCatalogue } from "../usecases/operator/edit-catalogue.ts";
import { findSlot } from "../usecases/operator/find-slot.ts";
import { activityId, Capacity, hostId, publicKey, time, type Sent } from "./fields.ts";
import type { Operation } from "./operation.ts";
import { jsonBody, ofAccount, operationsOf, replyWith } from "./operations-of.ts";
import type { AnyRefusal } from "./problems.ts";
import { readTime } from "./read-time.ts";
import {
  belowActivity,
  etagOfSeats,
  formatSlots,
  namedSlot,
  oneSlot,
  placeOf,
  placeRefusals,
  Slot,
  slotExample,
  slotOmits,
  slotReply,
  slotToJson,
} from "./slots.ts";

export const AddedSlots = Type.Object({
  created: Type.Array(time("The start of a new slot.")),
  existing: Type.Array(time("The start of one that existed; it stays as it is.")),
  dry_run: Type.Boolean(),
});

export const place = {
  interaction: publicKey,
  activity: activityId,
  host: Type.Optional(hostId),
} as const;

export const DryRun = Type.Optional(
  Type.Boolean({ description: "Only tell what would be added." }),
);

const startsMax = 10_000;

const operation = operationsOf({ tag: "Slots", below: `${ofAccount}/slots`, scope: "account" });
const ofOne = operationsOf({ tag: "Slots", below: belowActivity, scope: "account" });

/** What adds, changes and removes slots one by one. */
export const slotChanges: readonly Operation[] = [
  operation(
    {
      name: "addSlots",
      method: "POST",
      role: "admin",
      summary: "Add slots at these times; those that exist stay as they are.",
      body: jsonBody({
        ...place,
        starting_at: Type.Array(time("A start."), { minItems: 1, maxItems: startsMax }),
        capacity: Capacity,
        dry_run: DryRun,
      }),
      answers: { 200: AddedSlots },
      refusals: placeRefusals,
      command: {
        words: "slot add",
        about: "Add slots; one that exists stays as it is.",
        typed: {
          starting_at: { alias: "at", about: "its start, RFC 3339; may be repeated" },
          capacity: { about: "how many seats" },
          dry_run: null,
        },
        example:
          "acme/production --interaction pk_summer --activity tasting \\\n" +
          "    --slot 2030-05-01T08:00:00Z --capacity 8",
        omits: ["dry_run"],
        print: addedText,
      },
    },
    async ({ store }, { audit, body }, account) => {
      const dryRun = body.dry_run ?? false;
      const added = await addSlots(store, audit, account, {
        place: placeOf(body),
        startingAt: body.starting_at.map((each) => readTime("starting_at", each)),
        capacity: body.capacity,
        dryRun,
      });
      return replyWith(added, (slots) => addedToJson(slots, dryRun));
    },
  ),
  ofOne(
    {
      ...oneSlot,
      name: "changeSlotCapacity",
      method: "PUT",
      role: "admin",
      summary: "Change how many seats a slot has; added ones may go to its waitlist.",
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
      command: {
        words: "slot capacity",
        about: "Change how many seats a slot has; added ones may go to its waitlist.",
        typed: { capacity: { about: "how many seats there are then" } },
        example: `${slotExample} --capacity 12`,
        omits: slotOmits,
        print: (slot, width) => formatSlots([slot], width),
        say: ({ promoted }) => [promoted > 0 && `${promoted} moved up from the waitlist.`],
      },
    },
    async ({ store }, { audit, params, query, body, ifMatch }, account) => {
      if (ifMatch === null) return { refused: { why: "precondition-missing" } };
      const named = namedSlot(params, query);
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
      return slotReply(found, { capacity_before: before.capacity, promoted });
    },
  ),
  ofOne(
    {
      ...oneSlot,
      name: "closeSlot",
      method: "POST",
      path: "/{starting_at}/close",
      role: "admin",
      summary: "Cancel all bookings of a slot and set its capacity to 0.",
      description:
        "Nobody is promoted into the seats, and a campaign's cut-off does not count. A slot of " +
        "thousands of bookings is closed in several transactions, the first of which takes the " +
        "capacity away: repeat a request that was not answered.",
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
      command: {
        words: "slot close",
        about: "Cancel all bookings of a slot and set its capacity to 0.",
        typed: {
          reason: { read: String },
          dry_run: { about: "say what would be cancelled, and change nothing" },
          even_if_checked_in: { about: "cancel bookings with checked-in attendees as well" },
        },
        example: `${slotExample} --reason "The hall is flooded" --dry-run`,
        json: ({ slot: { timezone: _zone, etag: _etag, ...slot }, ...closed }) => ({
          slot,
          ...closed,
        }),
        print: ({ cancelled }) => cancelled.join("\n"),
        say: ({ cancelled, dry_run }) => {
          const count = counted(cancelled.length, "booking");
          return [
            dry_run ? `${count} would be cancelled.` : `The slot is closed: ${count} cancelled.`,
          ];
        },
      },
    },
    async ({ store }, { audit, params, query, body }, account) => {
      const { reason = null, dry_run: dryRun = false, even_if_checked_in: even = false } = body;
      const order = { place: namedSlot(params, query), reason, dryRun, evenIfCheckedIn: even };
      const closed = await closeSlot(store, audit, account, order);
      return replyWith(closed, ({ slot, cancelled }) => ({
        slot: slotToJson(slot),
        cancelled: [...cancelled],
        dry_run: dryRun,
      }));
    },
  ),
  ofOne(
    {
      ...oneSlot,
      name: "removeSlot",
      method: "DELETE",
      role: "admin",
      summary: "Take a slot out that nobody ever booked.",
      answers: { 204: null },
      refusals: ["nothing-to-remove", "in-use"],
      command: {
        words: "slot remove",
        about: "Take a slot out that nobody ever booked.",
        example: slotExample,
        json: () => ({ removed: true }),
        print: () => "Removed.",
      },
    },
    async ({ store }, { audit, params, query }, account) => {
      const {
        startingAt,
        publicKey: interaction,
        activityId: activity,
        hostId: host,
      } = namedSlot(params, query);
      const starting_at = formatInstant(startingAt);
      const line = { kind: "slot", interaction, activity, host, starting_at };
      const removed = await removeFromCatalogue(store, audit, account, line);
      return isRefused<AnyRefusal>(removed) ? removed : { status: 204, body: null };
    },
  ),
];

export function addedToJson({ created, existing }: Added, dryRun: boolean) {
  return {
    created: created.map(formatInstant),
    existing: existing.map(formatInstant),
    dry_run: dryRun,
  };
}

export function addedText({ created, existing, dry_run }: Sent<typeof AddedSlots>): string {
  const left = existing.length === 0 ? "" : ` ${counted(existing.length, "slot")} existed already.`;
  return `${counted(created.length, "slot")} ${dry_run ? "would be added" : "added"}.${left}`;
}

import { Type } from "typebox";
import { counted } from "../../domain/wording.ts";
import { reason as readReason } from "../../domain/data-file/values.ts";
import { formatInstant } from "../../domain/instant.ts";
import { isRefused, type SeatRefusal } from "../../domain/refusal.ts";
import {
  addedText,
  AddedSlots,
  addedToJson,
  addCheckedSlots,
  SlotLengthBy,
  typedLengthBy,
} from "./added-slots.ts";
import { refuseValue } from "../machinery/validation.ts";
import { Overlap, overlapToJson, overlapWarning } from "./overlap-answer.ts";
import { namesEtag, readKey } from "../catalogue/catalogue-records.ts";
import {
  activityId,
  Capacity,
  Duration,
  hostId,
  option,
  passesOver,
  publicKey,
  Reason,
  time,
} from "../machinery/fields.ts";
import type { Operation } from "../machinery/operation.ts";
import { jsonBody, ofAccount, operationsOf, replyWith } from "../machinery/operations-of.ts";
import type { AnyRefusal } from "../machinery/problems.ts";
import { readTime, timeAbout } from "../machinery/typed-time.ts";
import {
  belowActivity,
  etagOfSlot,
  findSlot,
  formatSlots,
  namedSlot,
  oneSlot,
  placeOf,
  placeRefusals,
  printedSlot,
  Slot,
  slotExample,
  slotOmits,
  slotReply,
  slotToJson,
  moreTypes,
  TypeCapacities,
  typedDuration,
  typedTypes,
  slotFieldsSent,
} from "./slots.ts";

export const place = {
  interaction: publicKey,
  activity: activityId,
  host: Type.Optional(hostId),
} as const;

export const DryRun = option("Only tell what would be added.");

export const SlotDuration = Type.Optional({
  ...Duration,
  description: "Absent: as the host says, or the activity without a choice of hosts.",
});

const startsMax = 10_000;

const operation = operationsOf({
  tag: "Slots",
  below: `${ofAccount}/slots`,
  appliesTo: "campaign",
});
const ofOne = operationsOf({ tag: "Slots", below: belowActivity, appliesTo: "campaign" });

/** What adds, changes and removes slots one by one. */
export const slotChanges: readonly Operation[] = [
  operation(
    {
      name: "addSlots",
      method: "POST",
      scope: "slots",
      summary: "Add slots at these times; those that exist stay as they are.",
      body: jsonBody({
        ...place,
        starting_at: Type.Array(time("A start."), { minItems: 1, maxItems: startsMax }),
        capacity: Capacity,
        slot_duration_in_minutes: SlotDuration,
        length_by: SlotLengthBy,
        ticket_types: TypeCapacities,
        dry_run: DryRun,
      }),
      answers: { 200: AddedSlots },
      refusals: placeRefusals,
      command: {
        words: "slot add",
        about: "Add slots; one that exists stays as it is.",
        typed: {
          starting_at: { alias: "at", about: `its start: ${timeAbout}; may be repeated` },
          capacity: { about: "how many seats" },
          slot_duration_in_minutes: typedDuration,
          length_by: typedLengthBy,
          ...typedTypes,
          dry_run: null,
        },
        more: moreTypes,
        send: slotFieldsSent,
        example:
          "acme/production --interaction pk_summer --activity tasting \\\n" +
          "    --slot 2030-05-01T08:00:00Z --capacity 8",
        omits: ["dry_run"],
        print: addedText,
        say: ({ overlap }, values) => [overlapWarning(overlap, values)],
      },
    },
    async ({ store }, { audit, operator, body }, { id }) => {
      const dryRun = body.dry_run ?? false;
      const added = await addCheckedSlots(store.account(id), audit, {
        place: placeOf(body),
        startingAt: body.starting_at.map((each) => readTime("starting_at", each)),
        capacity: body.capacity,
        durationInMinutes: body.slot_duration_in_minutes,
        lengthBy: body.length_by ?? "minutes",
        limits: body.ticket_types,
        dryRun,
        amongCampaigns: operator.interactions,
      });
      if ("isOtherZone" in added) throw new Error("These instants are of no zone.");
      return replyWith(added, (slots) => addedToJson(slots, dryRun));
    },
  ),
  ofOne(
    {
      ...oneSlot,
      name: "changeSlotCapacity",
      method: "PUT",
      scope: "slots",
      summary:
        "Change how many seats a slot has, its length, or what it takes of single ticket types; added seats may go to its waitlist.",
      conditional: true,
      body: jsonBody({
        capacity: Capacity,
        slot_duration_in_minutes: Type.Optional(Duration),
        ticket_types: TypeCapacities,
        overbook: passesOver("Also fewer than are taken; that is recorded."),
      }),
      answers: {
        200: Type.Object({
          ...Slot.properties,
          capacity_before: Type.Integer(),
          promoted: Type.Integer({ description: "How many moved up from the waitlist." }),
          overlap: Overlap,
        }),
      },
      refusals: [
        ...placeRefusals,
        "value-malformed",
        "capacity-below-taken",
        "slot-changed",
        "precondition-missing",
      ],
      command: {
        words: "slot capacity",
        about:
          "Change how many seats a slot has, its length, or what it takes of single ticket types; added seats may go to its waitlist.",
        typed: {
          capacity: { about: "how many seats there are then" },
          slot_duration_in_minutes: typedDuration,
          ...typedTypes,
        },
        more: moreTypes,
        send: slotFieldsSent,
        example: `${slotExample} --capacity 12`,
        omits: slotOmits,
        print: (slot, width) => formatSlots([slot], width),
        say: ({ promoted, overlap }, values) => [
          promoted > 0 && `${promoted} moved up from the waitlist.`,
          overlapWarning(overlap, values),
        ],
      },
    },
    async ({ store }, { audit, operator, params, query, body, ifMatch }, { id }) => {
      if (ifMatch === null) return { refused: { why: "precondition-missing" } };
      const door = store.account(id);
      const named = namedSlot(params, query);
      const changed = await door.changeCapacity(audit, {
        place: named,
        capacity: body.capacity,
        durationInMinutes: body.slot_duration_in_minutes,
        limits: body.ticket_types,
        overbook: body.overbook ?? false,
        amongCampaigns: operator.interactions,
        matches: (before, minutes, types) =>
          ifMatch.trim() === "*" || namesEtag(ifMatch, etagOfSlot(before, minutes, types)),
      });
      if (isRefused<AnyRefusal>(changed)) return changed;
      const found = await findSlot(door, named);
      if (isRefused<AnyRefusal>(found)) return found;
      const { before, promoted } = changed;
      const overlap = overlapToJson(changed.overlap);
      return slotReply(found, audit.now, { capacity_before: before.capacity, promoted, overlap });
    },
  ),
  ofOne(
    {
      ...oneSlot,
      name: "closeSlot",
      method: "POST",
      path: "/{starting_at}/close",
      scope: "slots",
      summary: "Cancel all bookings of a slot and set its capacity to 0.",
      description:
        "Nobody is promoted into the seats, and a campaign's cut-off does not count. A slot of " +
        "thousands of bookings is closed in several transactions, the first of which takes the " +
        "capacity away: repeat a request that was not answered. Nobody books a closed slot, with `late` or " +
        "`overbook` either, until its capacity is above 0.",
      body: jsonBody({
        reason: Type.Optional(Reason("Why, for the history of each booking.")),
        dry_run: option("Only tell what would be cancelled."),
        even_if_checked_in: option("Also bookings with checked-in attendees."),
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
        about:
          "Cancel all bookings of a slot and close it: capacity 0, and nobody books it until it has seats again.",
        typed: {
          reason: { read: String },
          dry_run: { about: "say what would be cancelled, and change nothing" },
          even_if_checked_in: { about: "cancel bookings with checked-in attendees as well" },
        },
        example: `${slotExample} --reason "The hall is flooded" --dry-run`,
        json: ({ slot, ...closed }) => ({ slot: printedSlot(slot), ...closed }),
        concerns: ({ cancelled }) => cancelled,
        say: ({ cancelled, dry_run, slot: { starting_at: start } }) => {
          const count = counted(cancelled.length, "booking");
          return [
            dry_run
              ? `${count} of the slot at ${start} would be cancelled.`
              : `The slot is closed: ${count} cancelled.`,
          ];
        },
      },
    },
    async ({ store }, { audit, params, query, body }, { id }) => {
      const { reason = null, dry_run: dryRun = false, even_if_checked_in: even = false } = body;
      const malformed = refuseValue("reason", readReason, reason);
      if (malformed !== null) return malformed;
      const door = store.account(id);
      const named = namedSlot(params, query);
      const order = { place: named, reason, dryRun, evenIfCheckedIn: even };
      const closed = await door.closeSlot(audit, order);
      if (isRefused<SeatRefusal>(closed)) return closed;
      // A slot with bookings stays; an empty one may have been removed meanwhile.
      return replyWith(await findSlot(door, named), (slot) => ({
        slot: slotToJson(slot, audit.now),
        cancelled: [...closed.cancelled],
        dry_run: dryRun,
      }));
    },
  ),
  ofOne(
    {
      ...oneSlot,
      name: "removeSlot",
      method: "DELETE",
      scope: "slots",
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
    async ({ store }, { audit, params, query }, { id }) => {
      const { startingAt, hostId: host } = namedSlot(params, query);
      const line = { ...params, kind: "slot", host, starting_at: formatInstant(startingAt) };
      const order = { key: readKey(line), withUnbooked: false, matches: () => true };
      const refused = await store.account(id).removeFromCatalogue(audit, order);
      return refused ?? { status: 204, body: null };
    },
  ),
];

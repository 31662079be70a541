import { Type } from "typebox";
import { counted } from "../../domain/wording.ts";
import { reason as readReason } from "../../domain/data-file/values.ts";
import { isRefused } from "../../domain/refusal.ts";
import { Limit, limitToJson } from "../bookings/explanation.ts";
import { WrongUsage } from "../machinery/arguments.ts";
import { Duration, hostId, option, Reason, time } from "../machinery/fields.ts";
import type { Operation } from "../machinery/operation.ts";
import { jsonBody, operationsOf, replyWith } from "../machinery/operations-of.ts";
import type { AnyRefusal } from "../machinery/problems.ts";
import { readSlotStart, readTime, timeAbout } from "../machinery/typed-time.ts";
import { Overlap, overlapToJson, overlapWarning } from "./overlap-answer.ts";
import { refuseValue } from "../machinery/validation.ts";
import {
  belowActivity,
  findSlot,
  namedSlot,
  oneSlot,
  placeRefusals,
  printedSlot,
  Slot,
  slotExample,
  slotToJson,
  typedDuration,
} from "./slots.ts";

const operation = operationsOf({ tag: "Slots", below: belowActivity, appliesTo: "campaign" });

export const changeSlot: Operation = operation(
  {
    ...oneSlot,
    name: "changeSlot",
    method: "POST",
    path: "/{starting_at}/change",
    scope: "slots",
    summary: "Give a slot another host, start or length, with everything in it.",
    description:
      "Its bookings, waitlist, holds and limits go with it in one transaction, each with its status and place in line; the " +
      "change of each is `moved` with `because` `slot-changed`. A slot that is there already and has bookings is joined on " +
      "request, within its capacity; its capacity and length stay. Limits per contact are passed over and named. Neither slot may have begun.",
    body: jsonBody({
      to_slot: Type.Optional(time("Its new start; absent: as it is.")),
      to_host: Type.Optional(hostId),
      to_length: Type.Optional(Duration),
      merge: option("Also where the other slot has bookings: join both."),
      reason: Type.Optional(Reason("Why, for the history of each booking.")),
      dry_run: option("Only tell what would move."),
    }),
    answers: {
      200: Type.Object({
        slot: Slot,
        moved: Type.Array(
          Type.String({
            description: "A CONFIRMED or waiting booking with another start or host.",
          }),
        ),
        passed_limits: Type.Array(
          Type.Object({ external_id: Type.String(), ...Limit.properties }),
          {
            description:
              "Limits per contact that are exceeded then, where they count the slots of a week or a month; nobody is refused.",
          },
        ),
        overlap: Overlap,
        dry_run: Type.Boolean(),
      }),
    },
    refusals: [
      ...placeRefusals,
      "slot-has-begun",
      "booking-closed",
      "slot-has-bookings",
      "seats-missing",
      "type-limits-differ",
      "value-malformed",
    ],
    command: {
      words: "slot change",
      about: "Give a slot another host, start or length, with everything in it.",
      typed: {
        to_slot: { about: `its new start: ${timeAbout}`, read: readSlotStart },
        to_host: { about: "its new host" },
        to_length: { ...typedDuration, about: "how long it lasts then, in minutes, or none" },
        merge: { about: "join it with a slot that is there already and has bookings" },
        reason: { read: String },
        dry_run: { about: "say which bookings would move, and change nothing" },
      },
      send: ({ to_length: length, ...values }) => {
        if (length === undefined && values.to_slot === undefined && values.to_host === undefined) {
          throw new WrongUsage("Say what changes: --to-slot, --to-host or --to-length.");
        }
        return {
          ...values,
          ...(length !== undefined && { to_length: length === "none" ? null : length }),
        };
      },
      example: `${slotExample} --to-slot 2030-05-01T10:00:00Z --dry-run`,
      json: ({ slot, ...changed }) => ({ slot: printedSlot(slot), ...changed }),
      concerns: ({ moved }) => moved,
      say: ({ moved, passed_limits: passed, overlap, dry_run }, values) => {
        const count = counted(moved.length, "booking");
        return [
          dry_run ? `${count} would move.` : `The slot is changed: ${count} moved.`,
          ...passed.map(
            ({ external_id: contact, facts }) =>
              `The limit of ${contact} ${dry_run ? "would be" : "is"} passed over: ${facts}`,
          ),
          overlapWarning(overlap, values),
        ];
      },
    },
  },
  async ({ store }, { audit, operator, params, query, body }, { id }) => {
    const { reason = null, dry_run: dryRun = false, merge = false } = body;
    const malformed = refuseValue("reason", readReason, reason);
    if (malformed !== null) return malformed;
    const { to_slot: start, to_host: host, to_length: length } = body;
    const door = store.account(id);
    const place = namedSlot(params, query);
    const changed = await door.changeSlot(audit, {
      place,
      to: {
        startingAt: start === undefined ? undefined : readTime("to_slot", start),
        hostId: host,
        durationInMinutes: length,
      },
      merge,
      reason,
      dryRun,
      amongCampaigns: operator.interactions,
    });
    if (isRefused<AnyRefusal>(changed)) return changed;
    // A dry run shows the slot as it is.
    return replyWith(await findSlot(door, dryRun ? place : changed.to), (slot) => ({
      slot: slotToJson(slot, audit.now),
      moved: [...changed.moved],
      passed_limits: changed.passedLimits.map(({ externalId, ...limit }) => ({
        external_id: externalId,
        ...limitToJson(limit),
      })),
      overlap: overlapToJson(changed.overlap),
      dry_run: dryRun,
    }));
  },
);

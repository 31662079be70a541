import { Type } from "typebox";
import { parseDay, startOfDay } from "../../domain/local-time.ts";
import { formatInstant, parseInstant } from "../../domain/instant.ts";
import { isRefused, type SeatRefusal } from "../../domain/refusal.ts";
import { counted } from "../../domain/wording.ts";
import type { LengthChange } from "../../store/doors/slots.ts";
import { reader } from "../machinery/arguments.ts";
import { BadInput } from "../machinery/validation.ts";
import { inZoneOf } from "./in-zone.ts";
import { place } from "./single-slots.ts";
import { Duration, option, slotStart, text } from "../machinery/fields.ts";
import type { Operation } from "../machinery/operation.ts";
import { jsonBody, ofAccount, operationsOf } from "../machinery/operations-of.ts";
import { Overlap, overlapToJson, overlapWarning } from "./overlap-answer.ts";
import { placeOf, placeRefusals, typedDuration, slotFieldsSent } from "./slots.ts";

const ChangedLength = Type.Object({
  slot_duration_in_minutes_before: Duration,
  slot_duration_in_minutes: Duration,
  slots: Type.Array(
    Type.Object({
      starting_at: slotStart("When it starts."),
      slot_duration_in_minutes_before: Duration,
    }),
    { description: "Existing slots that last as long now, and lasted otherwise." },
  ),
  overlap: Overlap,
  dry_run: Type.Boolean(),
});

const operation = operationsOf({
  tag: "Slots",
  below: `${ofAccount}/slots`,
  appliesTo: "campaign",
});

const readFrom = reader(
  (typed) => ((parseDay(typed) ?? parseInstant(typed)) === null ? null : typed),
  "day: write it like 2030-05-01, or a time like 2030-05-01T08:00:00Z",
);

/** How long the slots of a host or of an activity last. */
export const slotLengths: readonly Operation[] = [
  operation(
    {
      name: "changeSlotLengths",
      method: "POST",
      path: "/lengths",
      scope: "catalogue",
      summary:
        "Change how long the slots of a host last, or of an activity without a choice of hosts.",
      description:
        "Slots that are made later last as long. Existing ones stay as they are, unless " +
        "also_slots_from says from when on they change too, whatever each lasted; dry_run names these first.",
      body: jsonBody({
        ...place,
        slot_duration_in_minutes: Duration,
        also_slots_from: Type.Optional(
          text(64, "A day in the campaign's time zone, 2030-05-01, or an RFC 3339 time."),
        ),
        dry_run: option("Only tell what would change."),
      }),
      answers: { 200: ChangedLength },
      refusals: [...placeRefusals, "value-malformed"],
      command: {
        words: "slot length",
        typed: {
          slot_duration_in_minutes: typedDuration,
          also_slots_from: {
            shown: "day",
            about: "also existing slots from that day on, for example 2030-05-01",
            read: readFrom,
          },
          dry_run: { about: "name the slots that would change, and change nothing" },
        },
        send: slotFieldsSent,
        example:
          "acme/production --interaction pk_summer --activity tasting \\\n" +
          "    --slot-duration-in-minutes 60 --also-slots-from 2030-05-01 --dry-run",
        print: ({ slots }) =>
          slots
            .map(
              ({ starting_at: at, slot_duration_in_minutes_before: before }) =>
                `${at}  ${before ?? "none"}`,
            )
            .join("\n"),
        say: (answer, values) => {
          const { slots, slot_duration_in_minutes: minutes, dry_run: dryRun } = answer;
          const length = minutes === null ? "have no length" : `last ${counted(minutes, "minute")}`;
          const before = answer.slot_duration_in_minutes_before ?? "none";
          return [
            `New slots ${dryRun ? "would " : ""}${length} (before: ${before}).`,
            slots.length > 0 &&
              `${counted(slots.length, "existing slot")} ${dryRun ? "would change" : "changed"}, above with the lengths before.`,
            overlapWarning(answer.overlap, values),
          ];
        },
      },
    },
    async ({ store }, { audit, operator, body }, { id }) => {
      const { dry_run: dryRun = false, also_slots_from: from } = body;
      const door = store.account(id);
      const changed = await inZoneOf(door, body.interaction, (timezone) =>
        door.changeLength(audit, {
          place: placeOf(body),
          durationInMinutes: body.slot_duration_in_minutes,
          alsoSlotsFrom: from === undefined ? null : startOf(from, timezone),
          timezone,
          dryRun,
          amongCampaigns: operator.interactions,
        }),
      );
      if (isRefused<SeatRefusal>(changed)) return changed;
      return { body: changedToJson(changed, body.slot_duration_in_minutes, dryRun) };
    },
  ),
];

function changedToJson(
  { before, slots, overlap }: LengthChange,
  minutes: number | null,
  dryRun: boolean,
) {
  return {
    slot_duration_in_minutes_before: before,
    slot_duration_in_minutes: minutes,
    slots: slots.map((slot) => ({
      starting_at: formatInstant(slot.startingAt),
      slot_duration_in_minutes_before: slot.before,
    })),
    overlap: overlapToJson(overlap),
    dry_run: dryRun,
  };
}

/** The first instant of a day by the zone's clocks, or the time that is sent. */
function startOf(sent: string, timezone: string): number {
  const day = parseDay(sent);
  if (day === null) {
    const at = parseInstant(sent);
    if (at !== null && Number.isInteger(at)) return at;
    throw new BadInput(
      "also_slots_from",
      "must be a day such as 2030-05-01, or RFC 3339 such as 2030-05-01T08:00:00Z",
    );
  }
  return startOfDay(day, timezone);
}

import { Type } from "typebox";
import {
  parseDay,
  parseTimeOfDay,
  patternDaysMax,
  weekdays,
  weeklyStarts,
} from "../../domain/local-time.ts";
import { isRefused, type SeatRefusal } from "../../domain/refusal.ts";
import { oneOf, reader, readDuration, WrongUsage } from "../machinery/arguments.ts";
import {
  addedText,
  AddedSlots,
  addedToJson,
  addCheckedSlots,
  sayOverClockChange,
  SlotLengthBy,
  someOf,
  typedLengthBy,
} from "./added-slots.ts";
import { lengthKinds } from "../../domain/slot-length.ts";
import { inZoneOf } from "./in-zone.ts";
import { DryRun, place, SlotDuration } from "./single-slots.ts";
import { Capacity, hostId, text } from "../machinery/fields.ts";
import { overlapWarning } from "./overlap-answer.ts";
import { counted } from "../../domain/wording.ts";
import type { Operation, Values } from "../machinery/operation.ts";
import { BadInput } from "../machinery/validation.ts";
import { jsonBody, ofAccount, operationsOf } from "../machinery/operations-of.ts";
import { dayCountOf, dayOf, exceptedDays, lengthOf, parseRange, timesOf } from "./slot-pattern.ts";
import {
  moreTypes,
  placeOf,
  placeRefusals,
  TypeCapacities,
  typedDuration,
  typedTypes,
  slotFieldsSent,
} from "./slots.ts";

const operation = operationsOf({
  tag: "Slots",
  below: `${ofAccount}/slots`,
  appliesTo: "campaign",
});

const readDay = checked(reader(parseDay, "day: write it like 2030-05-01"));
const readTime = reader(parseTimeOfDay, "time of day: write it like 09:30");
const readRange = reader(parseRange, "range of times: write it like 09:00-17:00");
const readWeekday = oneOf("day of the week", weekdays);

/** Checks what is sent as it was typed. */
function checked(read: (text: string) => unknown) {
  return (typed: string) => {
    read(typed);
    return typed;
  };
}

const hostsMax = 100;
const exceptMax = 1_000;
/** A calendar of holidays of some years. */
const exceptFileMaxLength = 500_000;

const oneTime = text(5, "A start, 09:30.");

/** Slots by a weekly pattern. */
export const slotAdditions: readonly Operation[] = [
  operation(
    {
      name: "addSlotsByPattern",
      method: "POST",
      path: "/pattern",
      scope: "slots",
      summary: "Add slots week after week, by clocks in the campaign's time zone.",
      description:
        "A time that the clock jumps over is left out and reported; of a time that comes twice, the first counts.",
      body: jsonBody({
        ...place,
        hosts: Type.Optional(
          Type.Array(hostId, {
            minItems: 1,
            maxItems: hostsMax,
            description: "In place of host: each of them gets these slots, all or none.",
          }),
        ),
        from: text(10, "First day, 2030-05-01."),
        to: text(10, "Last day, included."),
        days: Type.Optional(
          Type.Array(Type.Union(weekdays.map((day) => Type.Literal(day))), { maxItems: 7 }),
        ),
        at: Type.Optional(Type.Array(oneTime, { maxItems: 1440 })),
        between: Type.Optional(
          Type.Object(
            {
              from: text(5, "First start, 09:00."),
              to: text(5, "Starts are before this; 24:00 is the end of the day."),
              every_minutes: Type.Optional(
                Type.Integer({
                  minimum: 1,
                  maximum: 1440,
                  description: "Absent: one slot, as long as the whole range.",
                }),
              ),
            },
            { additionalProperties: false },
          ),
        ),
        except: Type.Optional(
          Type.Array(text(22, "Days without slots, 2030-12-25 or 2030-12-24..2031-01-01."), {
            maxItems: exceptMax,
          }),
        ),
        except_file: Type.Optional(
          Type.String({
            maxLength: exceptFileMaxLength,
            description:
              "The text of a file of such days, one a line, or of a calendar (.ics) of holidays.",
          }),
        ),
        capacity: Capacity,
        slot_duration_in_minutes: SlotDuration,
        length_by: SlotLengthBy,
        ticket_types: TypeCapacities,
        dry_run: DryRun,
      }),
      answers: {
        200: Type.Object({
          ...AddedSlots.properties,
          skipped: Type.Array(Type.String()),
          repeated: Type.Array(Type.String()),
          excepted_days: Type.Integer({
            description: "How many days of the pattern are left out.",
          }),
          excepted: Type.Array(Type.String(), { description: "These days, 2030-12-25." }),
          length_by: Type.Union(lengthKinds.map((kind) => Type.Literal(kind))),
          timezone: Type.String(),
        }),
      },
      refusals: placeRefusals,
      command: {
        words: "slot pattern",
        typed: {
          host: null,
          hosts: {
            flag: "host",
            shown: "id",
            about:
              "where the activity offers a choice of hosts; may be repeated: each gets the slots",
          },
          from: { shown: "day", about: "first day, for example 2030-05-01", read: readDay },
          to: { shown: "day", about: "last day, included", read: readDay },
          at: {
            shown: "time",
            about: "a start, for example 09:30; may be repeated",
            read: checked(readTime),
          },
          between: { shown: "times" },
          except: {
            shown: "days",
            about: "no slots on 2030-12-25, or on 2030-12-24..2031-01-01; may be repeated",
          },
          except_file: {
            shown: "file",
            about: "nor on the days of this file, one a line, or of a calendar (.ics)",
            ofFile: true,
          },
          days: { shown: "days", read: readWeekdays },
          every: { shown: "duration", read: readDuration },
          capacity: { about: "how many seats each slot has" },
          slot_duration_in_minutes: typedDuration,
          length_by: typedLengthBy,
          ...typedTypes,
          dry_run: { about: "only show what would be added" },
        },
        more: {
          ...moreTypes,
          days: Type.Optional(
            Type.String({ description: `Comma list of ${weekdays.join(", ")} (default: all).` }),
          ),
          between: Type.Optional(
            Type.String({
              description:
                "Starts from one time on and before another: 09:00-17:00, or 22:00-02:00 over midnight; without --every one slot, as long.",
            }),
          ),
          every: Type.Optional(
            Type.String({ description: "With --between: from one start to the next: 30m." }),
          ),
        },
        send: (values) => slotFieldsSent(withTimes(values)),
        notes:
          "Slots that exist stay as they are. A time that the clock jumps over when it is put forward\n" +
          "is left out and reported; of a time that comes twice, the first counts.",
        example:
          "acme/production --interaction pk_summer --activity tasting \\\n" +
          "    --from 2030-05-01 --to 2030-06-30 --days sat,sun --between 10:00-16:00 --every 45m --capacity 8",
        print: addedText,
        say: ({ skipped, repeated, timezone, excepted, overlap, ...lengths }, values) => [
          excepted.length > 0 &&
            `${counted(excepted.length, "day")} of the pattern left out, as excepted: ${someOf(excepted)}.`,
          skipped.length > 0 &&
            `Left out, since clocks in ${timezone} jump over it: ${someOf(skipped)}.`,
          repeated.length > 0 &&
            `Shown twice in ${timezone}, the first counts: ${someOf(repeated)}.`,
          sayOverClockChange(lengths, timezone),
          overlapWarning(overlap, values),
        ],
      },
    },
    async ({ store }, { audit, operator, body }, { id }) => {
      const { dry_run: dryRun = false, capacity, days = weekdays, at = [], between = null } = body;
      if (body.host !== undefined && body.hosts !== undefined) {
        throw new BadInput("hosts", "must be absent beside host");
      }
      const from = dayOf("from", body.from);
      const to = dayOf("to", body.to);
      const times = timesOf(at, between);
      const length = lengthOf(body.slot_duration_in_minutes, at, between);
      const isWhole = body.slot_duration_in_minutes === undefined && length !== undefined;
      const lengthBy = body.length_by ?? (isWhole ? "clock" : "minutes");
      const dayCount = dayCountOf({ from, to });
      if (dayCount < 1 || dayCount > patternDaysMax) {
        const expected = `a day from the first one on, at most ${patternDaysMax} days`;
        return { refused: { why: "value-malformed", field: "to", expected } };
      }
      const door = store.account(id);
      const added = await inZoneOf(door, body.interaction, async (timezone) => {
        const except = exceptedDays(body.except, body.except_file, { from, to, timezone });
        const starts = weeklyStarts({ from, to, weekdays: days, times, timezone, except });
        const { startingAt, skipped, repeated, excepted } = starts;
        const left = { skipped, repeated, excepted_days: excepted.length, excepted };
        const slots = await addCheckedSlots(door, audit, {
          place: placeOf(body),
          startingAt,
          ...(body.hosts !== undefined && { hosts: [...new Set(body.hosts)] }),
          timezone,
          capacity,
          durationInMinutes: length,
          lengthBy,
          limits: body.ticket_types,
          dryRun,
          amongCampaigns: operator.interactions,
        });
        if (isRefused<SeatRefusal>(slots) || "isOtherZone" in slots) return slots;
        return { ...addedToJson(slots, dryRun), ...left, length_by: lengthBy, timezone };
      });
      return isRefused<SeatRefusal>(added) ? added : { body: added };
    },
  ),
];

function readWeekdays(typed: string) {
  return typed.split(",").map((day) => readWeekday(day.trim().toLowerCase()));
}

/** Reads `--between` and `--every`, and demands that some option says when slots start. */
function withTimes({ between, every, ...values }: Values): Values {
  if (between === undefined && every !== undefined) {
    throw new WrongUsage("--every needs --between.");
  }
  if (between === undefined) {
    if (values["at"] === undefined) {
      throw new WrongUsage("Say when slots start: --at, or --between.");
    }
    return values;
  }
  const range = readRange(between as string);
  if (every === undefined) return { ...values, between: range };
  const every_minutes = (every as number) / minuteMs;
  if (!Number.isInteger(every_minutes) || every_minutes < 1) {
    throw new WrongUsage("Write --every in minutes, like 30m.");
  }
  return { ...values, between: { ...range, every_minutes } };
}

const minuteMs = 60_000;

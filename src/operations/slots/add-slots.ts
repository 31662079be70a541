import { Type } from "typebox";
import { parseSlotCsv } from "../../domain/data-file/slot-csv.ts";
import {
  parseDay,
  parseTimeOfDay,
  patternDaysMax,
  weekdays,
  weeklyStarts,
} from "../../domain/local-time.ts";
import { isRefused, type SeatRefusal } from "../../domain/refusal.ts";
import { oneOf, reader, readDuration, WrongUsage } from "../machinery/arguments.ts";
import { addedText, AddedSlots, addedToJson, addSlots } from "./added-slots.ts";
import { DatesOfSheet, datesAbout } from "../imports/sheet-fields.ts";
import { inZoneOf } from "./in-zone.ts";
import { DryRun, place, SlotDuration } from "./change-slots.ts";
import { activityId, Capacity, hostId, option } from "../machinery/fields.ts";
import { passesOver, publicKey, text } from "../machinery/fields.ts";
import { badFileText, formatResult } from "../imports/import-counts.ts";
import { ImportCounts, ImportReport } from "../imports/import-job-shape.ts";
import { withoutKey, type Operation, type Values } from "../machinery/operation.ts";
import { given, jsonBody, ofAccount, operationsOf } from "../machinery/operations-of.ts";
import { dayOf, lengthOf, timesOf } from "./slot-pattern.ts";
import {
  moreTypes,
  placeOf,
  placeRefusals,
  TypeCapacities,
  typedDuration,
  typedTypes,
  withDuration,
} from "./slots.ts";

/** A slot takes some fifty bytes, and ten times as much where it is checked. */
const csvLimitBytes = 4 * 1024 * 1024;

const operation = operationsOf({ tag: "Slots", below: `${ofAccount}/slots`, reach: "campaign" });

const readDay = checked(reader(parseDay, "day: write it like 2030-05-01"));
const readTime = reader(parseTimeOfDay, "time of day: write it like 09:30");
const readWeekday = oneOf("day of the week", weekdays);

/** Checks what is sent as it was typed. */
function checked(read: (text: string) => unknown) {
  return (typed: string) => {
    read(typed);
    return typed;
  };
}

const oneTime = text(5, "A start, 09:30.");

/** Slots by a weekly pattern, and from a spreadsheet. */
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
        capacity: Capacity,
        slot_duration_in_minutes: SlotDuration,
        ticket_types: TypeCapacities,
        dry_run: DryRun,
      }),
      answers: {
        200: Type.Object({
          ...AddedSlots.properties,
          skipped: Type.Array(Type.String()),
          repeated: Type.Array(Type.String()),
          timezone: Type.String(),
        }),
      },
      refusals: placeRefusals,
      command: {
        words: "slot pattern",
        typed: {
          from: { shown: "day", about: "first day, for example 2030-05-01", read: readDay },
          to: { shown: "day", about: "last day, included", read: readDay },
          at: {
            shown: "time",
            about: "a start, for example 09:30; may be repeated",
            read: checked(readTime),
          },
          between: { shown: "times" },
          days: { shown: "days", read: readWeekdays },
          every: { shown: "duration", read: readDuration },
          capacity: { about: "how many seats each slot has" },
          slot_duration_in_minutes: typedDuration,
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
                "Starts from one time on and before another: 09:00-17:00; without --every one slot, as long.",
            }),
          ),
          every: Type.Optional(
            Type.String({ description: "With --between: from one start to the next: 30m." }),
          ),
        },
        send: (values) => withDuration(withTimes(values)),
        notes:
          "Slots that exist stay as they are. A time that the clock jumps over when it is put forward\n" +
          "is left out and reported; of a time that comes twice, the first counts.",
        example:
          "acme/production --interaction pk_summer --activity tasting \\\n" +
          "    --from 2030-05-01 --to 2030-06-30 --days sat,sun --between 10:00-16:00 --every 45m --capacity 8",
        print: addedText,
        say: ({ skipped, repeated, timezone }) => [
          skipped.length > 0 &&
            `Left out, since clocks in ${timezone} jump over it: ${skipped.join(", ")}.`,
          repeated.length > 0 &&
            `Shown twice in ${timezone}, the first counts: ${repeated.join(", ")}.`,
        ],
      },
    },
    async ({ store }, { audit, body }, { id }) => {
      const { dry_run: dryRun = false, capacity, days = weekdays, at = [], between = null } = body;
      const from = dayOf("from", body.from);
      const to = dayOf("to", body.to);
      const times = timesOf(at, between);
      const length = lengthOf(body.slot_duration_in_minutes, at, between);
      const dayCount = (to - from) / 86_400_000 + 1;
      if (dayCount < 1 || dayCount > patternDaysMax) {
        const expected = `a day from the first one on, at most ${patternDaysMax} days`;
        return { refused: { why: "value-malformed", field: "to", expected } };
      }
      const door = store.account(id);
      const added = await inZoneOf(door, body.interaction, async (timezone) => {
        const starts = weeklyStarts({ from, to, weekdays: days, times, timezone });
        const { startingAt, skipped, repeated } = starts;
        const slots = await addSlots(door, audit, {
          place: placeOf(body),
          startingAt,
          timezone,
          capacity,
          durationInMinutes: length,
          limits: body.ticket_types,
          dryRun,
        });
        if (isRefused<SeatRefusal>(slots) || "isOtherZone" in slots) return slots;
        return { ...addedToJson(slots, dryRun), skipped, repeated, timezone };
      });
      return isRefused<SeatRefusal>(added) ? added : { body: added };
    },
  ),
  operation(
    {
      name: "importSlots",
      method: "POST",
      path: "/csv",
      scope: "slots",
      reach: "campaigns",
      summary: "Add slots from a spreadsheet, or change capacities: all rows or none.",
      description:
        "The first row names the columns, in any order: interaction, activity, host, starting_at, " +
        "capacity, slot_duration_in_minutes (or `none`), ticket_types (the slot's own limits, " +
        "`vip=4|general=18`; `vip=none` removes one and `none` all). starting_at is RFC 3339, or `2031-05-01 09:30` in the campaign's time zone. Bad " +
        "rows are told by their lines with status 422.",
      query: Type.Object({
        interaction: Type.Optional(publicKey),
        activity: Type.Optional(activityId),
        host: Type.Optional(hostId),
        capacity: Type.Optional(Capacity),
        dates: DatesOfSheet,
        dry_run: option("Change nothing."),
        allow_overbooked: passesOver("Capacities below what is taken; that is recorded."),
      }),
      body: { type: "text/csv", schema: Type.String(), limitBytes: csvLimitBytes },
      answers: { 200: ImportCounts, 422: ImportReport },
      refusals: ["too-many-imports"],
      command: {
        words: "slot csv",
        about: "Add slots from a spreadsheet, or change their capacities: all rows or none.",
        file: "CSV; - is standard input",
        typed: {
          interaction: { about: "for rows that name no campaign" },
          activity: { about: "for rows that name none" },
          host: { about: "for rows that name none" },
          capacity: { about: "for rows that say none" },
          dates: { about: datesAbout },
          dry_run: { about: "check everything and change nothing" },
          allow_overbooked: {
            about: "capacities may be lowered below what is taken; that is recorded",
          },
        },
        notes:
          "The first row names the columns, in any order: interaction, activity, host, starting_at,\n" +
          "capacity, slot_duration_in_minutes (or none), ticket_types (vip=4|general=18; vip=none removes\n" +
          "one, none all). starting_at is RFC 3339, or 2031-05-01 09:30 in the campaign's time zone.",
        example: "acme/production slots.csv --interaction pk_summer --dry-run",
        print: (answer, _width, { dry_run }) =>
          "errors" in answer ? "" : formatResult(answer, dry_run === true),
        fails: (answer) => ("errors" in answer ? badFileText(answer) : null),
      },
    },
    async ({ store, slotFiles }, { audit, operator, query, body: csv }, { id }) => {
      const end = await slotFiles.begin({ account: id, operator: operator.name });
      if (end === null) return { refused: { why: "too-many-imports" } };
      using _ = { [Symbol.dispose]: end };
      const {
        dry_run: dryRun = false,
        allow_overbooked: allowOverbooked = false,
        dates,
        ...defaults
      } = query;
      const door = store.account(id);
      const isOwn = (key: string) => operator.interactions?.includes(key) ?? true;
      // A local time tells nothing of a campaign that is not the operator's.
      const own = (await door.findCampaigns()).filter(({ publicKey: key }) => isOwn(key));
      const zones = new Map(own.map(({ publicKey: key, timezone }) => [key, timezone]));
      const zone = (key: string) => zones.get(key) ?? null;
      const lines = parseSlotCsv(csv, given(defaults), zone, audit.now, dates);
      const isForeign = (content: object) =>
        "interaction" in content && !isOwn(String(content.interaction));
      if (lines.some(({ content }) => isForeign(content)))
        return { refused: { why: "not-in-catalogue", field: "interaction" } };
      // In several transactions, where the file is large.
      const order = {
        audit: withoutKey(audit),
        dryRun,
        update: false,
        allowOverbooked,
        zones,
        onWriting: () => {},
      };
      const answer = await door.importDataFile(inOnePortion(lines), order);
      if (!("errors" in answer)) return { body: answer };
      return { status: 422, body: { errors: answer.errors, error_count: answer.errorCount } };
    },
  ),
];

async function* inOnePortion<T>(things: readonly T[]): AsyncGenerator<readonly T[]> {
  yield things;
}

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
  const [from = "", to = "", ...rest] = (between as string).split("-");
  const isWhole = every === undefined;
  const every_minutes = isWhole ? 1 : Number(every) / 60_000;
  if (rest.length > 0 || !Number.isInteger(every_minutes) || every_minutes < 1) {
    throw new WrongUsage("Write --between like 09:00-17:00 and --every in minutes, like 30m.");
  }
  for (const time of [from, to]) if (time !== "24:00" || time === from) readTime(time);
  return { ...values, between: { from, to, ...(!isWhole && { every_minutes }) } };
}

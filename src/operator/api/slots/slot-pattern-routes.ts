import { Type } from "typebox";
import { parseDay, parseTimeOfDay } from "../../../domain/local-time.ts";
import { timesBetween, weekdays } from "../../../domain/weekly-pattern.ts";
import { addSlotsByPattern } from "../../../usecases/operator/add-slots-by-pattern.ts";
import { addedToJson } from "./slot-to-json.ts";
import { BadInput } from "../../../operations/bad-input.ts";
import type { Operation } from "../../../operations/operation.ts";
import { jsonBody, ofAccount, replyWith, operationsOf } from "../../../operations/operations-of.ts";
import { Capacity, text } from "../../../operations/fields.ts";
import { AddedSlots } from "./slot-schema.ts";
import { DryRun, place, placeOf, placeRefusals } from "./slot-place.ts";

const route = operationsOf({ tag: "Slots", below: `${ofAccount}/slots`, scope: "account" });

const PatternBody = jsonBody({
  ...place,
  from: text(10, "First day, 2030-05-01."),
  to: text(10, "Last day, included."),
  days: Type.Optional(
    Type.Array(Type.Union(weekdays.map((day) => Type.Literal(day))), { maxItems: 7 }),
  ),
  at: Type.Optional(Type.Array(text(5, "A start, 09:30."), { maxItems: 1440 })),
  between: Type.Optional(
    Type.Object(
      {
        from: text(5, "First start, 09:00."),
        to: text(5, "Starts are before this; 24:00 is the end of the day."),
        every_minutes: Type.Integer({ minimum: 1, maximum: 1440 }),
      },
      { additionalProperties: false },
    ),
  ),
  capacity: Capacity,
  dry_run: DryRun,
});

/** Slots by a weekly pattern. */
export const slotPatternRoutes: readonly Operation[] = [
  route(
    {
      name: "addSlotsByPattern",
      method: "POST",
      path: "/pattern",
      role: "admin",
      summary: "Add slots week after week, by clocks in the campaign's time zone.",
      description:
        "A time that the clock jumps over is left out and reported; of a time that comes twice, the first counts.",
      body: PatternBody,
      answers: {
        200: Type.Object({
          ...AddedSlots.properties,
          skipped: Type.Array(Type.String()),
          repeated: Type.Array(Type.String()),
          timezone: Type.String(),
        }),
      },
      refusals: placeRefusals,
    },
    async ({ store }, { audit, body }, account) => {
      const dryRun = body.dry_run ?? false;
      const added = await addSlotsByPattern(store, audit, account, {
        place: placeOf(body),
        pattern: {
          from: readDay("from", body.from),
          to: readDay("to", body.to),
          weekdays: body.days ?? weekdays,
          times: readTimes(body.at ?? [], body.between ?? null),
        },
        capacity: body.capacity,
        dryRun,
      });
      return replyWith(added, ({ skipped, repeated, timezone, ...slots }) => ({
        ...addedToJson(slots),
        dry_run: dryRun,
        skipped,
        repeated,
        timezone,
      }));
    },
  ),
];

function readDay(field: string, given: string): number {
  const day = parseDay(given);
  if (day === null) throw new BadInput(field, "must be a day, such as 2030-05-01");
  return day;
}

function readTimes(
  at: readonly string[],
  between: { readonly from: string; readonly to: string; readonly every_minutes: number } | null,
): number[] {
  const times = at.map((each) => readTimeOfDay("at", each));
  if (between !== null) {
    const end = between.to === "24:00" ? 1440 : readTimeOfDay("between.to", between.to);
    const first = readTimeOfDay("between.from", between.from);
    times.push(...timesBetween(first, end, between.every_minutes));
  }
  if (times.length === 0) throw new BadInput("at", "must have times, unless between has them");
  return times;
}

function readTimeOfDay(field: string, given: string): number {
  const minutes = parseTimeOfDay(given);
  if (minutes === null) throw new BadInput(field, "must be a time of day, such as 09:30");
  return minutes;
}

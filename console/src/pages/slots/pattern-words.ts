import { locale, t } from "../../language/t.ts";
import type { Operations } from "../../api/operations.ts";
import type { TypedLength } from "./typed-length.ts";
import type { TypedLimits } from "./typed-limits.ts";
import { wallTimeOf } from "../../../../src/domain/local-time.ts";
import { dayWords, timeOfDay } from "../../kit/wall-time.ts";
import { instantWords } from "../../kit/instant-words.ts";

export type PatternAnswer = Operations["addSlotsByPattern"]["answer"];
/** The preview of a pattern for one host, or for an activity without hosts. */
export interface HostAnswer {
  readonly host: string | null;
  readonly answer: PatternAnswer;
}

type PatternBody = NonNullable<Operations["addSlotsByPattern"]["body"]>;
export type Weekday = NonNullable<PatternBody["days"]>[number];

export const weekdays: readonly { readonly id: Weekday; readonly name: string }[] = [
  { id: "mon", name: t("Monday") },
  { id: "tue", name: t("Tuesday") },
  { id: "wed", name: t("Wednesday") },
  { id: "thu", name: t("Thursday") },
  { id: "fri", name: t("Friday") },
  { id: "sat", name: t("Saturday") },
  { id: "sun", name: t("Sunday") },
];

/** The typed values of the pattern's form. */
export interface PatternForm {
  readonly days: readonly Weekday[];
  readonly from: string;
  readonly to: string;
  readonly by: "every" | "list" | "whole";
  readonly first: string;
  readonly end: string;
  readonly everyMinutes: string;
  readonly list: string;
  /** Days without slots, as they are typed. */
  readonly except: string;
  /** The text of a file of such days; empty for none. */
  readonly exceptFile: string;
  readonly capacity: string;
  readonly length: TypedLength;
  /** What the length counts where clocks change during a slot. */
  readonly lengthBy: NonNullable<PatternBody["length_by"]>;
  readonly limits: TypedLimits;
}

/** The form's times in the API's form, or their fault. */
export function timesOf(
  form: PatternForm,
): Pick<PatternBody, "at" | "between"> | { readonly wrong: string } {
  if (form.by === "every") {
    const { first, end, everyMinutes } = form;
    return { between: { from: first, to: end, every_minutes: Number(everyMinutes) } };
  }
  if (form.by === "whole") return { between: { from: form.first, to: form.end } };
  const at = form.list.split(/[\s,;]+/).filter((each) => each !== "");
  const bad = at.find((each) => !/^([01]?\d|2[0-3]):[0-5]\d$/.test(each));
  if (at.length === 0) return { wrong: t("Name at least one time, such as 09:30.") };
  if (bad !== undefined)
    return { wrong: t("“{bad}” is no time of day: write it like 09:30.", { bad }) };
  return { at: at.map((each) => each.padStart(5, "0")) };
}

/** The days without slots in the API's form. */
export function exceptOf({ except, exceptFile }: PatternForm) {
  const days = except.split(/[\s,;]+/).filter((each) => each !== "");
  return {
    ...(days.length > 0 && { except: days }),
    ...(exceptFile !== "" && { except_file: exceptFile }),
  };
}

/** The sentences about days that are left out, and about times at clock changes. */
export function changeSentences({
  skipped,
  repeated,
  timezone,
  excepted_days: days,
}: PatternAnswer): readonly string[] {
  return [
    ...(days === 0
      ? []
      : [
          t(
            "{days, plural, one {# day of the pattern is left out.} other {# days of the pattern are left out.}}",
            {
              days,
            },
          ),
        ]),
    ...byDay(skipped).map(([day, times]) =>
      t(
        "{day}: clocks in {timezone} are put forward over {times}, so {count, plural, one {no slot starts} other {no slots start}} then.",
        {
          day: dayWords(day, "long"),
          timezone,
          times: listOf(times),
          count: times.length,
        },
      ),
    ),
    ...byDay(repeated).map(([day, times]) =>
      t(
        "{day}: clocks in {timezone} are put back and show {times} twice; the slot starts the first time.",
        {
          day: dayWords(day, "long"),
          timezone,
          times: listOf(times),
        },
      ),
    ),
  ];
}

/** A sentence for each slot during which clocks change: when it ends, and what its length counts. */
export function lengthSentences({
  over_clock_change: slots,
  length_by: by,
  timezone,
}: PatternAnswer): readonly string[] {
  return slots.map(({ starting_at: from, ends_at: to, slot_duration_in_minutes: minutes }) => {
    const values = { from: instantWords(from, timezone), to: instantWords(to, timezone), minutes };
    return by === "clock"
      ? t("Clocks change between {from} and {to}: by the clock that is {minutes} minutes.", values)
      : t(
          "Clocks change between {from} and {to}: the slot lasts {minutes} minutes as ever.",
          values,
        );
  });
}

/** `2031-03-30T02:30` and its like, by their days. */
function byDay(walls: readonly string[]): [string, string[]][] {
  const days = new Map<string, string[]>();
  for (const wall of walls) {
    const [day = "", time = ""] = wall.split("T");
    days.set(day, [...(days.get(day) ?? []), time]);
  }
  return [...days];
}

/** Starts by day, as clocks in the zone show them. */
export function startsByDay(starts: readonly string[], zone: string): [string, string[]][] {
  return byDay(
    starts.map((start) => {
      const wall = wallTimeOf(Date.parse(start), zone);
      return `${new Date(wall).toISOString().slice(0, 10)}T${timeOfDay(wall)}`;
    }),
  );
}

function listOf(words: readonly string[]): string {
  return new Intl.ListFormat(locale, { type: "conjunction" }).format(words);
}

export function slotsWords(count: number): string {
  return t("{count, plural, one {# slot} other {# slots}}", { count });
}

import { Type } from "typebox";
import { instant } from "../../domain/data-file/values.ts";
import { formatInstant } from "../../domain/instant.ts";
import { zonedTime } from "../../domain/local-time.ts";
import { lengthKinds, type LengthBy } from "../../domain/slot-length.ts";
import type { Refused, SeatRefusal } from "../../domain/refusal.ts";
import { counted } from "../../domain/wording.ts";
import type { AccountStore } from "../../store/account-store.ts";
import type { AuditContext } from "../../store/doors/access.ts";
import type { AddedSlots as Added, NewSlots, OtherZone } from "../../store/doors/slots.ts";
import { refuseValue } from "../machinery/validation.ts";
import { slotStart, type Sent } from "../machinery/fields.ts";
import { Overlap, overlapToJson } from "./overlap-answer.ts";

/** A field of a body: what the length counts. */
export const SlotLengthBy = Type.Optional(
  Type.Union(
    lengthKinds.map((kind) => Type.Literal(kind)),
    {
      description:
        "Where clocks change during a slot: `clock` ends it when they show so much later, `minutes` when so many have " +
        "passed. Absent: minutes, but clock of a whole range.",
    },
  ),
);

export const typedLengthBy = {
  about: "where clocks change during a slot, its length is by the clock, or by minutes",
} as const;

export const AddedSlots = Type.Object({
  created: Type.Array(slotStart("The start of a new slot.")),
  existing: Type.Array(slotStart("The start of one that existed; it stays as it is.")),
  over_clock_change: Type.Array(
    Type.Object({
      starting_at: slotStart("Its start."),
      ends_at: slotStart("Its end."),
      slot_duration_in_minutes: Type.Integer(),
    }),
    { description: "The new slots during which clocks change." },
  ),
  overlap: Overlap,
  dry_run: Type.Boolean(),
});

/** How many starts one request may name, for each of its hosts: two years of every quarter of an hour. */
const slotsMost = 100_000;

/** Checks the starts, and adds slots of an activity or of one of its hosts. Those that exist stay as they are. */
export async function addCheckedSlots(
  door: Pick<AccountStore, "addSlots">,
  audit: AuditContext,
  slots: NewSlots,
): Promise<Added | OtherZone | Refused<SeatRefusal>> {
  const field = "starting_at";
  if (slots.startingAt.length > slotsMost) {
    return { refused: { why: "value-malformed", field, expected: `at most ${slotsMost} times` } };
  }
  const startingAt = [...new Set(slots.startingAt)].toSorted((one, other) => one - other);
  for (const start of startingAt) {
    const malformed = refuseValue(field, instant, formatInstant(start));
    if (malformed !== null) return malformed;
  }
  return door.addSlots(audit, { ...slots, startingAt });
}

export function addedToJson(
  { created, existing, overClockChange, overlap }: Added,
  dryRun: boolean,
) {
  return {
    created: created.map(formatInstant),
    existing: existing.map(formatInstant),
    over_clock_change: overClockChange.map(({ startingAt, minutes }) => ({
      starting_at: formatInstant(startingAt),
      ends_at: formatInstant(startingAt + minutes * 60_000),
      slot_duration_in_minutes: minutes,
    })),
    overlap: overlapToJson(overlap),
    dry_run: dryRun,
  };
}

export function addedText({ created, existing, dry_run }: Sent<typeof AddedSlots>): string {
  const said = `${counted(created.length, "slot")} ${dry_run ? "would be added" : "added"}${span(created)}.`;
  if (existing.length === 0) return said;
  return `${said} ${counted(existing.length, "slot")} existed already: ${someOf(existing)}.`;
}

function span(starts: readonly string[]): string {
  const [first, last] = [starts[0], starts.at(-1)];
  if (first === undefined || last === undefined) return "";
  return first === last ? `, at ${first}` : `, from ${first} to ${last}`;
}

const namedMost = 10;

/** The first of many, and how many more. */
export function someOf(things: readonly string[]): string {
  const more = things.length - namedMost;
  const named = things.slice(0, namedMost).join(", ");
  return more > 0 ? `${named} and ${more} more` : named;
}

/** Says what the length counts of slots during which clocks change. */
export function sayOverClockChange(
  {
    over_clock_change: slots,
    length_by: by,
  }: Pick<Sent<typeof AddedSlots>, "over_clock_change"> & { readonly length_by: LengthBy },
  timezone: string,
): string | false {
  const each = slots.map(
    ({ starting_at: from, ends_at: to, slot_duration_in_minutes: minutes }) => {
      const [start, end] = [from, to].map((at) => zonedTime(Date.parse(at), timezone, "minute"));
      return `${start} to ${end} (${minutes} minutes)`;
    },
  );
  return (
    each.length > 0 &&
    `Clocks in ${timezone} change during ${counted(each.length, "slot")}, whose length is by ${by === "clock" ? "the clock" : "minutes"}: ${each.join(", ")}.`
  );
}

import { Type } from "typebox";
import { instant } from "../../domain/data-file/values.ts";
import { formatInstant } from "../../domain/instant.ts";
import type { Refused, SeatRefusal } from "../../domain/refusal.ts";
import { counted } from "../../domain/wording.ts";
import type { AccountStore } from "../../store/account-store.ts";
import type { AuditContext } from "../../store/doors/access.ts";
import type { AddedSlots as Added, NewSlots, OtherZone } from "../../store/doors/slots.ts";
import { refuseValue } from "../machinery/validation.ts";
import { slotStart, type Sent } from "../machinery/fields.ts";

export const AddedSlots = Type.Object({
  created: Type.Array(slotStart("The start of a new slot.")),
  existing: Type.Array(slotStart("The start of one that existed; it stays as it is.")),
  dry_run: Type.Boolean(),
});

/** How many slots one request may add: two years of every quarter of an hour. */
const slotsMost = 100_000;

/** Adds slots of an activity, or of one of its hosts. Those that exist stay as they are. */
export async function addSlots(
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

export function addedToJson({ created, existing }: Added, dryRun: boolean) {
  return {
    created: created.map(formatInstant),
    existing: existing.map(formatInstant),
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

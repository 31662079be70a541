/*
 * The rows that a decided portion of an import writes: records of the catalogue, slots with the limits of their ticket
 * types, and bookings (`rows-of-bookings.ts`). They are made of what `loadPortion` read and locked.
 */

import {
  nameByKey,
  recordAfter,
  recordName,
  slotName,
  type SlotPlace,
} from "../../domain/catalogue/catalogue-state.ts";
import type { SlotLine } from "../../domain/data-file/data-line.ts";
import type { ImportState } from "../../domain/import/decide-booking-line.ts";
import type { LinesDecision } from "../../domain/import/decide-lines.ts";
import { isClosedNow, type SettledSlot } from "../../domain/import/settle-slots.ts";
import { isAsLong, ownLimits } from "../../domain/import/slot-effect.ts";
import { offsetInMinutes } from "../../domain/local-time.ts";
import type { AuditContext } from "../accounts/audit.ts";
import { capacityEvents, slotEvent } from "../bookings/events.ts";
import { rowsOfCatalogue } from "../catalogue/catalogue-kinds.ts";
import type { BatchRows } from "../write/batch-rows.ts";
import { durationRow, storedDuration } from "../write/slot-durations.ts";
import {
  closingRow,
  slotNameColumns,
  slotRow,
  type SlotKey,
  type SlotName,
} from "../write/slot.ts";
import { typeLimitRow, untilNow } from "../write/type-limits.ts";
import { keyOfSlot, nameOfPlace } from "./load-state.ts";
import { numberOf, type Contacts, type Numbers } from "./number-new-rows.ts";
import { rowsOfBookings } from "./rows-of-bookings.ts";

/** A decided portion without bad lines. */
interface PortionToWrite {
  readonly decision: LinesDecision;
  readonly settled: readonly SettledSlot[];
  readonly state: ImportState;
  readonly contacts: Contacts;
  /** Until when the former limits of ticket types held in a slot with bookings, by the slot's number. */
  readonly limitTimes: ReadonlyMap<number, number>;
  readonly numbers: Numbers;
}

/** Makes the rows of a portion. */
export function rowsOfImport(portion: PortionToWrite, audit: AuditContext): BatchRows {
  const { decision, state, contacts, numbers } = portion;
  return {
    ...rowsOfCatalogue(
      decision.records.map(({ after }) => after),
      (publicKey) => idOfCampaign(publicKey, state),
      (line) => numberOf(recordName(line), numbers),
    ),
    ...rowsOfSlots(portion, audit),
    ...rowsOfBookings(decision.bookings, contacts, numbers, audit),
  };
}

function idOfCampaign(publicKey: string, state: ImportState): string {
  const id = recordAfter(state, "interaction", publicKey)?.id;
  if (id == null) throw new Error("A campaign that is written has an id.");
  return id;
}

function rowsOfSlots(portion: PortionToWrite, audit: AuditContext): BatchRows {
  const { decision, state } = portion;
  const settled = portion.settled.map((slot) => ({
    ...slot,
    key: namedKey(slot.effect.place, portion),
  }));
  const changed = settled.flatMap(({ before, after, isClosed, key }) =>
    before === null ? [] : [{ before, after, isClosed, key }],
  );
  const closings = rowsOfClosings(changed, audit);
  const linesOfKnown = decision.slotLines
    .filter(({ content }) => state.slots.has(slotName(content)))
    .map(({ content }) => ({ content, key: namedKey(content, portion) }));
  const withOtherLength = linesOfKnown.filter(({ content }) => !isAsLong(content, state));
  const withOtherContent = linesOfKnown.filter(
    ({ content }) => !isAsLong(content, state) || hasOtherLimits(content, state),
  );
  return {
    newSlots: newSlotRows(settled, portion, audit),
    slots: changed.map(({ after, key }) => slotRow(key, after)),
    slotDurations: withOtherLength.map(({ content, key }) =>
      durationRow(key, content.slot_duration_in_minutes ?? null),
    ),
    typeLimits: settled.flatMap((slot) => typeLimitRows(slot, portion)),
    slotEvents: [
      ...changed.flatMap(({ before, after, key }) => capacityEvents(key, { before, after }, audit)),
      ...withOtherContent.map(({ content, key }) =>
        slotEvent("slot-changed", key, content.capacity, audit),
      ),
      ...closings.slotEvents,
    ],
    slotClosings: closings.slotClosings,
  };
}

function hasOtherLimits(content: SlotLine, state: ImportState): boolean {
  return JSON.stringify(content.ticket_types) !== JSON.stringify(ownLimits(content, state));
}

type KeyedSlot = SettledSlot & { readonly key: ReturnType<typeof namedKey> };

function newSlotRows(
  slots: readonly KeyedSlot[],
  { decision, state }: PortionToWrite,
  { now }: AuditContext,
) {
  const lines = new Map(decision.slotLines.map(({ content }) => [slotName(content), content]));
  return slots
    .filter(({ before }) => before === null)
    .map(({ effect: { place }, after, isClosed, key }) => ({
      ...slotNameColumns(key),
      ...slotRow(key, after),
      slot_duration_in_minutes: storedDuration(
        lines.get(slotName(place))?.slot_duration_in_minutes ?? null,
      ),
      utc_offset_minutes: offsetOf(place, state),
      closed_at: isClosed ? now : null,
    }));
}

/** The limits that a slot says of its ticket types from now on, and in a slot with bookings those that held until now. */
function typeLimitRows(
  { types, before: slotBefore, key, effect: { place } }: KeyedSlot,
  { limitTimes, numbers }: PortionToWrite,
): BatchRows["typeLimits"] & object {
  const until = slotBefore === null ? undefined : limitTimes.get(key.number);
  return types.flatMap(({ id, effect, after }) => {
    const type = () =>
      numberOf(nameByKey("ticket_type", place.interaction, place.activity, id), numbers);
    const { here, ownAfter: capacity, limitBefore, limitAfter } = effect;
    const overbookedBy = after?.overbookedBy ?? 0;
    const isSame = capacity === here.own && overbookedBy === here.overbooked;
    return [
      ...(isSame
        ? []
        : [typeLimitRow(key, { type: type(), until: untilNow, capacity, overbookedBy })]),
      ...(until === undefined || limitBefore === limitAfter
        ? []
        : [typeLimitRow(key, { type: type(), until, capacity: limitBefore })]),
    ];
  });
}

/** The known slots in which the limit of a ticket type changes. */
export function slotsWithOtherLimits(settled: readonly SettledSlot[], numbers: Numbers): SlotKey[] {
  return settled
    .filter(({ before, types }) => {
      const changesLimit = types.some(({ effect }) => effect.limitBefore !== effect.limitAfter);
      return before !== null && changesLimit;
    })
    .map(({ effect }) => keyOfSlot(effect.place, { numbers }));
}

/** The key of a slot's row, with the columns that name it. */
function namedKey(place: SlotPlace, { state, numbers }: PortionToWrite) {
  const named = nameOfPlace(place, state);
  if (named === null) throw new Error("A slot that changes has a campaign.");
  return { ...keyOfSlot(place, { numbers }), ...named };
}

function offsetOf({ interaction, starting_at }: SlotPlace, state: ImportState): number {
  const timezone = recordAfter(state, "interaction", interaction)?.timezone;
  return offsetInMinutes(starting_at, timezone ?? "UTC");
}

type ChangedSlot = Pick<SettledSlot, "before" | "after" | "isClosed"> & {
  readonly key: SlotKey & SlotName;
};

/** Closes and opens the known slots of an import. The change of a capacity tells that a slot is open. */
function rowsOfClosings(known: readonly ChangedSlot[], audit: AuditContext) {
  const changed = known.filter(({ before, isClosed }) => isClosed !== isClosedNow(before));
  return {
    slotEvents: changed.flatMap(({ after: { capacity }, isClosed, key }) =>
      capacity > 0
        ? []
        : [slotEvent(isClosed ? "slot-closed" : "slot-changed", key, capacity, audit)],
    ),
    slotClosings: changed.map(({ isClosed, key }) => closingRow(key, isClosed ? audit.now : null)),
  };
}

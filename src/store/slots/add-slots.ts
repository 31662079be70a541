import type { AccountId } from "../../domain/account.ts";
import { isRefused, type Refused, type SeatRefusal } from "../../domain/refusal.ts";
import { recordAudit, type AuditContext } from "../accounts/audit.ts";
import type { TypeCapacities } from "../../domain/data-file/seat-values.ts";
import type { HostOverlap } from "../../domain/host-overlap.ts";
import { typeLimitRow, untilNow } from "../write/type-limits.ts";
import { typeNotLimited } from "./slot-limits.ts";
import { readUsualDuration, storedDuration } from "../write/slot-durations.ts";
import { writeRows } from "../write/write-batch.ts";
import type { Engine } from "../engine.ts";
import { findSlotKey, nameOfSlot, type NamedSlot } from "../write/named-slot.ts";
import { takeNumbers } from "../write/numbers.ts";
import { slotNameColumns, slotRow, toHostColumn, type SlotName } from "../write/slot.ts";
import type { Kysely } from "kysely";
import { formatInstant } from "../../domain/instant.ts";
import { offsetInMinutes } from "../../domain/local-time.ts";
import {
  lengthOfSlot,
  overClockChange,
  type LengthBy,
  type OverClockChange,
} from "../../domain/slot-length.ts";
import { changeCatalogueVersion, lockAccount } from "../accounts/accounts.ts";
import type { Tables } from "../tables.ts";
import { findOverlap, type PlannedSlot } from "./find-overlap.ts";

/** Slots to add to one activity, or to one of its hosts. */
export interface NewSlots {
  readonly place: Omit<NamedSlot, "startingAt">;
  /** In place of the place's host: each of these gets the slots. */
  readonly hosts?: readonly string[];
  /** Milliseconds UTC, ascending. */
  readonly startingAt: readonly number[];
  readonly capacity: number;
  /** Null: no length; undefined: the usual one of the host, or of the activity without a choice of hosts. */
  readonly durationInMinutes?: number | null | undefined;
  /** What the length counts where clocks change during a slot. */
  readonly lengthBy: LengthBy;
  /** The limits that they say for single ticket types. */
  readonly limits?: TypeCapacities | null | undefined;
  /** Makes nothing, and returns which slots would be new. */
  readonly dryRun: boolean;
  /** The campaign's zone by whose clocks the starts were computed; absent: they were given as instants. */
  readonly timezone?: string;
  /** The public keys of the campaigns that the operator may see; null: all. */
  readonly amongCampaigns: readonly string[] | null;
}

export interface AddedSlots {
  /** The starts of the new slots. */
  readonly created: readonly number[];
  /** The starts that existed already; these slots stay as they are. */
  readonly existing: readonly number[];
  /** The new slots during which clocks change. */
  readonly overClockChange: readonly OverClockChange[];
  /** The first time at which a host would have two slots, one of them new. */
  readonly overlap: HostOverlap | null;
}

/** What is added to one place, and how many minutes each new slot lasts. */
interface AddedToPlace extends Omit<AddedSlots, "overlap"> {
  readonly place: NewSlots["place"];
  readonly lengths: readonly (number | null)[];
}

/**
 * The campaign has another zone by now than the one by whose clocks an order computed its instants: the zone is read before
 * the account's lock, and an edit may come between. Nothing was changed, and the order is computed again.
 */
export interface OtherZone {
  readonly isOtherZone: true;
}

export const otherZone: OtherZone = { isOtherZone: true };

/** The starts that an audit event lists one by one, at most. */
const startsTold = 500;

/**
 * Adds the slots that do not exist yet, all or none. The account's lock keeps an import from writing a slot that it
 * found absent, and that is booked by then.
 */
export function addSlots(
  engine: Engine,
  accountId: AccountId,
  audit: AuditContext,
  { hosts, place, amongCampaigns, ...slots }: NewSlots,
): Promise<AddedSlots | OtherZone | Refused<SeatRefusal>> {
  const places = hosts === undefined ? [place] : hosts.map((hostId) => ({ ...place, hostId }));
  return engine.write(async (transaction) => {
    if (!slots.dryRun) await lockAccount(transaction, engine.locked, accountId);
    const added: AddedToPlace[] = [];
    // Several places are looked at before the first slot is written: a refusal undoes nothing.
    const looksFirst = slots.dryRun || places.length > 1;
    for (const dryRun of [...(looksFirst ? [true] : []), ...(slots.dryRun ? [] : [false])]) {
      added.length = 0;
      const { once: _, ...others } = audit;
      for (const each of places) {
        const order = { ...slots, place: each, dryRun };
        // The record of an idempotent request is written with the first slots.
        const isLater = added.some(({ created }) => created.length > 0);
        const whose = isLater ? others : audit;
        const answer = await addToPlace(transaction, accountId, whose, order);
        if (isRefused<SeatRefusal>(answer) || "isOtherZone" in answer) return answer;
        added.push(answer);
      }
    }
    // A slot without seats needs nobody.
    const planned = slots.capacity > 0 ? plannedSlots(added) : [];
    return {
      created: added.flatMap(({ created }) => created),
      existing: added.flatMap(({ existing }) => existing),
      overClockChange: added.flatMap((each) => each.overClockChange),
      overlap: await findOverlap(transaction, accountId, {
        slots: planned,
        now: audit.now,
        amongCampaigns,
      }),
    };
  });
}

function* plannedSlots(added: readonly AddedToPlace[]): Generator<PlannedSlot> {
  for (const { place, created, lengths } of added) {
    const { publicKey, activityId, hostId } = place;
    for (const [index, startingAt] of created.entries()) {
      const minutes = lengths[index] ?? null;
      yield { publicKey, activityId, hostId: toHostColumn(hostId), startingAt, minutes };
    }
  }
}

async function addToPlace(
  transaction: Kysely<Tables>,
  accountId: AccountId,
  audit: AuditContext,
  {
    place: named,
    startingAt,
    capacity,
    durationInMinutes,
    lengthBy,
    limits,
    dryRun,
    timezone,
  }: Omit<NewSlots, "hosts" | "amongCampaigns">,
): Promise<AddedToPlace | OtherZone | Refused<SeatRefusal>> {
  const slotKey = await findSlotKey(transaction, accountId, { ...named, startingAt: 0 });
  if (isRefused<SeatRefusal>(slotKey)) return slotKey;
  if (timezone !== undefined && timezone !== slotKey.timezone) return otherZone;
  const known = await knownStarts(transaction, accountId, slotKey, startingAt);
  const created = startingAt.filter((start) => !known.has(start));
  const usual = await readUsualDuration(transaction, accountId, slotKey);
  const minutes = durationInMinutes === undefined ? usual : durationInMinutes;
  const length = { minutes, by: lengthBy, timezone: slotKey.timezone };
  const lengths = created.map((start) => lengthOfSlot(length, start));
  const answer = {
    place: named,
    created,
    lengths,
    existing: startingAt.filter((start) => known.has(start)),
    overClockChange: overClockChange(
      created.map((start, index) => ({ startingAt: start, minutes: lengths[index] ?? null })),
      slotKey.timezone,
    ),
  };
  const own = Object.entries(limits ?? {}).filter(([, limit]) => limit !== null);
  const types = await findTypes(transaction, accountId, slotKey, own);
  if (isRefused<SeatRefusal>(types)) return types;
  if (dryRun) return answer;
  if (created.length > 0) {
    const seats = { capacity, taken: 0, overbookedBy: 0 };
    const numbers = await takeNumbers(transaction, accountId, created.length);
    const newSlots = numbers.map((number, index) => {
      const start = created[index] ?? 0;
      return {
        ...slotNameColumns({ ...slotKey, startingAt: start }),
        ...slotRow({ number }, seats),
        slot_duration_in_minutes: storedDuration(lengths[index] ?? null),
        utc_offset_minutes: offsetInMinutes(start, slotKey.timezone),
        closed_at: null,
      };
    });
    const typeLimits = numbers.flatMap((number) =>
      types.map(([type, limit]) => typeLimitRow({ number }, type, untilNow, limit)),
    );
    await writeRows(transaction, accountId, audit.now, { newSlots, typeLimits });
    if (lengths.some((each) => each !== usual))
      await changeCatalogueVersion(transaction, accountId);
    await recordAudit(transaction, audit, "slots added", accountId, nameOfSlot(named), {
      capacity,
      ...(durationInMinutes !== undefined && { slot_duration_in_minutes: durationInMinutes }),
      ...(answer.overClockChange.length > 0 && { length_by: lengthBy }),
      ...(own.length > 0 && { ticket_types: Object.fromEntries(own) }),
      created: created.length,
      starting_at: created.slice(0, startsTold).map(formatInstant),
    });
  }
  return answer;
}

/** The ticket types that new slots limit, by their numbers: they are limited ones of the slots' activity. */
async function findTypes(
  transaction: Kysely<Tables>,
  accountId: AccountId,
  { interactionId, activityId }: SlotName,
  limits: readonly (readonly [id: string, limit: number | null])[],
): Promise<Refused<SeatRefusal> | (readonly [number: number, limit: number | null])[]> {
  if (limits.length === 0) return [];
  const rows = await transaction
    .selectFrom("ticket_type")
    .select(["id", "number", "has_limited_capacity"])
    .where("account_id", "=", accountId)
    .where("interaction_id", "=", interactionId)
    .where("activity_id", "=", activityId)
    .execute();
  const types = new Map(rows.map((row) => [row.id, row]));
  const found = [];
  for (const [id, limit] of limits) {
    const type = types.get(id);
    if (type === undefined) return { refused: { why: "not-in-catalogue", field: "ticket_type" } };
    found.push({ ...type, limit });
  }
  if (found.some((type) => type.has_limited_capacity === 0)) return typeNotLimited;
  return found.map(({ number, limit }) => [number, limit]);
}

async function knownStarts(
  transaction: Kysely<Tables>,
  accountId: AccountId,
  slotKey: SlotName,
  startingAt: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await transaction
    .selectFrom("slot")
    .select("starting_at")
    .where("account_id", "=", accountId)
    .where("interaction_id", "=", slotKey.interactionId)
    .where("activity_id", "=", slotKey.activityId)
    .where("host_id", "=", slotKey.hostId)
    .where("starting_at", ">=", startingAt[0] ?? 0)
    .where("starting_at", "<=", startingAt.at(-1) ?? 0)
    .execute();
  return new Set(rows.map((row) => row.starting_at));
}

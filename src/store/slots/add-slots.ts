import type { AccountId } from "../../domain/account.ts";
import { isRefused, type Refused, type SeatRefusal } from "../../domain/refusal.ts";
import { recordAudit, type AuditContext, type Within } from "../accounts/audit.ts";
import type { TypeCapacities } from "../../domain/data-file/seat-values.ts";
import type { HostOverlap } from "../../domain/host-overlap.ts";
import { typeLimitRow, untilNow } from "../write/type-limits.ts";
import { typeNotLimited } from "./slot-limits.ts";
import { readUsualDuration, storedDuration } from "../write/slot-durations.ts";
import { writeRows } from "../write/write-batch.ts";
import type { Engine } from "../engine.ts";
import { findPlace, nameOfSlot, type KnownPlace, type NamedSlot } from "../write/named-slot.ts";
import { numberEach } from "../write/numbers.ts";
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
  /** Milliseconds UTC, ascending and distinct. */
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

/** The slots that a place lacks, and what they are made of. */
interface PlacePlan {
  readonly place: NewSlots["place"];
  readonly key: KnownPlace;
  readonly fresh: readonly NewSlot[];
  readonly existing: readonly number[];
  /** Of the new slots. */
  readonly overClockChange: readonly OverClockChange[];
  /** The ticket types that the new slots limit, by their numbers. */
  readonly types: readonly (readonly [number: number, limit: number])[];
  /** The length that the host or the activity has in the catalogue. */
  readonly usualMinutes: number | null;
}

/** A slot to make; its length is null for no length. */
interface NewSlot {
  readonly startingAt: number;
  readonly minutes: number | null;
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
const startsListed = 500;

/**
 * Adds the slots that do not exist yet, all or none. The account's lock keeps an import from writing a slot that it
 * found absent, and that is booked by then. All places are planned before the first slot is written, so that a refusal
 * undoes nothing.
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
    const plans: PlacePlan[] = [];
    for (const each of places) {
      const plan = await planPlace(transaction, accountId, each, slots);
      if (isRefused<SeatRefusal>(plan) || "isOtherZone" in plan) return plan;
      plans.push(plan);
    }
    if (!slots.dryRun) await writeMissingSlots({ transaction, accountId, audit }, plans, slots);
    return {
      created: plans.flatMap(({ fresh }) => fresh.map(({ startingAt }) => startingAt)),
      existing: plans.flatMap(({ existing }) => existing),
      overClockChange: plans.flatMap((plan) => plan.overClockChange),
      overlap: await findOverlap(transaction, accountId, {
        slots: plans.flatMap(plannedSlots),
        now: audit.now,
        amongCampaigns,
      }),
    };
  });
}

function plannedSlots({ place, fresh }: PlacePlan): PlannedSlot[] {
  const { publicKey, activityId, hostId } = place;
  return fresh.map((slot) => ({ publicKey, activityId, hostId: toHostColumn(hostId), ...slot }));
}

type SlotOrder = Omit<NewSlots, "hosts" | "place" | "amongCampaigns">;

async function planPlace(
  transaction: Kysely<Tables>,
  accountId: AccountId,
  place: NewSlots["place"],
  { startingAt, durationInMinutes, lengthBy, limits, timezone }: SlotOrder,
): Promise<PlacePlan | OtherZone | Refused<SeatRefusal>> {
  const key = await findPlace(transaction, accountId, place);
  if (isRefused<SeatRefusal>(key)) return key;
  if (timezone !== undefined && timezone !== key.timezone) return otherZone;
  const known = await knownStarts(transaction, accountId, key, startingAt);
  const usualMinutes = await readUsualDuration(transaction, accountId, key);
  const minutes = durationInMinutes === undefined ? usualMinutes : durationInMinutes;
  const length = { minutes, by: lengthBy, timezone: key.timezone };
  const fresh = startingAt
    .filter((start) => !known.has(start))
    .map((start) => ({ startingAt: start, minutes: lengthOfSlot(length, start) }));
  const types = await findTypes(transaction, accountId, key, limitsOf(limits));
  if (isRefused<SeatRefusal>(types)) return types;
  return {
    place,
    key,
    fresh,
    existing: startingAt.filter((start) => known.has(start)),
    overClockChange: overClockChange(fresh, key.timezone),
    types,
    usualMinutes,
  };
}

/** Null is no limit. */
function limitsOf(limits: SlotOrder["limits"]) {
  return Object.entries(limits ?? {}).filter(
    (limit): limit is [string, number] => limit[1] !== null,
  );
}

async function writeMissingSlots(
  { transaction, accountId, audit }: Within,
  plans: readonly PlacePlan[],
  order: SlotOrder,
): Promise<void> {
  const { once: _, ...withoutRequest } = audit;
  for (const [index, plan] of plans.filter(({ fresh }) => fresh.length > 0).entries()) {
    // The record of an idempotent request is written once, with the first slots.
    const own = index === 0 ? audit : withoutRequest;
    await writePlace({ transaction, accountId, audit: own }, plan, order);
  }
}

async function writePlace(
  { transaction, accountId, audit }: Within,
  { place, key, fresh, overClockChange: changing, types, usualMinutes }: PlacePlan,
  { capacity, durationInMinutes, lengthBy, limits }: SlotOrder,
): Promise<void> {
  const seats = { capacity, taken: 0, overbookedBy: 0 };
  const numbered = await numberEach(transaction, accountId, fresh);
  const newSlots = numbered.map(([{ startingAt, minutes }, number]) => ({
    ...slotNameColumns({ ...key, startingAt }),
    ...slotRow({ number }, seats),
    slot_duration_in_minutes: storedDuration(minutes),
    utc_offset_minutes: offsetInMinutes(startingAt, key.timezone),
    closed_at: null,
  }));
  const typeLimits = numbered.flatMap(([, number]) =>
    types.map(([type, own]) => typeLimitRow({ number }, { type, until: untilNow, capacity: own })),
  );
  await writeRows(transaction, accountId, audit.now, { newSlots, typeLimits });
  if (fresh.some(({ minutes }) => minutes !== usualMinutes)) {
    await changeCatalogueVersion(transaction, accountId);
  }
  const own = limitsOf(limits);
  await recordAudit(transaction, audit, "slots added", accountId, nameOfSlot(place), {
    capacity,
    ...(durationInMinutes !== undefined && { slot_duration_in_minutes: durationInMinutes }),
    ...(changing.length > 0 && { length_by: lengthBy }),
    ...(own.length > 0 && { ticket_types: Object.fromEntries(own) }),
    created: fresh.length,
    starting_at: fresh.slice(0, startsListed).map(({ startingAt }) => formatInstant(startingAt)),
  });
}

/** The ticket types that new slots limit, by their numbers: they are limited ones of the slots' activity. */
async function findTypes(
  transaction: Kysely<Tables>,
  accountId: AccountId,
  { interactionId, activityId }: Omit<SlotName, "startingAt">,
  limits: readonly (readonly [id: string, limit: number])[],
): Promise<Refused<SeatRefusal> | (readonly [number: number, limit: number])[]> {
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
  place: Omit<SlotName, "startingAt">,
  startingAt: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await transaction
    .selectFrom("slot")
    .select("starting_at")
    .where("account_id", "=", accountId)
    .where("interaction_id", "=", place.interactionId)
    .where("activity_id", "=", place.activityId)
    .where("host_id", "=", place.hostId)
    .where("starting_at", ">=", startingAt[0] ?? 0)
    .where("starting_at", "<=", startingAt.at(-1) ?? 0)
    .execute();
  return new Set(rows.map((row) => row.starting_at));
}

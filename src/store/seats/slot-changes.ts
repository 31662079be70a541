import type { Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import { changeCapacity } from "../../domain/change-capacity.ts";
import { formatInstant } from "../../domain/instant.ts";
import { isRefused, type Refused, type SeatRefusal } from "../../domain/refusal.ts";
import { freeSeats, type SlotSeats } from "../../domain/seats.ts";
import { recordAudit, type AuditContext } from "../accounts/audit.ts";
import type { Engine } from "../engine.ts";
import type { Tables } from "../tables.ts";
import { findPlace, type NamedPlace } from "./find-place.ts";
import { lockSlot, writeSeats } from "./lock-slot.ts";
import { promoteWaiting } from "./promote-waiting.ts";
import { slotKey, type SlotPlace } from "./slot-place.ts";

export interface CapacityOrder {
  readonly place: NamedPlace;
  readonly capacity: number;
  /** Lowers it below the seats that are taken; that is recorded. */
  readonly overbook: boolean;
  /** Asked with what stands there whether the change was made with that before one's eyes. */
  readonly matches?: (before: SlotSeats) => boolean;
}

/** What changing a capacity came to. */
export interface CapacityChange {
  readonly before: SlotSeats;
  readonly after: SlotSeats;
  /** Bookings that moved up from the waitlist into the added seats. */
  readonly promoted: number;
}

/** Slots of one activity, or of one of its hosts, that are to exist. */
export interface NewSlots {
  readonly place: Omit<NamedPlace, "startingAt">;
  /** Milliseconds UTC, ascending. */
  readonly startingAt: readonly number[];
  readonly capacity: number;
  /** Only tells which ones would be new. */
  readonly dryRun: boolean;
}

export interface AddedSlots {
  /** When the new ones start. */
  readonly created: readonly number[];
  /** Those that existed already; they stay as they are. */
  readonly existing: readonly number[];
}

/** How many slots' starts an audit event tells one by one. */
const startsTold = 500;

export function slotChanges(engine: Engine) {
  return {
    /** Changes how many seats a slot has, and gives added ones to those who wait (decision A40). */
    changeCapacity: (
      accountId: AccountId,
      audit: AuditContext,
      { place: named, capacity, overbook, matches }: CapacityOrder,
    ): Promise<CapacityChange | Refused<SeatRefusal>> =>
      engine.write(async (transaction) => {
        const place = await findPlace(transaction, accountId, named);
        if (isRefused<SeatRefusal>(place)) return place;
        const before = await lockSlot(transaction, engine.locked, accountId, place);
        if (before === null) return { refused: { why: "not-in-catalogue", field: "slot" } };
        if (matches?.(before) === false) return { refused: { why: "slot-changed" } };
        const after = changeCapacity(before, capacity, overbook);
        if (isRefused<SeatRefusal>(after)) return after;
        if (after.capacity === before.capacity && after.overbookedBy === before.overbookedBy) {
          return { before, after, promoted: 0 };
        }
        await writeSeats(transaction, accountId, place, after);
        await recordAudit(transaction, audit, "slot changed", accountId, nameOf(named), {
          capacity: [before.capacity, after.capacity],
          overbooked_by: [before.overbookedBy, after.overbookedBy],
          taken: before.taken,
        });
        const promoted =
          place.promotes && freeSeats(after) > freeSeats(before)
            ? await promoteWaiting(transaction, engine.locked, accountId, place, audit)
            : 0;
        return { before, after, promoted };
      }),

    /** Adds those slots that do not exist yet, all or none. */
    add: (
      accountId: AccountId,
      audit: AuditContext,
      { place: named, startingAt, capacity, dryRun }: NewSlots,
    ): Promise<AddedSlots | Refused<SeatRefusal>> =>
      engine.write(async (transaction) => {
        const place = await findPlace(transaction, accountId, { ...named, startingAt: 0 });
        if (isRefused<SeatRefusal>(place)) return place;
        const known = await knownStarts(transaction, accountId, place, startingAt);
        const missing = startingAt.filter((start) => !known.has(start));
        const created = dryRun
          ? missing
          : await insertSlots(transaction, accountId, place, missing, capacity);
        const made = new Set(created);
        const answer = { created, existing: startingAt.filter((start) => !made.has(start)) };
        if (dryRun) return answer;
        if (created.length > 0) {
          await recordAudit(transaction, audit, "slots added", accountId, nameOf(named), {
            capacity,
            created: created.length,
            starting_at: created.slice(0, startsTold).map(formatInstant),
          });
        }
        return answer;
      }),
  };
}

async function knownStarts(
  transaction: Kysely<Tables>,
  accountId: AccountId,
  place: SlotPlace,
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

/** Rows of one statement. */
const rowsPerStatement = 500;

/** Returns those that were made: somebody else may make the same ones meanwhile. */
async function insertSlots(
  transaction: Kysely<Tables>,
  accountId: AccountId,
  place: SlotPlace,
  startingAt: readonly number[],
  capacity: number,
): Promise<number[]> {
  const created: number[] = [];
  for (let first = 0; first < startingAt.length; first += rowsPerStatement) {
    const rows = await transaction
      .insertInto("slot")
      .values(
        startingAt.slice(first, first + rowsPerStatement).map((start) => ({
          ...slotKey(accountId, { ...place, startingAt: start }),
          capacity,
          taken: 0,
          overbooked_by: 0,
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .returning("starting_at")
      .execute();
    created.push(...rows.map((row) => row.starting_at));
  }
  return created.toSorted((one, other) => one - other);
}

function nameOf(place: Omit<NamedPlace, "startingAt"> & { startingAt?: number }): string {
  const { publicKey, activityId, hostId, startingAt } = place;
  return [
    "slot",
    publicKey,
    activityId,
    ...(hostId === null ? [] : [hostId]),
    ...(startingAt === undefined ? [] : [formatInstant(startingAt)]),
  ].join(" ");
}

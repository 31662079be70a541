import { sql, type Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import type { HostOverlap } from "../../domain/host-overlap.ts";
import { formatInstant } from "../../domain/instant.ts";
import { isRefused, type Refused, type SeatRefusal } from "../../domain/refusal.ts";
import { changeCatalogueVersion, lockAccount } from "../accounts/accounts.ts";
import { recordAudit, type AuditContext } from "../accounts/audit.ts";
import type { Engine } from "../engine.ts";
import type { Tables } from "../tables.ts";
import type { SlotName } from "../write/slot.ts";
import {
  durationRow,
  readUsualDuration,
  shownDuration,
  storedDuration,
} from "../write/slot-durations.ts";
import { writeRows } from "../write/write-batch.ts";
import { slotEvent } from "../bookings/events.ts";
import { otherZone, type OtherZone } from "./add-slots.ts";
import { findOverlap } from "./find-overlap.ts";
import { findPlace, nameOfSlot, type NamedSlot } from "../write/named-slot.ts";

/** How long the slots of a host, or of an activity without a choice of hosts, are to last. */
export interface LengthOrder {
  readonly place: Omit<NamedSlot, "startingAt">;
  /** Null: no length. */
  readonly durationInMinutes: number | null;
  /** Milliseconds UTC: slots that start from then on change too; null: none that exists. */
  readonly alsoSlotsFrom: number | null;
  /** The campaign's zone in whose calendar that day begins. */
  readonly timezone: string;
  /** Changes nothing, and returns what would change. */
  readonly dryRun: boolean;
  /** The public keys of the campaigns that the operator may see; null: all. */
  readonly amongCampaigns: readonly string[] | null;
}

export interface LengthChange {
  readonly before: number | null;
  /** The slots that last as long as the order says and lasted otherwise, with their lengths before. */
  readonly slots: readonly { readonly startingAt: number; readonly before: number | null }[];
  /** The first time at which the host would have two slots, one of them among these. */
  readonly overlap: HostOverlap | null;
}

/** How many existing slots one order changes, at most. */
export const changedSlotsMax = 10_000;

/** The starts that an audit event lists one by one, at most. */
const startsTold = 500;

/** Changes how long slots last that are made later, and on request those that exist (A75, A95). */
export function changeLength(
  engine: Engine,
  accountId: AccountId,
  audit: AuditContext,
  order: LengthOrder,
): Promise<LengthChange | OtherZone | Refused<SeatRefusal>> {
  const { place: named, durationInMinutes: minutes, alsoSlotsFrom, timezone, dryRun } = order;
  return engine.write(
    async (transaction) => {
      if (!dryRun) await lockAccount(transaction, engine.locked, accountId);
      const key = await findPlace(transaction, accountId, named);
      if (isRefused<SeatRefusal>(key)) return key;
      if (timezone !== key.timezone) return otherZone;
      const { publicKey, activityId } = named;
      const place = { publicKey, activityId, hostId: key.hostId };
      const before = await readUsualDuration(transaction, accountId, key);
      const select =
        alsoSlotsFrom === null
          ? null
          : selectOfOtherLength(transaction, accountId, key, { minutes, from: alsoSlotsFrom });
      const locking = dryRun || select === null ? select : engine.locked(select, "slot");
      const slots = ((await locking?.execute()) ?? []).toSorted(byStart);
      if (slots.length > changedSlotsMax) return tooMany();
      const change = {
        before,
        slots: slots.map((slot) => ({ startingAt: slot.starting_at, before: slot.minutes })),
        overlap: await findOverlap(transaction, accountId, {
          slots: slots
            .filter(({ closed_at: closedAt }) => closedAt === null)
            .map((slot) => ({ ...place, startingAt: slot.starting_at, minutes })),
          now: audit.now,
          amongCampaigns: order.amongCampaigns,
        }),
      };
      if (dryRun || (before === minutes && slots.length === 0)) return change;
      if (before !== minutes) {
        await setUsualDuration(transaction, accountId, key, minutes);
      }
      await writeRows(transaction, accountId, audit.now, {
        slotDurations: slots.map((slot) => durationRow(slot, minutes)),
        slotEvents: slots.map((slot) =>
          slotEvent("slot-changed", { ...key, startingAt: slot.starting_at }, slot.capacity, audit),
        ),
      });
      await changeCatalogueVersion(transaction, accountId);
      await recordAudit(transaction, audit, "length changed", accountId, nameOfSlot(named), {
        slot_duration_in_minutes: [before, minutes],
        ...(alsoSlotsFrom !== null && {
          also_slots_from: formatInstant(alsoSlotsFrom),
          slots: slots.length,
          starting_at: slots.slice(0, startsTold).map((slot) => formatInstant(slot.starting_at)),
        }),
      });
      return change;
    },
    { timeouts: "task" },
  );
}

function byStart(one: Tables["slot"], other: Tables["slot"]): number {
  return one.starting_at - other.starting_at;
}

/** The number is formatted when it is said: the first formatter of a process takes 20 ms. */
function tooMany(): Refused<SeatRefusal> {
  const most = changedSlotsMax.toLocaleString("en");
  const expected = `a day from which at most ${most} slots last otherwise`;
  return { refused: { why: "value-malformed", field: "also_slots_from", expected } };
}

function selectOfOtherLength(
  reads: Kysely<Tables>,
  accountId: AccountId,
  { interactionId, activityId, hostId }: Omit<SlotName, "startingAt">,
  { minutes, from }: { readonly minutes: number | null; readonly from: number },
) {
  return (
    reads
      .selectFrom("slot")
      .selectAll("slot")
      .select(shownDuration.as("minutes"))
      .where("slot.account_id", "=", accountId)
      .where("slot.interaction_id", "=", interactionId)
      .where("slot.activity_id", "=", activityId)
      .where("slot.host_id", "=", hostId)
      .where("slot.starting_at", ">=", from)
      .where(sql<boolean>`slot.slot_duration_in_minutes <> ${storedDuration(minutes)}`)
      // The order of `inLockingOrder`.
      .orderBy("slot.number")
      .limit(changedSlotsMax + 1)
  );
}

async function setUsualDuration(
  transaction: Kysely<Tables>,
  accountId: AccountId,
  { interactionId, activityId, hostId }: Omit<SlotName, "startingAt">,
  minutes: number | null,
): Promise<void> {
  const place = { account_id: accountId, interaction_id: interactionId } as const;
  const length = { slot_duration_in_minutes: minutes };
  const update =
    hostId === ""
      ? transaction
          .updateTable("activity")
          .set(length)
          .where((where) => where.and({ ...place, id: activityId }))
      : transaction
          .updateTable("host")
          .set(length)
          .where((where) => where.and({ ...place, activity_id: activityId, id: hostId }));
  await update.execute();
}

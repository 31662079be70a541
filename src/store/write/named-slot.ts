import type { AccountId } from "../../domain/account.ts";
import { sql, type Kysely } from "kysely";
import type { WaitlistPromotion } from "../../domain/booking-window.ts";
import { refuseHost } from "../../domain/catalogue/decide-record.ts";
import { formatInstant } from "../../domain/instant.ts";
import type { Refused, SeatRefusal } from "../../domain/refusal.ts";
import { keepStatement } from "../statement.ts";
import type { Tables } from "../tables.ts";
import { toHostColumn, type SlotKey, type SlotName } from "./slot.ts";

/** A slot under the names of operators and data files. `hostId` is null where no host is named. */
export interface NamedSlot {
  readonly publicKey: string;
  readonly activityId: string;
  readonly hostId: string | null;
  readonly startingAt: number;
}

/** A slot with its names, and how its campaign gives freed seats to the waitlist. */
export interface KnownSlot extends SlotKey, SlotName {
  readonly promotion: WaitlistPromotion;
  /** 0 where the activity offers no choice of hosts. */
  readonly hostNumber: number;
  /** The campaign's zone. */
  readonly timezone: string;
}

/** The key of all slots of a campaign, an activity and a host. */
export type KnownPlace = Omit<KnownSlot, "number" | "startingAt">;

export function findPlace(
  database: Kysely<Tables>,
  accountId: AccountId,
  place: Omit<NamedSlot, "startingAt">,
): Promise<KnownPlace | Refused<SeatRefusal>> {
  // No slot of this start is asked for; its key is that of the place.
  return findSlotKey(database, accountId, { ...place, startingAt: 0 });
}

/**
 * Finds the key of a slot, whether or not the slot exists. The campaign and the activity have to exist, and
 * a host is named exactly where the activity offers a choice of hosts (decision A60).
 */
export async function findSlotKey(
  database: Kysely<Tables>,
  accountId: AccountId,
  { publicKey, activityId, hostId, startingAt }: NamedSlot,
): Promise<KnownSlot | Refused<SeatRefusal>> {
  const [found] = await readPlace(database, {
    accountId,
    publicKey,
    activityId,
    hostId,
    startingAt,
  });
  if (found === undefined) return unknown("interaction");
  if (found.activity_id === null) return unknown("activity");
  const offersHosts = found.some_host !== null;
  const refused = refuseHost(hostId, { offersHosts, hostExists: found.host_number !== null });
  if (refused !== null) {
    return refused === "unknown-host" ? unknown("host") : { refused: { why: refused } };
  }
  return {
    number: found.slot_number ?? 0,
    interactionNumber: found.number,
    hostNumber: found.host_number ?? 0,
    timezone: found.timezone,
    interactionId: found.id,
    activityId,
    hostId: toHostColumn(hostId),
    startingAt,
    promotion: found.waitlist_promotion,
  };
}

interface PlaceValues {
  readonly accountId: AccountId;
  readonly publicKey: string;
  readonly activityId: string;
  readonly hostId: string | null;
  readonly startingAt: number;
}

/** The campaign, and what of the activity and the host there is. */
const readPlace = keepStatement((database, values: PlaceValues) =>
  database
    .selectFrom("interaction")
    .leftJoin("activity", (join) =>
      join
        .on("activity.account_id", "=", values.accountId)
        .onRef("activity.interaction_id", "=", "interaction.id")
        .on("activity.id", "=", values.activityId),
    )
    .select(["interaction.id", "interaction.number", "interaction.timezone"])
    .select(["interaction.waitlist_promotion", "activity.id as activity_id"])
    .select((select) => {
      const hosts = select
        .selectFrom("host")
        .select("host.number")
        .where("host.account_id", "=", values.accountId)
        .whereRef("host.interaction_id", "=", "interaction.id")
        .where("host.activity_id", "=", values.activityId);
      return [
        hosts.limit(1).as("some_host"),
        hosts.where("host.id", "=", values.hostId).as("host_number"),
        select
          .selectFrom("slot")
          .select("slot.number")
          .where("slot.account_id", "=", values.accountId)
          .whereRef("slot.interaction_id", "=", "interaction.id")
          .where("slot.activity_id", "=", values.activityId)
          .where("slot.host_id", "=", sql<string>`coalesce(${values.hostId}, '')`)
          .where("slot.starting_at", "=", values.startingAt)
          .as("slot_number"),
      ];
    })
    .where("interaction.account_id", "=", values.accountId)
    .where("interaction.public_key", "=", values.publicKey),
);

function unknown(
  field: "interaction" | "activity" | "host",
): Refused<{ readonly why: "not-in-catalogue"; readonly field: typeof field }> {
  return { refused: { why: "not-in-catalogue", field } };
}

/** The audit log's name of a slot, or of an activity's slots. */
export function nameOfSlot(
  named: Omit<NamedSlot, "startingAt"> & { readonly startingAt?: number },
): string {
  const { publicKey, activityId, hostId, startingAt } = named;
  return [
    "slot",
    publicKey,
    activityId,
    ...(hostId === null ? [] : [hostId]),
    ...(startingAt === undefined ? [] : [formatInstant(startingAt)]),
  ].join(" ");
}

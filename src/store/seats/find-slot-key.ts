import type { Kysely } from "kysely";
import { refuseHost } from "../../domain/catalogue/host-rule.ts";
import { formatInstant } from "../../domain/instant.ts";
import type { Refused, SeatRefusal } from "../../domain/refusal.ts";
import type { Tables } from "../tables.ts";
import type { SlotKey } from "../bookings/slot-key.ts";
import { toHostColumn } from "../catalogue/host-column.ts";

/** A slot under the names of operators and data files. `hostId` is null where no host is named. */
export interface NamedSlot {
  readonly publicKey: string;
  readonly activityId: string;
  readonly hostId: string | null;
  readonly startingAt: number;
}

/** The key of a slot, and whether its campaign gives freed seats to the waitlist. */
export interface KnownSlot extends SlotKey {
  readonly promotes: boolean;
}

/**
 * Finds the key of a slot, whether or not the slot exists. The campaign and the activity have to exist, and
 * a host is named exactly where the activity offers a choice of hosts (decision A60).
 */
export async function findSlotKey(
  database: Kysely<Tables>,
  accountId: number,
  { publicKey, activityId, hostId, startingAt }: NamedSlot,
): Promise<KnownSlot | Refused<SeatRefusal>> {
  const interaction = await database
    .selectFrom("interaction")
    .select(["id", "waitlist_promotion"])
    .where("account_id", "=", accountId)
    .where("public_key", "=", publicKey)
    .executeTakeFirst();
  if (interaction === undefined) return unknown("interaction");
  const activity = { account_id: accountId, interaction_id: interaction.id } as const;
  const known = await database
    .selectFrom("activity")
    .select("id")
    .where((where) => where.and({ ...activity, id: activityId }))
    .executeTakeFirst();
  if (known === undefined) return unknown("activity");
  const hosts = database
    .selectFrom("host")
    .select("id")
    .where((where) => where.and({ ...activity, activity_id: activityId }));
  const offersHosts = (await hosts.limit(1).executeTakeFirst()) !== undefined;
  const host = offersHosts && hostId !== null ? await hosts.where("id", "=", hostId).execute() : [];
  const refused = refuseHost(hostId, { offersHosts, hostExists: host.length > 0 });
  if (refused !== null) {
    return refused === "unknown-host" ? unknown("host") : { refused: { why: refused } };
  }
  return {
    interactionId: interaction.id,
    activityId,
    hostId: toHostColumn(hostId),
    startingAt,
    promotes: interaction.waitlist_promotion === "automatic",
  };
}

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

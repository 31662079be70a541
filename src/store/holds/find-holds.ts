import type { Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import { heldOfRow, selectHolds, type Held } from "../bookings/held.ts";
import { everyAccount } from "../statement.ts";
import { uuid } from "../uuid-columns.ts";
import type { Tables } from "../tables.ts";
import type { NamedSlot } from "../write/named-slot.ts";

/** Conditions on live holds; an absent one matches every hold. */
export interface HoldFilter extends Partial<Omit<NamedSlot, "hostId">> {
  readonly hostId?: string;
  /** Public keys; null and absent mean all. */
  readonly amongCampaigns?: readonly string[] | null;
  readonly now: number;
  /** The page after this hold. */
  readonly after?: { readonly expiresAt: number; readonly id: string };
  readonly limit: number;
}

/** How many holds are live, of all accounts. */
export async function countLiveHolds(reads: Kysely<Tables>): Promise<number> {
  const { live } = await reads
    .selectFrom("hold")
    .select((select) => select.fn.countAll<number>().as("live"))
    .where("ended_at", "is", null)
    .where("booking_id", "is", null)
    .modifyFront(everyAccount)
    .executeTakeFirstOrThrow();
  return live;
}

/** The live holds, by their ends. */
export async function findHolds(
  reads: Kysely<Tables>,
  accountId: AccountId,
  filter: HoldFilter,
): Promise<Held[]> {
  const { publicKey, activityId, hostId, startingAt, amongCampaigns, now, after, limit } = filter;
  let select = selectHolds(reads, accountId)
    .where("hold.ended_at", "is", null)
    .where("hold.expires_at", ">", now);
  if (publicKey !== undefined) select = select.where("interaction.public_key", "=", publicKey);
  if (amongCampaigns) select = select.where("interaction.public_key", "in", amongCampaigns);
  if (activityId !== undefined) select = select.where("slot.activity_id", "=", activityId);
  if (hostId !== undefined) select = select.where("slot.host_id", "=", hostId);
  if (startingAt !== undefined) select = select.where("slot.starting_at", "=", startingAt);
  if (after !== undefined) {
    select = select.where((where) =>
      where(
        where.refTuple("hold.expires_at", "hold.id"),
        ">",
        where.tuple(after.expiresAt, uuid(after.id)),
      ),
    );
  }
  const rows = await select.orderBy("hold.expires_at").orderBy("hold.id").limit(limit).execute();
  return rows.map((row) => heldOfRow(row, now));
}

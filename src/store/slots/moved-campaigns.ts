import type { Kysely } from "kysely";
import type { AccountId, AccountName } from "../../domain/account.ts";
import { offsetInMinutes, zonedTime } from "../../domain/local-time.ts";
import { keysetPages, rowsPerPage } from "../catalogue/keyset-pages.ts";
import type { Engine } from "../engine.ts";
import { dialectOf } from "../statement.ts";
import type { Tables } from "../tables.ts";
import type { SlotColumns } from "../write/slot.ts";

/** A campaign with slots to come whose local time another release of the zones has changed. */
export interface MovedCampaign {
  readonly account: AccountName;
  readonly publicKey: string;
  readonly slots: number;
  /** What the clocks show at the start of the first of them. */
  readonly first: string;
}

/**
 * The campaigns of all accounts with slots to come that the zones show at another hour than they did when the slot was
 * made, account by account. Memory holds one page of slots, and what is found.
 */
export async function readMovedCampaigns(engine: Engine): Promise<MovedCampaign[]> {
  const { reads } = engine;
  const accounts = await reads
    .selectFrom("account")
    .select(["id", "tenant", "environment"])
    .orderBy("id")
    .execute();
  const found: MovedCampaign[] = [];
  for (const { id, ...account } of accounts) {
    const accountId = id as AccountId;
    found.push(...(await engine.within(accountId, () => findMoved(reads, accountId, account))));
  }
  return found;
}

/** The campaign whose slots moved first stands first. */
async function findMoved(
  reads: Kysely<Tables>,
  accountId: AccountId,
  account: AccountName,
): Promise<Iterable<MovedCampaign>> {
  const moved = new Map<string, MovedCampaign>();
  for await (const page of keysetPages(firstSlot, (after) => readSlots(reads, accountId, after))) {
    for (const row of page) {
      const { starting_at: start, timezone, public_key: publicKey } = row;
      if (offsetInMinutes(start, timezone) === row.utc_offset_minutes) continue;
      const { first, slots } = moved.get(publicKey) ?? {
        first: zonedTime(start, timezone, "minute"),
        slots: 0,
      };
      moved.set(publicKey, { account, publicKey, slots: slots + 1, first });
    }
  }
  return moved.values();
}

const firstSlot: SlotColumns = {
  starting_at: Number.MIN_SAFE_INTEGER,
  interaction_id: "",
  activity_id: "",
  host_id: "",
};

/** A page of the slots to come, in the order in which they begin. */
function readSlots(reads: Kysely<Tables>, accountId: AccountId, after: SlotColumns) {
  return reads
    .selectFrom("slot")
    .innerJoin("interaction", "interaction.id", "slot.interaction_id")
    .select(["starting_at", "interaction_id", "activity_id", "host_id", "utc_offset_minutes"])
    .select(["interaction.public_key", "interaction.timezone"])
    .where("slot.account_id", "=", accountId)
    .where("interaction.account_id", "=", accountId)
    .where("starting_at", ">", dialectOf(reads).clock)
    .where((where) =>
      where(
        where.refTuple("starting_at", "interaction_id", "activity_id", "host_id"),
        ">",
        where.tuple(after.starting_at, after.interaction_id, after.activity_id, after.host_id),
      ),
    )
    .orderBy("starting_at")
    .orderBy("interaction_id")
    .orderBy("activity_id")
    .orderBy("host_id")
    .limit(rowsPerPage)
    .execute();
}

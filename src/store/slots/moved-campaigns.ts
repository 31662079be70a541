import type { Kysely } from "kysely";
import type { AccountName } from "../../domain/account.ts";
import { offsetInMinutes, zonedTime } from "../../domain/local-time.ts";
import { dialectOf, everyAccount } from "../statement.ts";
import type { Tables } from "../tables.ts";

/** A campaign with slots to come whose local time another release of the zones has changed. */
export interface MovedCampaign {
  readonly account: AccountName;
  readonly publicKey: string;
  readonly slots: number;
  /** What the clocks show at the start of the first of them. */
  readonly first: string;
}

/** The campaigns of all accounts with slots to come that the zones show at another hour than they did when the slot was made. */
export async function readMovedCampaigns(reads: Kysely<Tables>): Promise<MovedCampaign[]> {
  const accounts = await reads
    .selectFrom("account")
    .select(["id", "tenant", "environment"])
    .execute();
  const names = new Map(accounts.map(({ id, ...name }) => [id, name]));
  const starts = await reads
    .selectFrom("slot")
    .innerJoin("interaction", (join) =>
      join
        .onRef("interaction.account_id", "=", "slot.account_id")
        .onRef("interaction.id", "=", "slot.interaction_id"),
    )
    .select(["slot.account_id", "interaction.public_key", "interaction.timezone"])
    .select(["slot.starting_at", "slot.utc_offset_minutes"])
    .select((select) => select.fn.countAll<number>().as("slots"))
    .where("slot.starting_at", ">", dialectOf(reads).clock)
    .groupBy(["slot.account_id", "interaction.public_key", "interaction.timezone"])
    .groupBy(["slot.starting_at", "slot.utc_offset_minutes"])
    .orderBy("slot.starting_at")
    .modifyFront(everyAccount)
    .execute();
  const moved = new Map<string, MovedCampaign>();
  for (const row of starts) {
    const { starting_at: start, timezone, public_key: publicKey } = row;
    const account = names.get(row.account_id);
    if (account === undefined) continue;
    if (offsetInMinutes(start, timezone) === row.utc_offset_minutes) continue;
    const name = `${row.account_id}\n${publicKey}`;
    const first = moved.get(name)?.first ?? zonedTime(start, timezone, "minute");
    const slots = (moved.get(name)?.slots ?? 0) + row.slots;
    moved.set(name, { account, publicKey, slots, first });
  }
  return [...moved.values()];
}

import type { Kysely } from "kysely";
import type { Tables } from "../tables.ts";
import type { Account } from "./account.ts";

const counted = [
  "group",
  "interaction",
  "activity",
  "host",
  "ticket_type",
  "slot",
  "contact",
  "booking",
  "credential",
] as const;

/** An account with the number of rows of each kind that it holds. */
export interface CountedAccount extends Account {
  readonly counts: Readonly<Record<(typeof counted)[number], number>>;
}

/** Counts what an account holds. The time grows with the account, so only answers with counts pay it. */
export async function withCounts(reads: Kysely<Tables>, account: Account): Promise<CountedAccount> {
  const counts = await reads
    .selectNoFrom((select) =>
      counted.map((table) =>
        select
          .selectFrom(table)
          .select((rows) => rows.fn.countAll<number>().as("total"))
          .where("account_id", "=", account.id)
          .as(table),
      ),
    )
    .executeTakeFirstOrThrow();
  return { ...account, counts: counts as CountedAccount["counts"] };
}

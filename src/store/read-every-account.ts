import type { Kysely } from "kysely";
import type { AccountId } from "../domain/account.ts";
import type { Engine } from "./engine.ts";
import type { Tables } from "./tables.ts";

/**
 * Reads rows of all accounts at once. Where that fails, it reads each account in its own scope, and leaves out those that
 * fail: an account whose node does not answer is refused at once, instead of being waited for. Throws the first error where
 * that finds no row.
 */
export async function readEveryAccount<Row>(
  engine: Engine,
  read: (accountId?: AccountId) => Promise<Row[]>,
): Promise<Row[]> {
  try {
    return await read();
  } catch (error) {
    const found: Row[] = [];
    for (const accountId of await readAccountIds(engine.reads)) {
      found.push(...(await engine.within(accountId, () => read(accountId)).catch(() => [])));
    }
    if (found.length === 0) throw error;
    return found;
  }
}

export async function readAccountIds(reads: Kysely<Tables>): Promise<AccountId[]> {
  const rows = await reads.selectFrom("account").select("id").orderBy("id").execute();
  return rows.map((row) => row.id as AccountId);
}

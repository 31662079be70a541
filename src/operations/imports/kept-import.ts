import type { AccountId } from "../../domain/account.ts";
import type { AccountStore } from "../../store/account-store.ts";
import type { Store } from "../../store/store.ts";
import type { ImportJob } from "./import-jobs.ts";

type Row = NonNullable<Awaited<ReturnType<AccountStore["importJobs"]["find"]>>>;

/** After so long without a beat the node of a job is gone. */
const lostAfterMs = 60_000;

/** An import as the database has it. */
export function keptImport({ beatAt, quietMs, endedAt, job }: Row): ImportJob {
  const kept = job as ImportJob;
  if (endedAt !== null || quietMs <= lostAfterMs) return kept;
  return { ...kept, endedAt: beatAt, outcome: "node-lost" };
}

/** The imports that services have run or run now, of an account, newest first. */
export async function keptImports(
  store: Pick<Store, "account">,
  accountId: AccountId,
): Promise<readonly ImportJob[]> {
  return (await store.account(accountId).importJobs.list()).map(keptImport);
}

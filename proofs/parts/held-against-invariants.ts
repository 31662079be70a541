import { setTimeout } from "node:timers/promises";
import { isRefused } from "../../src/domain/refusal.ts";
import type { Store } from "../../src/store/store.ts";
import { verifyAccount } from "../../src/usecases/operator/verify-account.ts";
import { breaches } from "../../test/harness/database.ts";
import { query } from "../../test/harness/query.ts";

/** Every invariant that does not hold, as sentences: the service's own, the tests' own, and the file's. */
export async function heldAgainstLaws(service: {
  readonly store: Store;
  readonly databaseUrl: string;
}): Promise<string[]> {
  const verified = await patiently(() => verifyAccount(service.store, null));
  if (isRefused(verified)) throw new Error("The laws could not be looked at.");
  return [
    ...verified.violations.map(
      ({ invariant, message }) => `the law ${invariant} is broken: ${message}`,
    ),
    ...breaches(service.databaseUrl).map((row) => `a law is broken: ${JSON.stringify(row)}`),
    ...tornPages(service.databaseUrl),
  ];
}

/** Reading all tables of a fully loaded machine may need several attempts. */
async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (let left = 20; ; left -= 1) {
    try {
      return await ask();
    } catch (error) {
      if (left === 0 || (error as Error).name !== "Unanswered") throw error;
      await setTimeout(500);
    }
  }
}

/** The faults that the embedded database's own check finds. */
export function tornPages(databaseUrl: string): string[] {
  if (!databaseUrl.startsWith("sqlite:")) return [];
  return query(databaseUrl, "pragma integrity_check")
    .map((row) => String(row["integrity_check"]))
    .filter((found) => found !== "ok")
    .map((found) => `the file is torn: ${found}`);
}

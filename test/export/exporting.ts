import assert from "node:assert/strict";
import type { AccountId, AccountName } from "../../src/domain/account.ts";
import type { BookingId } from "../../src/domain/booking.ts";
import type { ImportResult } from "../../src/domain/import/import-report.ts";
import { openStore, type Store } from "../../src/store/store.ts";
import { exportDataFile } from "../../src/usecases/operator/export-data-file.ts";
import type { ImportRules } from "../../src/domain/import/import-rules.ts";
import { importDataFile, type FileRun } from "../../src/usecases/operator/import-data-file.ts";
import { changeBooking } from "../harness/desk-acts.ts";
import { acme, audit, type TestAccount, type TestService } from "../harness/service.ts";
import { fetchPath } from "../harness/seed.ts";
import { migratedDatabase } from "../harness/test-database.ts";

/** The limits on requests are not what these tests are about. */
export const withoutLimits = {
  RATE_LIMIT_REQUESTS_PER_MINUTE: "0",
  RATE_LIMIT_TOKENS_PER_MINUTE: "0",
  RATE_LIMIT_REFUSED_TOKENS_PER_MINUTE: "0",
};

export async function accountIdOf(store: Store, name: AccountName): Promise<AccountId> {
  return (await store.accounts.find(name))?.id ?? assert.fail(`no account ${name.tenant}`);
}

/** The lines of the account's data file. */
export async function exportLines(store: Store, name: AccountName): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of exportDataFile(store.account(await accountIdOf(store, name)))) {
    lines.push(JSON.stringify(line));
  }
  return lines;
}

/** Imports lines that must be good; slots may be overbooked. */
export async function importLines(
  store: Store,
  name: AccountName,
  lines: readonly string[],
  options: Partial<ImportRules & FileRun> = {},
): Promise<ImportResult> {
  const account = store.account(await accountIdOf(store, name));
  const answer = await importDataFile(account, [Buffer.from(lines.join("\n"))], {
    audit: audit(),
    allowOverbooked: true,
    ...options,
  });
  if ("errors" in answer) assert.fail(JSON.stringify(answer.errors, null, 1));
  return answer;
}

/** How many lines there are of each kind. */
export function countKinds(lines: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const line of lines) {
    const { kind } = JSON.parse(line);
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
}

/** Where a file has more contacts, one in so many is asked about in each language and by each campaign. */
const [fewContacts, oneIn] = [20, 8];

/** What the service answers about every contact of the lines: in every language, and by campaign. */
export async function allAnswers(
  service: TestService,
  host: string,
  lines: readonly string[],
): Promise<Map<string, string>> {
  const token = await service.token(host);
  const answers = new Map<string, string>();
  for (const path of pathsOf(lines)) {
    const answer = await service.call({ path, host, token });
    assert.equal(answer.status, 200, answer.text);
    answers.set(path, answer.text);
  }
  return answers;
}

function pathsOf(lines: readonly string[]): Set<string> {
  const things = lines.map((line) => JSON.parse(line));
  const campaigns = things.filter(({ kind }) => kind === "interaction");
  const contacts = new Set(
    things.filter(({ kind }) => kind === "booking").map((line) => line.external_id),
  );
  const variants: Record<string, string>[] = [
    {},
    ...["xx", ...campaigns.flatMap(({ languages }) => languages)].map((language) => ({ language })),
    ...campaigns.map(({ public_key }) => ({ public_keys: public_key })),
    ...campaigns.map(({ id }) => ({ interactions: `interactions/${id}` })),
  ];
  const paths = new Set<string>();
  const isFew = contacts.size <= fewContacts;
  for (const [index, external_id] of ["nobody", ...contacts].entries()) {
    for (const variant of isFew || index % oneIn === 0 ? variants : [{}]) {
      const parameters = new URLSearchParams({ external_id, page_size: "1000", ...variant });
      paths.add(`${fetchPath}?${parameters.toString()}`);
    }
  }
  return paths;
}

/** A database with these accounts, without a service. */
export async function storeWith(
  accounts: readonly TestAccount[],
  databaseUrl?: string,
): Promise<Store & AsyncDisposable & { readonly databaseUrl: string }> {
  const database = databaseUrl === undefined ? await migratedDatabase() : null;
  const url = databaseUrl ?? database?.url ?? assert.fail();
  const store = openStore(url);
  await store.migrate(Date.now());
  for (const { name, hosts, data = [] } of accounts) {
    await store.accounts.create(audit(), name, hosts, []);
    await importLines(
      store,
      name,
      data.map((line) => JSON.stringify(line)),
    );
  }
  return {
    ...store,
    databaseUrl: url,
    [Symbol.asyncDispose]: async () => {
      await store.close();
      await database?.[Symbol.asyncDispose]();
    },
  };
}

/** Cancels a booking of acme's while an export has given its first line only. */
export async function assertOfOneMoment(store: Store, bookingId: BookingId): Promise<void> {
  const before = await exportLines(store, acme);
  const account = store.account(await accountIdOf(store, acme));
  const open = exportDataFile(account);
  const lines = [JSON.stringify((await open.next()).value)];
  const cancel = { kind: "cancel", ticket: null } as const;
  await changeBooking(store, audit(), bookingId, acme, cancel);
  for await (const line of open) lines.push(JSON.stringify(line));
  assert.deepEqual(lines, before);
  const after = await exportLines(store, acme);
  assert.equal(after.filter((line) => line.includes('"CANCELLED"')).length, 1);
}

import { endpoints } from "../../src/domain/account.ts";
import { openStore, type Store } from "../../src/store/store.ts";
import { mustImportLines } from "../import-lines.ts";
import { sandboxAccount, sandboxCredential, storedSandboxSecret } from "./credential.ts";
import { baseOf, sandboxDataFile } from "./data/data-file.ts";

/** The sandbox's database at its start. */
export interface SandboxImage {
  /** The full hour from which its slots are counted; milliseconds UTC. */
  readonly base: number;
  readonly database: Uint8Array;
}

/** Makes the account with its client and its data in a migrated database. */
export async function furnish(
  store: Store,
  now: number,
  apiHosts: readonly string[],
): Promise<SandboxImage> {
  // A sandbox in a persistent database is a caller's bug.
  if (store.memory === null) throw new Error("A sandbox lives in memory only.");
  const audit = { actor: "sandbox", now };
  const hosts = [...new Set(apiHosts)];
  const refused = await store.accounts.create(audit, sandboxAccount, hosts, endpoints);
  const account = await store.accounts.find(sandboxAccount);
  if (account === null) throw new Error(`No sandbox account: ${JSON.stringify(refused)}`);
  const { client_id: clientId, audience } = sandboxCredential;
  await store.credentials.create(
    audit,
    account.id,
    { clientId, audience, label: null },
    storedSandboxSecret,
  );
  const base = baseOf(now);
  await mustImportLines(store.account(account.id), sandboxDataFile(base), audit);
  return { base, database: await store.memory.take() };
}

/** Makes the same image in a database of its own, while the sandbox serves the present one. */
export async function makeImage(now: number, apiHosts: readonly string[]): Promise<SandboxImage> {
  const store = openStore("sqlite::memory:");
  try {
    await store.migrate(now);
    return await furnish(store, now, apiHosts);
  } finally {
    await store.close();
  }
}

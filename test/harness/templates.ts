import { join } from "node:path";
import { openStore } from "../../src/store/store.ts";
import { closeCitusTemplate, isCitus } from "./citus-databases.ts";
import { createDatabase } from "./server-databases.ts";

/** Empty databases with the current schema, which tests copy. */
export interface Templates {
  readonly TEST_SQLITE_TEMPLATE: string;
  readonly TEST_POSTGRES_TEMPLATE: string;
}

/** Makes them in a folder and, where there is one, on a server. The environment names them. */
export async function makeTemplates(
  folder: string,
  server: { readonly url: string; readonly name: string } | null,
): Promise<Partial<Templates>> {
  const file = join(folder, "template.db");
  await migrateAll(`sqlite:${file}`);
  if (server === null) return { TEST_SQLITE_TEMPLATE: file };
  const url = await createDatabase(server.url, server.name);
  await migrateAll(url);
  if (isCitus(server.url)) await closeCitusTemplate(server.url, server.name);
  return { TEST_SQLITE_TEMPLATE: file, TEST_POSTGRES_TEMPLATE: url };
}

async function migrateAll(url: string): Promise<void> {
  const store = openStore(url);
  try {
    await store.migrate(Date.now());
    if (!url.startsWith("sqlite:") && isCitus(url)) await store.distribute();
  } finally {
    await store.close();
  }
}

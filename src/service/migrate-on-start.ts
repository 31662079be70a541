import type { Logger } from "pino";
import type { Store } from "../store/store.ts";

/** Applies missing migrations. Throws `DatabaseUnusable` where the schema is newer and refuses this version. */
export async function migrateOnStart(
  store: Pick<Store, "migrate" | "schemaState">,
  logger: Logger,
): Promise<void> {
  const applied = await store.migrate(Date.now());
  if (applied.length > 0) logger.info({ applied }, "migrations applied");
  if ((await store.schemaState()) === "ahead") {
    logger.warn("the database's schema is of a later release, with which this one may work");
  }
}

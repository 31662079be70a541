import { globSync } from "node:fs";
import { basename } from "node:path";

/** The names of all migrations, in their order. */
export const migrations: readonly string[] = globSync("src/store/migrations/*.sql")
  .map((file) => basename(file, ".sql"))
  .toSorted();

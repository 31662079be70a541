import type { Engine, EngineOptions } from "../../src/store/engine.ts";
import { openPostgres } from "../../src/store/postgres/open.ts";
import { openSqlite } from "../../src/store/sqlite/open.ts";

const usual: EngineOptions = {
  observe: () => {},
  timeouts: "request",
  poolSize: 4,
  pooler: false,
  rowSecurity: false,
};

/** The engine on this database, as a service opens it, but for what the test changes. */
export function openTestEngine(url: string, changed: Partial<EngineOptions> = {}): Engine {
  const options = { ...usual, ...changed };
  return url.startsWith("sqlite:")
    ? openSqlite(url.slice("sqlite:".length), options.observe)
    : openPostgres(url, options);
}

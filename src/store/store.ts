import { prepareAccounts } from "./accounts/accounts.ts";
import type { AccountId } from "../domain/account.ts";
import { prepareAuditLog } from "./accounts/audit-log.ts";
import {
  copyInstallation,
  type InstallationCopyAnswer,
  type InstallationCopyOrder,
} from "./installation/copy-installation.ts";
import { prepareCredentials } from "./accounts/credentials.ts";
import { backUp, type BackupAnswer, type BackupOrder } from "./sqlite/backup.ts";
import {
  probeWrite,
  readDirectory,
  readDirectoryVersion,
  type DirectoryContents,
} from "./accounts/directory.ts";
import {
  DatabaseUnusable,
  type DatabaseFacts,
  type DatabaseMode,
  type Engine,
  type EngineCheck,
  type EngineOptions,
  type MemoryDatabase,
} from "./engine.ts";
import { ChangeSignal } from "./changes/change-signal.ts";
import { prepareClockMarks } from "./installation/clock-marks.ts";
import { prepareHousekeeping } from "./installation/housekeeping.ts";
import { installationInvariants } from "./invariants/check-invariants.ts";
import { distribute, migrate } from "./migrations/migrate.ts";
import { schemaState, type SchemaState } from "./migrations/schema-state.ts";
import { prepareOperators } from "./accounts/operators.ts";
import { prepareRateCounts } from "./accounts/rate-counts.ts";
import { prepareRequestRecords } from "./accounts/request-records.ts";
import { restoreSqlite, type RestoreAnswer, type RestoreOrder } from "./sqlite/restore.ts";
import { isOpenElsewhere } from "./sqlite/exclusive-lock.ts";
import { openPostgres } from "./postgres/open.ts";
import { openSqlite } from "./sqlite/open.ts";
import { prepareAccountStores, type AccountStore } from "./account-store.ts";

/** The door to the database. */
export interface Store {
  account(id: AccountId): AccountStore;
  readonly accounts: ReturnType<typeof prepareAccounts>;
  readonly credentials: ReturnType<typeof prepareCredentials>;
  readonly operators: ReturnType<typeof prepareOperators>;
  readonly auditLog: ReturnType<typeof prepareAuditLog>;
  readonly invariants: ReturnType<typeof installationInvariants>;
  readonly requestRecords: ReturnType<typeof prepareRequestRecords>;
  readonly housekeeping: ReturnType<typeof prepareHousekeeping>;
  readonly rateCounts: ReturnType<typeof prepareRateCounts>;
  readonly clockMarks: ReturnType<typeof prepareClockMarks>;
  readDirectory(): Promise<DirectoryContents>;
  readDirectoryVersion(): Promise<number>;
  /** Applies the missing migrations and returns their names. Throws `DatabaseUnusable` on a newer schema. */
  migrate(now: number): Promise<string[]>;
  /**
   * Places the tables over the nodes of a Citus database and returns the names of those that were not in their
   * place. Throws `DatabaseUnusable` without Citus.
   */
  distribute(): Promise<string[]>;
  schemaState(): Promise<SchemaState>;
  dumpSchema(): Promise<string>;
  inspect(): Promise<DatabaseFacts>;
  /** The whole database as one image, where it is in memory; else null. */
  readonly memory: MemoryDatabase | null;
  /** The engine's own check of its files. */
  checkEngine(): Promise<EngineCheck>;
  /** Copies the whole database into a file. */
  backUp(order: BackupOrder): Promise<BackupAnswer>;
  /** Whether the database takes writes. Throws when it does not answer. */
  ping(): Promise<DatabaseMode>;
  /** Writes a row unchanged. Throws when the database takes no writes. */
  probeWrite(): Promise<void>;
  close(): Promise<void>;
}

const usual: EngineOptions = {
  observe: () => {},
  timeouts: "task",
  poolSize: 4,
  pooler: false,
  rowSecurity: false,
};

/**
 * Opens `sqlite:PATH`, `sqlite::memory:` or `postgres://…`. Throws `DatabaseUnusable` when the database
 * cannot be used: at once for a file, at the first use for a server.
 */
export function openStore(url: string, options: Partial<EngineOptions> = {}): Store {
  const engine = openEngine(url, { ...usual, ...options });
  const signal = new ChangeSignal(`changes of ${url}`);
  return {
    account: prepareAccountStores(engine, signal),
    accounts: prepareAccounts(engine),
    credentials: prepareCredentials(engine),
    operators: prepareOperators(engine),
    auditLog: prepareAuditLog(engine),
    invariants: installationInvariants(engine.reads),
    requestRecords: prepareRequestRecords(engine),
    housekeeping: prepareHousekeeping(engine),
    rateCounts: prepareRateCounts(engine),
    clockMarks: prepareClockMarks(engine),
    readDirectory: () => readDirectory(engine.reads),
    readDirectoryVersion: () => readDirectoryVersion(engine.reads),
    migrate: (now) => migrate(engine, now),
    distribute: () => distribute(engine),
    schemaState: () => schemaState(engine),
    dumpSchema: () => engine.dumpSchema(),
    inspect: () => engine.inspect(),
    checkEngine: () => engine.check(),
    memory: engine.memory ?? null,
    backUp: (order) => backUp(engine, order),
    ping: () => engine.ping(),
    probeWrite: () => probeWrite(engine),
    close: () => {
      signal.close();
      return engine.close();
    },
  };
}

/** Copies everything in one database into another, empty one. */
export async function copyStore(
  urls: { readonly from: string; readonly to: string },
  options: Partial<EngineOptions>,
  order: InstallationCopyOrder,
): Promise<InstallationCopyAnswer> {
  const file = urls.from.startsWith("sqlite:") ? urls.from.slice("sqlite:".length) : null;
  if (file !== null && isOpenElsewhere(file)) return { refused: { why: "source-in-use" } };
  const source = openEngine(urls.from, { ...usual, ...options });
  try {
    if (await source.hasServers()) return { refused: { why: "source-in-use" } };
    const target = openEngine(urls.to, { ...usual, ...options });
    try {
      return await copyInstallation(source, target, order);
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

function openEngine(url: string, options: EngineOptions): Engine {
  if (url.startsWith("sqlite:")) return openSqlite(url.slice("sqlite:".length), options.observe);
  if (/^postgres(ql)?:/.test(url)) return openPostgres(url, options);
  throw new DatabaseUnusable("A database is sqlite:PATH, sqlite::memory: or postgres://….");
}

/** Replaces the database by a backup. No process may have the database open, this one included. */
export function restoreStore(url: string, order: RestoreOrder): Promise<RestoreAnswer> {
  const path = url.slice("sqlite:".length);
  if (!url.startsWith("sqlite:") || path === ":memory:") {
    throw new DatabaseUnusable("A backup can only take the place of an embedded database's file.");
  }
  return restoreSqlite(path, order);
}

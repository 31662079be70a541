import { cpSync, constants, rmSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync, type SQLOutputValue } from "node:sqlite";
import { Client } from "pg";
import { startPostgres, type PostgresServer } from "../../test/harness/postgres-server.ts";
import { uuidText } from "../references/uuid-text.ts";
import type { BulkOptions } from "./bulk-options.ts";
import { bulkPostgres } from "./bulk-postgres.ts";
import { bulkSqlite } from "./bulk-sqlite.ts";
import type { TableRows, Value } from "./catalogue-rows.ts";

export type EngineName = "sqlite" | "postgres";

/** An engine whose databases are made, filled, copied and measured. */
export interface BenchEngine extends AsyncDisposable {
  readonly name: EngineName;
  readonly version: string;
  /**
   * The server beside the service whose CPU time counts too; empty where the engine is inside the process.
   */
  readonly servers: readonly number[];
  /** Makes an empty database of this name. */
  create(name: string): Promise<string>;
  /** Fills a database by the engine's own bulk load; returns its milliseconds. */
  fill(databaseUrl: string, tables: readonly TableRows[], options?: BulkOptions): Promise<number>;
  /** Copies this database, which nobody may have open. */
  copy(databaseUrl: string, name: string): Promise<string>;
  drop(databaseUrl: string): Promise<void>;
  /** A UUID in a statement. */
  uuid(text: string): string;
  ask(databaseUrl: string, statement: string): Promise<Record<string, Value>[]>;
}

/** The rows of a database that is only queried are known to be consistent. */
const unchecked: BulkOptions = { checked: false };

/** The embedded engine, with each database a file in the folder. */
export function sqliteIn(folder: string): BenchEngine {
  const urlOf = (name: string) => `sqlite:${join(folder, `${name}.db`)}`;
  const pathOf = (databaseUrl: string) => databaseUrl.replace(/^sqlite:/, "");
  return {
    name: "sqlite",
    version: `SQLite ${process.versions["sqlite"]}`,
    servers: [],
    create: async (name) => urlOf(name),
    fill: async (databaseUrl, tables, options = unchecked) => {
      const started = performance.now();
      bulkSqlite(pathOf(databaseUrl), tables, options);
      return performance.now() - started;
    },
    copy: async (databaseUrl, name) => {
      const url = urlOf(name);
      cpSync(pathOf(databaseUrl), pathOf(url), { mode: constants.COPYFILE_FICLONE });
      return url;
    },
    drop: async (databaseUrl) => {
      for (const suffix of ["", "-wal", "-shm"]) {
        rmSync(pathOf(databaseUrl) + suffix, { force: true });
      }
    },
    uuid: (text) => `unhex('${text}', '-')`,
    ask: async (databaseUrl, statement) => {
      const database = new DatabaseSync(pathOf(databaseUrl));
      try {
        return database.prepare(statement).all().map(withUuids);
      } finally {
        database.close();
      }
    },
    [Symbol.asyncDispose]: async () => {},
  };
}

function withUuids(row: Record<string, SQLOutputValue>): Record<string, Value> {
  const values = Object.entries(row).map(([name, value]) => [
    name,
    value instanceof Uint8Array ? uuidText(value) : value,
  ]);
  return Object.fromEntries(values) as Record<string, Value>;
}

/**
 * The settings of a server for one run, as durable as in production. Memory follows the manual's advice for a
 * shared machine, and checkpoints are rare, so that none disturbs only some rounds.
 */
const settings = {
  fsync: "on",
  full_page_writes: "on",
  synchronous_commit: "on",
  shared_buffers: "2GB",
  effective_cache_size: "6GB",
  max_wal_size: "8GB",
  checkpoint_timeout: "30min",
  maintenance_work_mem: "1GB",
};

export async function startPostgresEngine(): Promise<BenchEngine> {
  const server = await startPostgres(
    Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
  );
  const urlOf = (name: string) => Object.assign(new URL(server.url), { pathname: name }).toString();
  const asked = async (databaseUrl: string, statement: string) => {
    const client = new Client(databaseUrl);
    await client.connect();
    try {
      const { rows } = await client.query<Record<string, Value>>(statement);
      return rows;
    } finally {
      await client.end();
    }
  };
  const [version] = await asked(server.url, "show server_version");
  return {
    name: "postgres",
    version: `PostgreSQL ${String(version?.["server_version"])}`,
    servers: [postmasterOf(server)],
    create: async (name) => {
      await asked(server.url, `create database ${name}`);
      return urlOf(name);
    },
    fill: (databaseUrl, tables, options = unchecked) => bulkPostgres(databaseUrl, tables, options),
    copy: async (databaseUrl, name) => {
      const template = new URL(databaseUrl).pathname.slice(1);
      await asked(server.url, `create database ${name} template ${template} strategy file_copy`);
      return urlOf(name);
    },
    drop: async (databaseUrl) => {
      await asked(
        server.url,
        `drop database if exists ${new URL(databaseUrl).pathname.slice(1)} with (force)`,
      );
    },
    uuid: (text) => `'${text}'::uuid`,
    ask: asked,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

function postmasterOf({ folder }: PostgresServer): number {
  return Number(readFileSync(join(folder, "data", "postmaster.pid"), "utf8").split("\n")[0]);
}

import { DatabaseSync } from "node:sqlite";
import {
  MessageChannel,
  receiveMessageOnPort,
  Worker,
  type MessagePort,
} from "node:worker_threads";

/** Queries the database itself, past the service, for facts that no answer shows. */
export function query(databaseUrl: string, sql: string): Record<string, unknown>[] {
  return databaseUrl.startsWith("sqlite:")
    ? useFile(databaseUrl, (database) => withUuids(database.prepare(asBytes(sql)).all()))
    : useServer(databaseUrl, sql);
}

/** Changes the database past the service, with one or more statements in one transaction. */
export function execute(databaseUrl: string, sql: string): void {
  if (databaseUrl.startsWith("sqlite:")) {
    useFile(databaseUrl, (database) => database.exec(`begin immediate; ${asBytes(sql)}; commit`));
  } else {
    useServer(databaseUrl, `begin; ${sql}; commit`);
  }
}

/** The same without constraints, such as foreign keys. */
export function plant(databaseUrl: string, sql: string): void {
  if (databaseUrl.startsWith("sqlite:")) {
    useFile(databaseUrl, (database) => {
      database.exec(`pragma foreign_keys = off; begin immediate; ${asBytes(sql)}; commit`);
    });
  } else {
    useServer(databaseUrl, `begin; set local session_replication_role = replica; ${sql}; commit`);
  }
}

/** The names of all tables, in order. */
export function tableNames(databaseUrl: string): string[] {
  const names = databaseUrl.startsWith("sqlite:")
    ? "select name from sqlite_schema where type = 'table' order by name"
    : `select table_name as name from information_schema.tables
       where table_schema = current_schema() and table_type = 'BASE TABLE' order by table_name`;
  return query(databaseUrl, names).map(({ name }) => String(name));
}

/** Copies the database's contents, and returns the SQL for `plant` that restores them. */
export function keepContents(databaseUrl: string): string {
  const tables = tableNames(databaseUrl);
  const keep = tables.map((table) => `create table "kept_${table}" as select * from "${table}"`);
  execute(databaseUrl, keep.join(";"));
  return tables
    .map((table) => `delete from "${table}"; insert into "${table}" select * from "kept_${table}";`)
    .join("\n");
}

/** A UUID in a statement for either engine, a different one for each number. */
export function uuidLike(number: number): string {
  return `uuid('00000000-0000-4000-8000-${String(number).padStart(12, "0")}')`;
}

const text = "'[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'";
const ofBookings = /\b(?:from|update|into) "?(?:booking|contact|slot_event)\b/i;

/** SQLite has the ids of bookings and contacts as bytes: texts that are compared with them become those. */
function asBytes(sql: string): string {
  const names = ofBookings.test(sql) ? "booking_id|id" : "booking_id";
  const compared = new RegExp(
    String.raw`\b(?:${names})"?\s*(?:=|<>|>|<|in)\s*\(?(?:\s*,?\s*${text})+|uuid\(${text}\)`,
    "g",
  );
  const bytes = (found: string) =>
    found.replaceAll(new RegExp(text, "g"), (each) => `x${each.replaceAll("-", "")}`);
  return sql.replaceAll(compared, (found) => bytes(found).replace(/^uuid(?=\()/, ""));
}

function withUuids(rows: Record<string, unknown>[]): Record<string, unknown>[] {
  for (const row of rows) {
    for (const [name, value] of Object.entries(row)) {
      if (!(value instanceof Uint8Array)) continue;
      row[name] = Buffer.from(value)
        .toString("hex")
        .replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
    }
  }
  return rows;
}

function useFile<T>(databaseUrl: string, use: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(databaseUrl.slice("sqlite:".length), { timeout: 5_000 });
  try {
    return use(database);
  } finally {
    database.close();
  }
}

/** The thread that queries while this one waits, so that a test can query synchronously. */
let asker: { readonly worker: Worker; readonly port: MessagePort; readonly answered: Int32Array };

function useServer(url: string, sql: string): Record<string, unknown>[] {
  asker ??= startAsker();
  Atomics.store(asker.answered, 0, 0);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- this is no window.
  asker.port.postMessage({ url, sql });
  // The notification of the query before may arrive only now; it wakes a wait whose answer is not there yet.
  while (Atomics.load(asker.answered, 0) === 0) {
    if (Atomics.wait(asker.answered, 0, 0, 60_000) === "timed-out") {
      throw new Error(`PostgreSQL did not answer: ${sql}`);
    }
  }
  const { rows, error } = receiveMessageOnPort(asker.port)?.message ?? { error: "no answer" };
  if (error !== undefined) throw new Error(`${error}: ${sql}`);
  return rows;
}

function startAsker(): typeof asker {
  const answered = new Int32Array(new SharedArrayBuffer(4));
  const { port1, port2 } = new MessageChannel();
  const worker = new Worker(new URL("query-thread.ts", import.meta.url), {
    workerData: { port: port2, answered },
    transferList: [port2],
  });
  worker.unref();
  port1.unref();
  return { worker, port: port1, answered };
}

import assert from "node:assert/strict";
import { copyFileSync, statSync } from "node:fs";
import { runCommandHere } from "../../harness/command-here.ts";
import { query } from "../../harness/query.ts";
import { acmeWith, booking, cancelPath } from "../../harness/seed.ts";
import { startTestService } from "../../harness/service.ts";
import { temporaryFolder } from "../../harness/temporary-folder.ts";

/** A database as a killed server leaves it, and a backup of what it was before; to be copied. */
export interface Installation extends Disposable {
  /** The database; beside it is its write-ahead log, whose name ends in `-wal`. */
  readonly database: string;
  readonly backupFile: string;
  /** Copies it into a folder. */
  copyTo(folder: { readonly path: string }, name?: string): CopiedInstallation;
}

interface CopiedInstallation {
  readonly path: string;
  readonly url: string;
}

export async function makeInstallation(): Promise<Installation> {
  const folder = temporaryFolder();
  const database = `${folder.path}/booking.db`;
  const backupFile = `${folder.path}/backup.db`;
  const lines = Array.from({ length: 200 }, (_, index) =>
    booking(`CUST-${index % 20}`, {
      slot_starting_at: `2030-05-${10 + (index % 10)}T08:00:00Z`,
    }),
  );
  await using service = await startTestService([acmeWith(lines)]);
  // A backup has whoever was signed in, and the imports.
  await service.store.sessions.begin({ keyHash: "hash", operatorId: "one" }, Date.now());
  await service.store.account(1 as never).importJobs.add({ id: "one", startedAt: 0, job: {} });
  const backup = await runCommandHere(service.databaseUrl, ["backup", backupFile]);
  assert.equal(backup.status, 0, backup.err);
  const token = await service.token();
  // What the write-ahead log holds would fit into the backup's pages, and must never get there.
  for (const line of lines.slice(0, 60)) {
    await service.call({
      method: "POST",
      path: cancelPath,
      token,
      body: { booking: line.booking },
    });
  }
  const live = service.databaseUrl.slice("sqlite:".length);
  copyFileSync(live, database);
  copyFileSync(`${live}-wal`, `${database}-wal`);
  assert.ok(statSync(`${database}-wal`).size > 100_000);
  return {
    database,
    backupFile,
    copyTo: (target, name = "booking.db") => {
      const path = `${target.path}/${name}`;
      copyFileSync(database, path);
      copyFileSync(`${database}-wal`, `${path}-wal`);
      return { path, url: `sqlite:${path}` };
    },
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  };
}

/** Everything that the tables of an installation hold but the marks of its servers' clocks, in a form that can be compared. */
export function contents(url: string): string {
  const tables = query(
    url,
    "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' and name not in ('clock_mark', 'operator_session', 'import_job') order by name",
  );
  return JSON.stringify(
    tables.map(({ name }) => [
      name,
      query(url, `select * from "${String(name)}"`).filter(
        (row) => row["action"] !== "database restored",
      ),
    ]),
  );
}

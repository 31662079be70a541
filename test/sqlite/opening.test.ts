import assert from "node:assert/strict";
import { once } from "node:events";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { Worker } from "node:worker_threads";
import { openSqliteDatabase } from "../../src/store/sqlite/database.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";

/** Holds the lock of a writer, for less time than an opening waits. */
const writer = `
  const { DatabaseSync } = require("node:sqlite");
  const { parentPort, workerData } = require("node:worker_threads");
  const database = new DatabaseSync(workerData);
  database.exec("begin immediate");
  parentPort.postMessage("holds it");
  setTimeout(() => database.exec("commit"), 100);`;

test("a restored file, which has no log yet, is opened once another process has released its lock", async () => {
  using folder = temporaryFolder();
  const path = `${folder.path}/booking.db`;
  const restored = new DatabaseSync(path);
  restored.exec("create table content (value)");
  restored.close();
  const other = new Worker(writer, { eval: true, workerData: path });
  // On a busy machine its message and its end may arrive together.
  const ended = once(other, "exit");
  await once(other, "message");
  const opened = openSqliteDatabase(path, false);
  assert.deepEqual({ ...opened.prepare("pragma journal_mode").get() }, { journal_mode: "wal" });
  opened.close();
  await ended;
});

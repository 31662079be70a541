import assert from "node:assert/strict";
import { test } from "node:test";
import { deskDatabase } from "./desk-database.ts";

class Opening extends EventTarget {
  result: unknown = undefined;
  error: Error | null = null;
}

/** A browser whose next database opens, or fails to. */
const browser = { fails: false, opened: 0, database: new EventTarget() };
const indexedDB = {
  open: () => {
    browser.opened += 1;
    const opening = new Opening();
    const { fails } = browser;
    if (fails) opening.error = new Error("The disk is full.");
    else opening.result = browser.database;
    queueMicrotask(() => opening.dispatchEvent(new Event(fails ? "error" : "success")));
    return opening;
  },
};
/** The classes that `idb` tells values apart by. */
class Other extends EventTarget {}
Object.assign(globalThis, {
  indexedDB,
  IDBRequest: Opening,
  IDBDatabase: EventTarget,
  IDBCursor: Other,
  IDBIndex: Other,
  IDBObjectStore: Other,
  IDBTransaction: Other,
});

test("the desk's database is opened again after it could not be opened, or was closed", async () => {
  browser.fails = true;
  await assert.rejects(deskDatabase(), /The disk is full/);
  browser.fails = false;
  const database = await deskDatabase();
  assert.equal(browser.opened, 2);
  assert.equal(await deskDatabase(), database);
  assert.equal(browser.opened, 2);
  // The browser closes it where the person deletes the site's data, or the disk fails.
  browser.database.dispatchEvent(new Event("close"));
  await deskDatabase();
  assert.equal(browser.opened, 3);
});

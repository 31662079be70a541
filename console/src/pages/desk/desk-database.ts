import { openDB, type DBSchema, type IDBPDatabase } from "idb";
import type { Errand } from "./errand.ts";

interface Tables extends DBSchema {
  readonly errands: {
    readonly key: string;
    readonly value: { readonly account: string; readonly errand: Errand };
    readonly indexes: { readonly account: string };
  };
}

let opened: Promise<IDBPDatabase<Tables>> | null = null;

/** What the desk keeps in this browser. */
export function deskDatabase(): Promise<IDBPDatabase<Tables>> {
  opened ??= openDB<Tables>("booking-console-desk", 1, {
    upgrade: (database) => {
      const errands = database.createObjectStore("errands", { keyPath: "errand.key" });
      errands.createIndex("account", "account");
    },
  });
  return opened;
}

import type { DehydratedState } from "@tanstack/react-query";
import { openDB, type DBSchema, type IDBPDatabase } from "idb";
import type { Session } from "../../api/session.ts";
import type { StoredRequest } from "./stored-request.ts";

interface Tables extends DBSchema {
  readonly errands: {
    readonly key: string;
    readonly value: {
      readonly account: string;
      /** Who scanned; absent where a version before 0.3.0 stored the scan. */
      readonly operator?: string;
      readonly errand: StoredRequest;
    };
    readonly indexes: { readonly account: string };
  };
  readonly days: {
    readonly key: string;
    readonly value: {
      readonly account: string;
      readonly until: number;
      readonly session: Session;
      readonly shown: DehydratedState;
    };
  };
}

let opened: Promise<IDBPDatabase<Tables>> | null = null;

/** Opens the desk's database in this browser; a database that failed to open or was closed is opened again. */
export function deskDatabase(): Promise<IDBPDatabase<Tables>> {
  opened ??= openTables().catch((error: unknown) => {
    opened = null;
    throw error;
  });
  return opened;
}

function openTables(): Promise<IDBPDatabase<Tables>> {
  return openDB<Tables>("booking-console-desk", 1, {
    upgrade: (database) => {
      const errands = database.createObjectStore("errands", { keyPath: "errand.key" });
      errands.createIndex("account", "account");
      database.createObjectStore("days", { keyPath: "account" });
    },
    terminated: () => {
      opened = null;
    },
  });
}

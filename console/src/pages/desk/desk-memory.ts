import { deskDatabase } from "./desk-database.ts";
import type { QueuedRequest } from "./queued-request.ts";
import { countScans, leftScans, markLeftScans, type LeftScans } from "./left-scans.ts";
import { readStored, toStored } from "./stored-request.ts";

/** Stores an operator's unsent requests beyond the life of the page. */
export interface DeskMemory {
  /** In the order of their scans. Those of other operators stay where they are. */
  load(): Promise<readonly QueuedRequest[]>;
  keep(request: QueuedRequest): void;
  forget(key: string): void;
}

/** Stores the requests of one operator at an account in this browser; without its database they live as long as the page. */
export function memoryOf(account: string, operator: string): DeskMemory {
  /** The changes run one after the other, so that a deletion is not overtaken by an earlier write. */
  let last: Promise<unknown> = Promise.resolve();
  const then = <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work);
    last = next.catch(() => null);
    return next;
  };
  return {
    load: async () => {
      const found = await then(async () =>
        (await deskDatabase()).getAllFromIndex("errands", "account", account),
      ).catch(() => []);
      return found
        .filter((each) => (each.operator ?? operator) === operator)
        .map(({ errand }) => readStored(errand))
        .toSorted((one, other) => one.at - other.at);
    },
    keep: (request) => {
      const value = { account, operator, errand: toStored(request) };
      void then(async () => (await deskDatabase()).put("errands", value)).catch(() => null);
    },
    forget: (key) =>
      void then(async () => {
        const database = await deskDatabase();
        await database.delete("errands", key);
        if (operator in leftScans()) markLeftScans(countScans(await database.getAll("errands")));
      }).catch(() => null),
  };
}

/** How many unsent scans other operators left at the account, by their names. */
export async function scansOfOthers(account: string, operator: string): Promise<LeftScans> {
  const found = await (await deskDatabase()).getAllFromIndex("errands", "account", account);
  return countScans(found.filter((each) => (each.operator ?? operator) !== operator));
}

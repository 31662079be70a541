import { deskDatabase } from "./desk-database.ts";
import type { QueuedRequest } from "./queued-request.ts";
import { readStored, toStored } from "./stored-request.ts";

/** Stores unsent requests beyond the life of the page. */
export interface DeskMemory {
  /** In the order of their scans. */
  load(): Promise<readonly QueuedRequest[]>;
  keep(request: QueuedRequest): void;
  forget(key: string): void;
}

/** Stores an account's requests in this browser; without its database they live as long as the page. */
export function memoryOf({
  tenant,
  environment,
}: {
  readonly tenant: string;
  readonly environment: string;
}): DeskMemory {
  const account = `${tenant}/${environment}`;
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
        .map(({ errand }) => readStored(errand))
        .toSorted((one, other) => one.at - other.at);
    },
    keep: (request) => {
      const value = { account, errand: toStored(request) };
      void then(async () => (await deskDatabase()).put("errands", value)).catch(() => null);
    },
    forget: (key) =>
      void then(async () => (await deskDatabase()).delete("errands", key)).catch(() => null),
  };
}

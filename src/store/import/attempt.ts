import type { Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import type { BatchWriter } from "../bookings/write-batch.ts";
import type { Engine } from "../engine.ts";
import type { Tables } from "../tables.ts";
import type { Key, KeyedQuestion } from "./keyed-question.ts";
import type { Scratch } from "./scratch.ts";

/** One transaction on the account, with the file laid out beside it. It may have to be repeated. */
export interface Attempt {
  readonly scratch: Scratch;
  readonly transaction: Kysely<Tables>;
  readonly locked: Engine["locked"];
  readonly writeRows: BatchWriter;
  readonly accountId: AccountId;
  /** Asks the account about at most `keysPerStatement` keys. */
  readonly ask: <Row>(question: KeyedQuestion<Row>, keys: readonly Key[]) => Promise<Row[]>;
  /** Lets other work of this process go on, now and then. */
  readonly yieldToEventLoop: () => Promise<void>;
}

/** Forgets what an earlier attempt found in the account. */
export function forgetAccount(scratch: Scratch): void {
  const tables = scratch
    .prepare(
      "select name from sqlite_schema where type = 'table' and (name glob 'known_*' or name glob 'found_*')",
    )
    .all();
  for (const { name } of tables) scratch.exec(`delete from ${String(name)}`);
}

/** How long an import keeps the event loop to itself. */
const breathAfterMs = 20;

/** On the embedded engine statements block; requests to the same process are let in between them. */
export function breather(): () => Promise<void> {
  let last = performance.now();
  return async () => {
    if (performance.now() - last < breathAfterMs) return;
    await new Promise((resume) => setImmediate(resume));
    last = performance.now();
  };
}

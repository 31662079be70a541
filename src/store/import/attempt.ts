import type { CompiledQuery, Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import type { BatchWriter } from "../bookings/write-batch.ts";
import type { Engine } from "../engine.ts";
import type { Tables } from "../tables.ts";
import type { Key, KeyedQuestion } from "./keyed-question.ts";
import type { Scratch } from "./scratch.ts";

/** One transaction on the account beside the scratch database. The engine may repeat it. */
export interface Attempt {
  readonly scratch: Scratch;
  readonly transaction: Kysely<Tables>;
  readonly locked: Engine["locked"];
  readonly lockedIfFree: Engine["lockedIfFree"];
  /** False in a snapshot, which locks nothing and writes nothing. */
  readonly holdsLocks: boolean;
  readonly writeRows: BatchWriter;
  readonly accountId: AccountId;
  /** Asks the account about at most `keysPerStatement` keys. */
  readonly ask: <Row>(question: KeyedQuestion<Row>, keys: readonly Key[]) => Promise<Row[]>;
  /** Inserts that were compiled for this engine, by what they insert. */
  readonly compiledInserts: Map<string, CompiledQuery>;
  /** Yields to the event loop when the import has held it for `eventLoopHoldMs`. */
  readonly yieldToEventLoop: () => Promise<void>;
}

/** Another transaction changed what the attempt had read, before its lock. The attempt is repeated. */
export class ChangedMeanwhile extends Error {}

/** Called for each booking that an attempt writes into one of the three tables. */
export type Advance = () => void;

/** Deletes the rows that an earlier attempt copied from the account or derived from them. */
export function forgetAccount(scratch: Scratch): void {
  const tables = scratch
    .prepare(
      "select name from sqlite_schema where type = 'table' and (name glob 'known_*' or name glob 'found_*')",
    )
    .all();
  for (const { name } of tables) scratch.exec(`delete from ${String(name)}`);
}

/** How long an import holds the event loop at a time. */
const eventLoopHoldMs = 20;

/** Statements of the embedded engine block the process, which serves requests between them. */
export function prepareEventLoopYielder(): () => Promise<void> {
  let last = performance.now();
  return async () => {
    if (performance.now() - last < eventLoopHoldMs) return;
    await new Promise((resume) => setImmediate(resume));
    last = performance.now();
  };
}

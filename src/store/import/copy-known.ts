import type { StatementSync } from "node:sqlite";
import type { Attempt } from "./attempt.ts";
import { inKeyChunks, type Key, type KeyedQuestion } from "./keyed-question.ts";
import type { DataKind } from "../../domain/data-file/data-line.ts";

/** Which rows of the account are copied into the scratch database, and how. */
export interface KnownRows<Row> extends KeyedQuestion<Row> {
  /** The question is asked where things of all these kinds occur. */
  readonly of: readonly DataKind[];
  /** Selects the keys from the scratch database. */
  readonly keys: string;
  /** Inserts a row into the scratch database: `?1` is the first of its selected columns. */
  readonly insert: string;
}

/** Copies the account's rows of the things that the file names. */
export async function copyKnown<Row extends object>(
  { scratch, ask, yieldToEventLoop }: Attempt,
  known: KnownRows<Row>,
): Promise<void> {
  if (!scratch.has(...known.of)) return;
  let insert: StatementSync | null = null;
  for (const keys of inKeyChunks(scratch.select<Key>(known.keys))) {
    for (const row of await ask(known, keys)) {
      insert ??= scratch.prepare(known.insert);
      insert.run(...(Object.values(row) as (string | number | null)[]));
    }
    await yieldToEventLoop();
  }
}

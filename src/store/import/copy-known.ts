import type { Compilable } from "kysely";
import type { Attempt } from "./attempt.ts";
import {
  inKeyChunks,
  prepareForKeys,
  type Key,
  type KeyTable,
  type KeyWidth,
} from "./keyed-statement.ts";
import { selectRows } from "./scratch.ts";

/** Which rows of the account are copied into the scratch database, and how. */
export interface KnownRows<Row> {
  /** Selects the keys from the scratch database. */
  readonly keys: string;
  /** How many columns a key has. */
  readonly width: KeyWidth;
  /** Selects the rows of these keys from the account; see `prepareForKeys`. */
  readonly rows: (keys: KeyTable) => Compilable<Row>;
  /** Inserts a row into the scratch database: `?1` is the first of its selected columns. */
  readonly insert: string;
}

/** Copies what the account has of the things that the file names. */
export async function copyKnown<Row extends object>(
  { scratch, transaction, yieldToEventLoop }: Attempt,
  known: KnownRows<Row>,
): Promise<void> {
  const rowsOf = prepareForKeys(known.width, known.rows);
  const insert = scratch.prepare(known.insert);
  for (const keys of inKeyChunks(selectRows<Key>(scratch, known.keys))) {
    for (const row of await rowsOf(transaction, keys)) {
      insert.run(...(Object.values(row) as (string | number | null)[]));
    }
    await yieldToEventLoop();
  }
}

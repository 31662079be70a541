import type { Kysely, RawBuilder } from "kysely";
import type { SmallWord } from "./columns.ts";
import type { Tables } from "./tables.ts";

/** What an engine does differently when it brings the tables of an older release into the present schema. */
export interface Conversion {
  /** Whether Citus has placed tables over nodes. */
  readonly isDistributed: (reads: Kysely<Tables>) => Promise<boolean>;
  /** Renames these tables, with a prefix, and puts the names of their indexes out of the way. */
  readonly setAside: (transaction: Kysely<Tables>, tables: readonly string[]) => Promise<void>;
  /** The columns of a table. */
  readonly columnsOf: (transaction: Kysely<Tables>, table: string) => Promise<readonly string[]>;
  /** The UUID, or the word of a fixed set, of a text. */
  readonly uuidOf: (text: RawBuilder<unknown>) => RawBuilder<unknown>;
  readonly wordOf: (text: RawBuilder<unknown>, type: SmallWord) => RawBuilder<unknown>;
  /** The clause that orders rows by their key, where a table is written faster so. */
  readonly inOrder: (key: RawBuilder<unknown>) => RawBuilder<unknown>;
  /** Runs `load`, which fills the empty tables, in the way that is fastest for many rows. */
  readonly fill: (
    transaction: Kysely<Tables>,
    tables: readonly string[],
    load: () => Promise<void>,
  ) => Promise<void>;
  /** Bytes of the whole database. */
  readonly size: (reads: Kysely<Tables>) => Promise<number>;
}

export const asidePrefix = "old_";

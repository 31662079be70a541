import type { Kysely } from "kysely";
import type { Engine } from "../engine.ts";
import type { Tables } from "../tables.ts";

/** Runs write transactions one after the other on the connection of `writes`. */
export function prepareTransactions(
  writes: Kysely<Tables>,
): Pick<Engine, "write" | "readThenWrite" | "alone"> {
  const write: Engine["write"] = (work) => writes.transaction().execute(work);
  return {
    write,
    readThenWrite: (read, decide) =>
      write(async (transaction) => {
        const decided = decide(await read(transaction));
        for (const statement of decided.writes) await transaction.executeQuery(statement);
        return decided.answer;
      }),
    // Write transactions never overlap here, so `alone` needs nothing more.
    alone: write,
  };
}

import { sql, type Kysely } from "kysely";
import { DatabaseUnusable, type Engine } from "../engine.ts";
import type { Tables } from "../tables.ts";

/**
 * Refuses to go on while a move of an account between installations is open: without its row, an account that
 * another installation serves would be served here again. A move in the state `removed` has left nothing but triggers.
 */
export async function endAccountMoves(
  engine: Pick<Engine, "dropMoveTriggers">,
  transaction: Kysely<Tables>,
): Promise<void> {
  await engine.dropMoveTriggers(transaction);
  const { rows } = await sql<{ account: string; state: string }>`
    /* migration */ select account, state
    from account_move
    where state <> 'removed'
    order by account`.execute(transaction);
  const [move] = rows;
  if (move === undefined) return;
  throw new DatabaseUnusable(
    `The account ${move.account} is being moved between installations (its move is ${move.state}), which this ` +
      "version of the program cannot finish. Run `booking account move` of the version before with --finish or " +
      "--back, then this version again.",
  );
}

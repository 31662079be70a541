import type { Kysely, Selectable } from "kysely";
import { formatAccountName, type AccountId, type AccountName } from "../../domain/account.ts";
import type { Engine } from "../engine.ts";
import type { Tables } from "../tables.ts";

export type MoveRow = Selectable<Tables["account_move"]>;

export type AccountMoveRefusal =
  | { readonly why: "schema"; readonly of: "--from" | "--to" }
  | { readonly why: "unknown-account" }
  | { readonly why: "earlier-move" }
  | { readonly why: "target-holds-account" }
  | { readonly why: "host-taken"; readonly host: string }
  | { readonly why: "other-target" }
  | { readonly why: "taken-over" }
  | { readonly why: "no-move" }
  | { readonly why: "not-moved" }
  | { readonly why: "already-moved" }
  | { readonly why: "removed" }
  | { readonly why: "too-busy" };

/** Ends a transaction without effect; the answer of the move is its refusal. */
export class MoveRefused extends Error {
  override name = "MoveRefused";
  readonly refusal: AccountMoveRefusal;
  constructor(refusal: AccountMoveRefusal) {
    super(refusal.why);
    this.refusal = refusal;
  }
}

/** The database's part in a move of this account; locked in a transaction. */
export async function readMove(
  database: Kysely<Tables>,
  account: AccountName,
  locked: Engine["locked"] | null = null,
): Promise<MoveRow | null> {
  const select = database
    .selectFrom("account_move")
    .selectAll()
    .where("account", "=", formatAccountName(account));
  return (
    (await (locked === null ? select : locked(select, "account_move")).executeTakeFirst()) ?? null
  );
}

/**
 * Locks the move until the transaction ends. Throws where another run of the command has gone on with it: a
 * run that was held up for a while must not write what it read before.
 */
export async function keepRun(
  transaction: Kysely<Tables>,
  locked: Engine["locked"],
  accountId: AccountId,
  run: string,
): Promise<MoveRow> {
  const select = transaction
    .selectFrom("account_move")
    .selectAll()
    .where("account_id", "=", accountId);
  const row = await locked(select, "account_move").executeTakeFirst();
  if (row?.run !== run) throw new MoveRefused({ why: "taken-over" });
  return row;
}

export async function setMove(
  transaction: Kysely<Tables>,
  accountId: AccountId,
  change: Partial<Pick<MoveRow, "state" | "run" | "paused_until">>,
): Promise<void> {
  await transaction
    .updateTable("account_move")
    .set(change)
    .where("account_id", "=", accountId)
    .execute();
}

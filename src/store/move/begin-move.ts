import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import { formatAccountName, type AccountId, type AccountName } from "../../domain/account.ts";
import { nextAccountId } from "../accounts/add-account.ts";
import { keepDirectory } from "../accounts/directory.ts";
import { findAccount, findOwner, identifyAccount } from "../accounts/read-accounts.ts";
import type { Engine } from "../engine.ts";
import type { Tables } from "../tables.ts";
import { MoveRefused, readMove, setMove, type MoveRow } from "./move-state.ts";

/** A move that this run continues. */
export interface BegunMove {
  readonly from: AccountId;
  readonly to: AccountId;
  readonly sourceState: MoveRow["state"];
  readonly targetState: MoveRow["state"];
}

/** Begins the move in both databases, or takes over the one that a run before has begun. */
export async function beginMove(
  source: Engine,
  target: Engine,
  order: { readonly account: AccountName; readonly run: string; readonly now: number },
): Promise<BegunMove> {
  const { account } = order;
  const held = await identifyAccount(target.reads, account);
  const begun = await readMove(source.reads, account);
  const arriving = await readMove(target.reads, account);
  if (held !== null && (begun === null || arriving?.move !== begun.move)) {
    throw new MoveRefused({ why: "target-holds-account" });
  }
  if (arriving === null) await refuseTakenHosts(source, target, account);
  const atSource = await source.write((transaction) => takeSource(source, transaction, order));
  const atTarget = await target.write((transaction) =>
    takeTarget(target, transaction, order, atSource),
  );
  return {
    from: atSource.account_id as AccountId,
    to: atTarget.account_id as AccountId,
    sourceState: atSource.state,
    targetState: atTarget.state,
  };
}

type Order = Parameters<typeof beginMove>[2];

/** A move that cannot end does not begin. */
async function refuseTakenHosts(
  source: Engine,
  target: Engine,
  account: AccountName,
): Promise<void> {
  const hosts = (await findAccount(source.reads, account))?.apiHosts ?? [];
  for (const host of hosts) {
    if ((await findOwner(target.reads, host)) !== null) {
      throw new MoveRefused({ why: "host-taken", host });
    }
  }
}

async function takeSource(
  source: Engine,
  transaction: Kysely<Tables>,
  { account, run, now }: Order,
): Promise<MoveRow> {
  await keepDirectory(transaction, source.locked);
  const row = await readMove(transaction, account, source.locked);
  if (row?.state === "arriving" || row?.state === "arrived") {
    throw new MoveRefused({ why: "earlier-move" });
  }
  if (row?.state === "removed") throw new MoveRefused({ why: "removed" });
  if (row !== null) {
    await setMove(transaction, row.account_id as AccountId, { run });
    return { ...row, run };
  }
  const id = await identifyAccount(transaction, account);
  if (id === null) throw new MoveRefused({ why: "unknown-account" });
  return insertMove(transaction, {
    account_id: id,
    account: formatAccountName(account),
    move: randomUUID(),
    run,
    state: "copying",
    paused_until: null,
    started_at: now,
  });
}

async function takeTarget(
  target: Engine,
  transaction: Kysely<Tables>,
  { account, run, now }: Order,
  begun: MoveRow,
): Promise<MoveRow> {
  await keepDirectory(transaction, target.locked);
  const row = await readMove(transaction, account, target.locked);
  if (row !== null) {
    if (row.move !== begun.move) throw new MoveRefused({ why: "other-target" });
    await setMove(transaction, row.account_id as AccountId, { run });
    return { ...row, run };
  }
  if (begun.state !== "copying") throw new MoveRefused({ why: "other-target" });
  const id = await nextAccountId(transaction);
  await transaction
    .insertInto("account")
    .values({ id, ...arrivingName(account), created_at: now })
    .execute();
  return insertMove(transaction, { ...begun, account_id: id, state: "arriving" });
}

/** The account's name until it has arrived: no command and no request can name it. */
export function arrivingName({ tenant, environment }: AccountName): AccountName {
  return { tenant: `${tenant} (arriving)`, environment };
}

async function insertMove(transaction: Kysely<Tables>, row: MoveRow): Promise<MoveRow> {
  await transaction.insertInto("account_move").values(row).execute();
  return row;
}

import { formatAccountName, type AccountId, type AccountName } from "../../domain/account.ts";
import { raiseDirectoryVersion, recordAudit, type AuditContext } from "../accounts/audit.ts";
import type { Engine } from "../engine.ts";
import { endTriggers } from "./end-triggers.ts";
import { keepRun, MoveRefused, readMove, setMove } from "./move-state.ts";
import { removeRows, type InTransaction } from "./remove-rows.ts";

/**
 * Undoes a move that has not arrived. The target is taken from every other run first, so none can activate it
 * once the source is open again.
 */
export async function takeMoveBack(
  source: Engine,
  target: Engine,
  order: { readonly account: AccountName; readonly run: string; readonly audit: AuditContext },
): Promise<void> {
  const { account, run, audit } = order;
  const begun = await readMove(source.reads, account);
  if (begun === null || begun.state === "arriving" || begun.state === "arrived") {
    throw new MoveRefused({ why: "no-move" });
  }
  if (begun.state === "removed") throw new MoveRefused({ why: "removed" });
  const from = begun.account_id as AccountId;
  const to = await target.write(async (transaction) => {
    const row = await readMove(transaction, account, target.locked);
    if (row === null && begun.state === "copying") return null;
    if (row?.move !== begun.move) throw new MoveRefused({ why: "other-target" });
    if (row.state === "arrived") throw new MoveRefused({ why: "already-moved" });
    await setMove(transaction, row.account_id as AccountId, { run });
    return row.account_id as AccountId;
  });
  await source.write(async (transaction) => {
    await setMove(transaction, from, { state: "copying", run, paused_until: null });
    await raiseDirectoryVersion(transaction);
    const subject = formatAccountName(account);
    await recordAudit(transaction, audit, "move reverted", null, subject);
  });
  if (to !== null) {
    const inTarget: InTransaction = (work) =>
      target.write(async (transaction) => {
        await keepRun(transaction, target.locked, to, run);
        return work(transaction);
      });
    await removeRows(to, inTarget);
    await inTarget(async (transaction) => {
      await transaction.deleteFrom("account_move").where("account_id", "=", to).execute();
      await transaction.deleteFrom("account").where("id", "=", to).execute();
      return true;
    });
  }
  await endTriggers(source, from, "both");
}

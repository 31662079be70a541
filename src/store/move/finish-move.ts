import { formatAccountName, type AccountId, type AccountName } from "../../domain/account.ts";
import { raiseDirectoryVersion, recordAudit, type AuditContext } from "../accounts/audit.ts";
import type { Engine } from "../engine.ts";
import { endTriggers } from "./end-triggers.ts";
import { MoveRefused, readMove, setMove } from "./move-state.ts";
import { followedTables, movedTableNames } from "./moved-tables.ts";
import { removeRows } from "./remove-rows.ts";

/**
 * Removes a moved account at the source, whose hosts are then unknown there. The triggers for deletes go
 * first, so the rows can be removed while every other write is still refused.
 */
export async function finishMove(
  source: Engine,
  target: Engine,
  { account, audit }: { readonly account: AccountName; readonly audit: AuditContext },
): Promise<void> {
  const begun = await readMove(source.reads, account);
  if (begun === null || begun.state === "arriving" || begun.state === "arrived") {
    throw new MoveRefused({ why: "no-move" });
  }
  const from = begun.account_id as AccountId;
  if (begun.state !== "removed") {
    const arrived = await readMove(target.reads, account);
    if (arrived !== null && arrived.move !== begun.move) {
      throw new MoveRefused({ why: "other-target" });
    }
    if (begun.state !== "moved" || arrived?.state !== "arrived") {
      throw new MoveRefused({ why: "not-moved" });
    }
    await source.triggers.drop(from, followedTables, "delete");
    await removeRows(from, (work) => source.write(work));
    await source.write(async (transaction) => {
      // Rows that housekeeping or the recorder of requests wrote in between.
      for (const table of movedTableNames.toReversed()) {
        await transaction.deleteFrom(table).where("account_id", "=", from).execute();
      }
      await transaction.deleteFrom("operator_account").where("account_id", "=", from).execute();
      await transaction.deleteFrom("account").where("id", "=", from).execute();
      await setMove(transaction, from, { state: "removed" });
      await raiseDirectoryVersion(transaction);
      const subject = formatAccountName(account);
      await recordAudit(transaction, audit, "account removed", null, subject);
    });
  }
  // The source's part goes last, so a run after a kill finds what is left.
  await target.write((transaction) =>
    transaction
      .deleteFrom("account_move")
      .where("account", "=", formatAccountName(account))
      .where("move", "=", begun.move)
      .execute(),
  );
  await endTriggers(source, from, "write");
}

import type { AccountId } from "../../domain/account.ts";
import type { Engine } from "../engine.ts";
import { rowsAtATime } from "./moved-rows.ts";
import { followedTables } from "./moved-tables.ts";

/** Removes the account's triggers, their notes, and the move: the last thing that is left of it at the source. */
export async function endTriggers(
  source: Engine,
  from: AccountId,
  left: "both" | "write",
): Promise<void> {
  if (left === "both") await source.triggers.drop(from, followedTables, "delete");
  await source.triggers.drop(from, followedTables, "write");
  let isDone = false;
  while (!isDone) {
    const ids = await source.reads
      .selectFrom("moved_row")
      .select("id")
      .where("account_id", "=", from)
      .limit(rowsAtATime)
      .execute();
    isDone = ids.length < rowsAtATime;
    if (ids.length === 0) break;
    await source.write((transaction) =>
      transaction
        .deleteFrom("moved_row")
        .where("account_id", "=", from)
        .where(
          "id",
          "in",
          ids.map(({ id }) => id),
        )
        .execute(),
    );
  }
  await source.write((transaction) =>
    transaction.deleteFrom("account_move").where("account_id", "=", from).execute(),
  );
}

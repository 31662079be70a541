import type { Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import type { SlotLine } from "../../domain/data-file/slot-line.ts";
import type { Tables } from "../tables.ts";
import { keysetPages, rowsPerPage } from "./keyset-pages.ts";

/** A slot, and how many of its seats are taken. */
export type SlotRow = SlotLine & { readonly taken: number };

const firstSlot = { interaction_id: "", activity_id: "", host_id: "", starting_at: 0 };

export async function* slotRows(
  reads: Kysely<Tables>,
  accountId: AccountId,
): AsyncGenerator<SlotRow[]> {
  const portions = keysetPages(firstSlot, (after) =>
    reads
      .selectFrom("slot")
      .innerJoin("interaction", (join) =>
        join
          .onRef("interaction.account_id", "=", "slot.account_id")
          .onRef("interaction.id", "=", "slot.interaction_id"),
      )
      .selectAll("slot")
      .select("interaction.public_key")
      .where("slot.account_id", "=", accountId)
      .where((where) =>
        where(
          where.refTuple(
            "slot.interaction_id",
            "slot.activity_id",
            "slot.host_id",
            "slot.starting_at",
          ),
          ">",
          where.tuple(after.interaction_id, after.activity_id, after.host_id, after.starting_at),
        ),
      )
      .orderBy("slot.interaction_id")
      .orderBy("slot.activity_id")
      .orderBy("slot.host_id")
      .orderBy("slot.starting_at")
      .limit(rowsPerPage)
      .execute(),
  );
  for await (const rows of portions) {
    yield rows.map((row) => ({
      kind: "slot",
      interaction: row.public_key,
      activity: row.activity_id,
      host: row.host_id === "" ? null : row.host_id,
      starting_at: row.starting_at,
      capacity: row.capacity,
      taken: row.taken,
    }));
  }
}

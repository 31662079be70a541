import { sql, type Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import { formatInstant } from "../../domain/instant.ts";
import { counted } from "../../domain/wording.ts";
import { slotName } from "../keys.ts";
import type { Tables } from "../tables.ts";
import { slotColumnsOf, type SlotColumns } from "../write/slot.ts";
import type { Finding, Invariant } from "./invariant.ts";

/** A server ends seats within a second; a busy machine may take longer. */
const toleratedMs = 60_000;

/**
 * Holds and offers end in time while a server runs: none is live a minute after its end. Those that no server could
 * end are no violation (`findSeatsLeft`).
 */
export const seatsEndInTime: Invariant = {
  name: "seats-end-in-time",
  find: async (reads, accountId, { limit, servedUntil }) => {
    const dueBy = servedUntil - toleratedMs;
    const rows = await findDue(reads, accountId, { dueAfter: -1, dueBy, limit });
    return rows.map((row) =>
      find(row, "although a server runs: its log may say why, and another start ends them."),
    );
  },
};

/** The slots in which seats are kept for longer than was said, because no server has run since. */
export async function findSeatsLeft(
  reads: Kysely<Tables>,
  accountId: AccountId,
  { now, servedUntil, limit }: { now: number; servedUntil: number; limit: number },
): Promise<Finding[]> {
  const dueAfter = servedUntil - toleratedMs;
  const rows = await findDue(reads, accountId, { dueAfter, dueBy: now - toleratedMs, limit });
  return rows.map((row) =>
    find(row, "because no server has run since: `booking serve` ends them at its start."),
  );
}

type DueSlot = SlotColumns & { readonly kept: number; readonly due_at: number };

/** Slots with seats that are live and were to end later than at `dueAfter`, and at `dueBy` at the latest. */
async function findDue(
  reads: Kysely<Tables>,
  accountId: AccountId,
  { dueAfter, dueBy, limit }: { dueAfter: number; dueBy: number; limit: number },
): Promise<DueSlot[]> {
  const { rows } = await sql<DueSlot>`
    select ${slotName}, cast(sum(hold.tickets) as bigint) as kept, min(hold.expires_at) as due_at
    from hold
    cross join slot
    where hold.account_id = ${accountId}
    and hold.state = 'live'
    and hold.expires_at > ${dueAfter}
    and hold.expires_at <= ${dueBy}
    and slot.account_id = ${accountId}
    and slot.number = hold.slot_number
    group by ${slotName}
    order by ${slotName}
    limit ${limit}`.execute(reads);
  return rows;
}

function find(row: DueSlot, why: string): Finding {
  const tickets = counted(row.kept, "ticket");
  return {
    slot: slotColumnsOf(row),
    message: `Seats of ${tickets} were kept until ${formatInstant(row.due_at)} and still are, ${why}`,
  };
}

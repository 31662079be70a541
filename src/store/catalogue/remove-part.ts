import type { Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import type { Engine } from "../engine.ts";
import type { Tables } from "../tables.ts";
import { findInteractionId } from "./find-interaction-id.ts";
import type { CatalogueLine } from "./catalogue-kinds.ts";
import type { RemovalRefusal, WentAlong } from "./removal.ts";
import { toHostColumn } from "./host-column.ts";

type PartLine = Extract<CatalogueLine, { kind: "slot" | "host" | "ticket_type" }>;

/** Removes a slot or ticket type without bookings, or a host without slots, or returns a refusal. */
export async function removePart(
  engine: Engine,
  transaction: Kysely<Tables>,
  accountId: AccountId,
  line: PartLine,
): Promise<RemovalRefusal | WentAlong> {
  const activity = {
    account_id: accountId,
    interaction_id: await findInteractionId(transaction, accountId, line.interaction),
    activity_id: line.activity,
  } as const;
  if (line.kind === "slot") {
    const slot = { ...activity, host_id: toHostColumn(line.host) } as const;
    await engine
      .locked(
        transaction
          .selectFrom("slot")
          .select("taken")
          .where((where) => where.and({ ...slot, starting_at: line.starting_at })),
        "slot",
      )
      .execute();
    const booking = await transaction
      .selectFrom("booking")
      .select("id")
      .where((where) => where.and({ ...slot, slot_starting_at: line.starting_at }))
      .limit(1)
      .executeTakeFirst();
    if (booking !== undefined) return { why: "in-use", by: "booking" };
    await transaction
      .deleteFrom("slot")
      .where((where) => where.and({ ...slot, starting_at: line.starting_at }))
      .execute();
  } else if (line.kind === "host") {
    const slot = await transaction
      .selectFrom("slot")
      .select("starting_at")
      .where((where) => where.and({ ...activity, host_id: line.id }))
      .limit(1)
      .executeTakeFirst();
    if (slot !== undefined) return { why: "in-use", by: "slot" };
    await transaction
      .deleteFrom("host")
      .where((where) => where.and({ ...activity, id: line.id }))
      .execute();
  } else {
    const booking = await transaction
      .selectFrom("booking")
      .select("id")
      .where((where) => where.and({ ...activity, ticket_type_id: line.id }))
      .limit(1)
      .executeTakeFirst();
    if (booking !== undefined) return { why: "in-use", by: "booking" };
    await transaction
      .deleteFrom("ticket_type")
      .where((where) => where.and({ ...activity, id: line.id }))
      .execute();
  }
  return {};
}

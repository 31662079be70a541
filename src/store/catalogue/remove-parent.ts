import type { Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import type { Engine } from "../engine.ts";
import type { Tables } from "../tables.ts";
import { findInteractionId } from "./find-interaction-id.ts";
import type { CatalogueLine } from "./catalogue-kinds.ts";
import type { RemovalRefusal, WentAlong } from "./removal.ts";

type ParentLine = Extract<CatalogueLine, { kind: "interaction" | "activity" }>;

/**
 * Removes a campaign or activity that was never booked, or returns why it cannot be removed. Its
 * parts are removed with it only if `withUnbooked` is set.
 */
export async function removeParent(
  engine: Engine,
  transaction: Kysely<Tables>,
  accountId: AccountId,
  line: ParentLine,
  withUnbooked: boolean,
): Promise<RemovalRefusal | WentAlong> {
  const publicKey = line.kind === "interaction" ? line.public_key : line.interaction;
  const interaction_id = await findInteractionId(transaction, accountId, publicKey);
  const campaign = { account_id: accountId, interaction_id } as const;
  const isActivity = line.kind === "activity";
  const parts = isActivity ? { ...campaign, activity_id: line.id } : campaign;
  // The first check takes no lock, so a refusal delays no booking.
  if (await hasRow(transaction, "booking", parts)) return { why: "in-use", by: "booking" };
  if (isActivity && !(await hasSibling(transaction, campaign, line.id))) {
    return { why: "last-activity" };
  }
  if (!isActivity && !withUnbooked) return { why: "not-empty", with: "activity" };
  // A booking locks its slot first. Once this transaction holds the slots' locks, no booking is in progress.
  await engine
    .locked(
      transaction
        .selectFrom("slot")
        .select("starting_at")
        .where((where) => where.and(parts))
        .orderBy("activity_id")
        .orderBy("host_id")
        .orderBy("starting_at"),
      "slot",
    )
    .execute();
  if (await hasRow(transaction, "booking", parts)) return { why: "in-use", by: "booking" };
  const along: Record<string, number> = {};
  for (const table of ["slot", "host", "ticket_type"] as const) {
    if (!withUnbooked && (await hasRow(transaction, table, parts))) {
      return { why: "not-empty", with: table === "ticket_type" ? "ticket type" : table };
    }
    const { numDeletedRows } = await transaction
      .deleteFrom(table)
      .where((where) => where.and(parts))
      .executeTakeFirst();
    if (numDeletedRows > 0) along[table] = Number(numDeletedRows);
  }
  const { numDeletedRows: activities } = await transaction
    .deleteFrom("activity")
    .where((where) => where.and(isActivity ? { ...campaign, id: line.id } : campaign))
    .executeTakeFirst();
  if (isActivity) return along;
  await transaction
    .deleteFrom("interaction")
    .where((where) => where.and({ account_id: accountId, id: interaction_id }))
    .execute();
  return { ...along, activity: Number(activities) };
}

interface Parts {
  readonly account_id: AccountId;
  readonly interaction_id: string;
  readonly activity_id?: string;
}

async function hasRow(
  transaction: Kysely<Tables>,
  table: "booking" | "slot" | "host" | "ticket_type",
  parts: Parts,
): Promise<boolean> {
  const row = await transaction
    .selectFrom(table)
    .select("activity_id")
    .where((where) => where.and(parts))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

async function hasSibling(
  transaction: Kysely<Tables>,
  campaign: Parts,
  activityId: string,
): Promise<boolean> {
  const other = await transaction
    .selectFrom("activity")
    .select("id")
    .where((where) => where.and(campaign))
    .where("id", "<>", activityId)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

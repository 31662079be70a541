import { sql, type Kysely, type Selectable } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import type { BookingLine, SlotLine } from "../../domain/data-file/data-line.ts";
import { changeOfEvent } from "../../domain/change-feed.ts";
import { eventType } from "../../domain/webhooks/delivery.ts";
import { feedDetailsOfBooking, type ChangeDetails } from "../changes/feed-details.ts";
import type { AuditContext } from "../accounts/audit.ts";
import { recordRequest } from "../accounts/idempotent-requests.ts";
import { findBookingDetails, type BookingDetails } from "../bookings/booking-details.ts";
import type { Engine } from "../engine.ts";
import { chunksOf, keepInsert, keepStatement } from "../statement.ts";
import type { Tables } from "../tables.ts";
import { underLease, type Lease } from "./lease.ts";
import { positionIn } from "./webhooks.ts";

/** A change that a webhook posts. */
export interface Delivery {
  /** The `webhook-id`, the same for every attempt and every replay. */
  readonly id: string;
  readonly type: string;
  /** What arrives in its order: the booking or the slot. */
  readonly lane: string;
  readonly cursor: string;
  readonly at: number;
  readonly actor: string;
  readonly requestId: string | null;
  /** As of `Change`; absent for a test, and where the booking's history has no such event. */
  readonly details?: ChangeDetails;
  /** The booking as it is now, or the slot as it was when the change was taken from the feed; null for a test. */
  readonly line: BookingLine | SlotLine | null;
}

/** A change as it is taken from the feed. A booking is read anew when it is sent; a slot names nobody. */
export interface TakenChange extends Omit<Delivery, "line"> {
  readonly bookingId: string | null;
  readonly slot: SlotLine | null;
}

type Row = Tables["webhook_delivery"];

/**
 * Takes changes from the feed: the deliveries and the cursor behind them are written together. Changes nothing
 * where the cursor is not `from` any more, which a replay has moved, or the webhook is not active. A delivery
 * that is known already is due again.
 */
export function takeChanges(
  engine: Engine,
  accountId: AccountId,
  lease: Lease,
  order: {
    readonly from: string;
    readonly cursor: string;
    readonly changes: readonly TakenChange[];
    readonly now: number;
  },
) {
  return underLease(engine, { ...lease, accountId }, async (transaction, held) => {
    if (held.state !== "active" || held.cursor !== order.from) return false;
    const rows = order.changes.map((each) => rowOf(accountId, lease.webhookId, each, order.now));
    for (const some of chunksOf(rows, rowsPerStatement)) {
      const values = some.map((row) => takenColumns.map((name) => row[name]));
      await transaction.executeQuery(insertTaken(transaction, values));
    }
    await transaction
      .updateTable("webhook")
      .set({ cursor: order.cursor, position: positionIn(order.cursor) })
      .where("account_id", "=", accountId)
      .where("id", "=", lease.webhookId)
      .execute();
    return true;
  });
}

/** PostgreSQL prepares a text for each number of rows. */
const rowsPerStatement = 50;

const takenColumns = [
  "account_id",
  "webhook_id",
  "id",
  "position",
  "lane",
  "booking_id",
  "slot",
  "type",
  "change_cursor",
  "at",
  "actor",
  "request_id",
  "attempts",
  "state",
  "failures",
  "first_at",
  "next_at",
  "ended_at",
] as const satisfies (keyof Row)[];

const insertTaken = keepInsert({
  table: "webhook_delivery",
  columns: takenColumns,
  replaces: ["account_id", "webhook_id", "id"],
  changes: ["state", "failures", "first_at", "next_at", "ended_at"],
});

function dueAgain(now: number) {
  return { state: "waiting", failures: 0, first_at: null, next_at: now, ended_at: null } as const;
}

function rowOf(accountId: AccountId, webhookId: string, change: TakenChange, now: number): Row {
  return {
    account_id: accountId,
    webhook_id: webhookId,
    id: change.id,
    position: positionIn(change.cursor),
    lane: change.lane,
    booking_id: change.bookingId,
    slot: change.slot === null ? null : JSON.stringify({ ...change.slot, told: change.details }),
    type: change.type,
    change_cursor: change.cursor,
    at: change.at,
    actor: change.actor,
    request_id: change.requestId,
    attempts: 0,
    ...dueAgain(now),
  };
}

/** Adds a delivery for no change. False for an unknown webhook, and for one that is not active. */
export function addTestDelivery(
  engine: Engine,
  accountId: AccountId,
  webhookId: string,
  test: TakenChange,
  { now, once }: AuditContext,
): Promise<boolean> {
  return engine.write(async (transaction) => {
    const active = await engine
      .locked(
        transaction
          .selectFrom("webhook")
          .select("id")
          .where("account_id", "=", accountId)
          .where("id", "=", webhookId)
          .where("state", "=", "active"),
        "webhook",
      )
      .executeTakeFirst();
    if (active === undefined) return false;
    await transaction
      .insertInto("webhook_delivery")
      .values(rowOf(accountId, webhookId, test, now))
      .execute();
    if (once !== undefined) await recordRequest(transaction, once, { subject: test.id }, now);
    return true;
  });
}

/**
 * The deliveries that are due, in the order of their times: of each lane the first one that was not delivered.
 * One that has failed holds back those behind it. Those of the lanes that are `busy` are left out.
 */
export async function dueDeliveries(
  engine: Engine,
  accountId: AccountId,
  { webhookId }: Lease,
  { now, limit, busy }: { now: number; limit: number; busy: ReadonlySet<string> },
): Promise<Delivery[]> {
  // Every lane that is busy has one at most among these.
  const most = limit + busy.size;
  const rows = await readDue(engine.reads, { accountId, webhookId, now, most });
  return withLines(engine, accountId, rows.filter(({ lane }) => !busy.has(lane)).slice(0, limit));
}

/** The account's webhooks that have deliveries whose time has come. */
export async function dueWebhooks(
  reads: Kysely<Tables>,
  accountId: AccountId,
  now: number,
): Promise<string[]> {
  const rows = await readDueWebhooks(reads, { accountId, now });
  return rows.map(({ id }) => id);
}

const readDueWebhooks = keepStatement(
  (database, values: { readonly accountId: AccountId; readonly now: number }) =>
    database
      .selectFrom("webhook_delivery")
      .select("webhook_id as id")
      .distinct()
      .where("account_id", "=", values.accountId)
      // As a value and not as a parameter, which the partial index would not serve.
      .where(sql<boolean>`state = 'waiting'`)
      .where("next_at", "<=", values.now),
);

interface DueValues {
  readonly accountId: AccountId;
  readonly webhookId: string;
  readonly now: number;
  readonly most: number;
}

const readDue = keepStatement((database, values: DueValues) =>
  database
    .selectFrom("webhook_delivery as delivery")
    .selectAll("delivery")
    .where("delivery.account_id", "=", values.accountId)
    .where("delivery.webhook_id", "=", values.webhookId)
    .where("delivery.state", "=", "waiting")
    .where("delivery.next_at", "<=", values.now)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom("webhook_delivery as before")
            .select("before.id")
            .where("before.account_id", "=", values.accountId)
            .where("before.webhook_id", "=", values.webhookId)
            .whereRef("before.lane", "=", "delivery.lane")
            .whereRef("before.position", "<", "delivery.position")
            // As values and not as parameters, which the partial index over what is open would not serve.
            .where(sql<boolean>`before.state in ('waiting', 'failed')`),
        ),
      ),
    )
    .orderBy("delivery.next_at")
    .orderBy("position")
    .limit(values.most),
);

export function deliveriesOf(database: Kysely<Tables>, accountId: AccountId, webhookId: string) {
  return database
    .selectFrom("webhook_delivery")
    .selectAll()
    .where("account_id", "=", accountId)
    .where("webhook_id", "=", webhookId);
}

/** Adds to each row the booking as it is now, or the slot as it was. */
export async function withLines<R extends Selectable<Row>>(
  engine: Engine,
  accountId: AccountId,
  rows: readonly R[],
): Promise<(Delivery & { readonly row: R })[]> {
  const ids = [...new Set(rows.flatMap(({ booking_id: id }) => (id === null ? [] : [id])))];
  const bookings =
    ids.length === 0 ? [] : await findBookingDetails(engine, accountId, { ids, limit: ids.length });
  const found = new Map(bookings.map((each) => [each.booking.id as string, each]));
  return rows.map((row) => ({
    id: row.id,
    type: row.type,
    lane: row.lane,
    cursor: row.change_cursor,
    at: row.at,
    actor: row.actor,
    requestId: row.request_id,
    ...toldOf(row, found.get(row.booking_id ?? "")),
    row,
  }));
}

/** The line of a delivery with the details of its event, from the booking's history or as the delivery was taken. */
function toldOf(
  { slot, type, at, actor }: Pick<Row, "slot" | "type" | "at" | "actor">,
  details: BookingDetails | undefined,
): Pick<Delivery, "line" | "details"> {
  if (slot !== null) {
    const { told, ...line } = JSON.parse(slot) as SlotLine & { readonly told?: ChangeDetails };
    return { line, ...(told !== undefined && { details: told }) };
  }
  if (details === undefined) return { line: null };
  const event = details.history.find(
    (each) =>
      each.recordedAt === at &&
      each.actor === actor &&
      eventType("booking", changeOfEvent(each.kind, each.status)) === type,
  );
  if (event === undefined) return { line: details.line };
  return { line: details.line, details: feedDetailsOfBooking(event.kind, actor, event.details) };
}

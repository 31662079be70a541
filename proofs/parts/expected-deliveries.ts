import type { BookingEventKind, BookingStatus } from "../../src/domain/booking.ts";
import { changeOfEvent } from "../../src/domain/change-feed.ts";
import { deliveryId, eventType } from "../../src/domain/webhooks/delivery.ts";
import type { AccountStore } from "../../src/store/account-store.ts";
import { query } from "../../test/harness/query.ts";
import type { TestService } from "../../test/harness/service.ts";

/** The last position that the feed has given. */
export async function placeNow(
  service: TestService,
  account: AccountStore,
): Promise<{ first: number }> {
  await account.readChanges({ start: "start", limit: 0, since: 0 });
  const [row] = query(service.databaseUrl, "select max(position) as at from booking_event");
  return { first: Number(row?.["at"]) };
}

/** The changes that every webhook must deliver. */
export async function expectedAfter(service: TestService, account: AccountStore, first: number) {
  await placeNow(service, account);
  return query(
    service.databaseUrl,
    `select position, booking_id, kind, booking_status, recorded_at
     from booking_event
     where position > ${first}
     order by position`,
  ).map((row) => {
    const change = changeOfEvent(
      row["kind"] as BookingEventKind,
      row["booking_status"] as BookingStatus,
    );
    const [position, of] = [Number(row["position"]), String(row["booking_id"])];
    return { position, of, type: eventType("booking", change), at: Number(row["recorded_at"]) };
  });
}

export function idsOf(webhook: string, changes: Awaited<ReturnType<typeof expectedAfter>>) {
  return new Map(
    changes.map((each) => [
      deliveryId(webhook, [each.position, each.of, each.type, each.at]),
      each,
    ]),
  );
}

/** The deliveries that the database does not hold to be delivered. */
export function notDelivered(
  { databaseUrl }: TestService,
  webhook: string,
  all: ReadonlyMap<string, object>,
): string[] {
  const rows = query(
    databaseUrl,
    `select id from webhook_delivery where webhook_id = '${webhook}' and state = 'delivered'`,
  );
  const delivered = new Set(rows.map(({ id }) => id));
  return [...all.keys()].filter((id) => !delivered.has(id));
}

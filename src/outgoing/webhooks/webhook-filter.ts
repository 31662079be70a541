import { parseChangeCursor } from "../../domain/change-feed.ts";
import {
  deliveryId,
  eventType,
  wants,
  type WebhookFilter,
} from "../../domain/webhooks/delivery.ts";
import type { Change, NamedBooking } from "../../store/doors/changes.ts";
import type { TakenChange } from "../../store/doors/webhooks.ts";

/** Webhooks of one key want the same. */
export function filterKey({ events, interactions }: WebhookFilter): string {
  return events.length + interactions.length === 0 ? "" : JSON.stringify([events, interactions]);
}

export function isTaken(
  filter: WebhookFilter,
  { change, line }: Pick<Change<NamedBooking>, "change" | "line">,
): boolean {
  return wants(filter, eventType(line.kind, change), line.interaction);
}

export function positionIn(cursor: string): number {
  return parseChangeCursor(cursor)?.position ?? 0;
}

/** A change that a webhook wants, as its delivery. */
export function deliveryOf(
  webhookId: string,
  { cursor, at, change, actor, requestId, details, line }: Change<NamedBooking>,
): TakenChange {
  const type = eventType(line.kind, change);
  const isBooking = line.kind === "booking";
  const lane = isBooking
    ? line.booking
    : JSON.stringify([line.interaction, line.activity, line.host, line.starting_at]);
  return {
    id: deliveryId(webhookId, [positionIn(cursor), lane, type, at]),
    type,
    lane,
    cursor,
    at,
    actor,
    requestId,
    bookingId: isBooking ? line.booking : null,
    slot: isBooking ? null : line,
    details,
  };
}

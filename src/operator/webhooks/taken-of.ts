import { parseChangeCursor } from "../../domain/change-feed.ts";
import { deliveryId, eventType, wants } from "../../domain/webhooks/delivery.ts";
import type { Change, NamedBooking } from "../../store/changes/read-changes.ts";
import type { TakenChange } from "../../store/webhooks/deliveries.ts";
import type { Held } from "../../store/webhooks/lease.ts";

/** A change as a delivery; none where the webhook does not want it. */
export function takenOf(
  webhook: Held,
  { cursor, at, change, actor, requestId, line }: Change<NamedBooking>,
): TakenChange[] {
  const type = eventType(line.kind, change);
  if (!wants(webhook, type, line.interaction)) return [];
  const isBooking = line.kind === "booking";
  const lane = isBooking
    ? line.booking
    : JSON.stringify([line.interaction, line.activity, line.host, line.starting_at]);
  const position = parseChangeCursor(cursor)?.position ?? 0;
  return [
    {
      id: deliveryId(webhook.id, [position, lane, type, at]),
      type,
      lane,
      cursor,
      at,
      actor,
      requestId,
      bookingId: isBooking ? line.booking : null,
      slot: isBooking ? null : line,
    },
  ];
}

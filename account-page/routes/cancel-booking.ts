import { randomUUID } from "node:crypto";
import { makeCancel } from "../bookings/make-cancel.ts";
import { rememberPendingCancel } from "../session/sessions.ts";
import { confirmView } from "../views/confirm-view.ts";
import { outcomeView } from "../views/outcome-view.ts";
import { page, redirect, type Answer } from "../web/answer.ts";
import type { CustomerVisit, Shop } from "../visit.ts";
import { withBooking } from "./asked-booking.ts";

/** Asks for confirmation. */
export function confirmCancel(visit: CustomerVisit, shop: Shop, id: string): Promise<Answer> {
  return withBooking(visit, shop, id, (booking) => {
    if (booking.booking_status === "CANCELLED") {
      const result = { kind: "already-cancelled" } as const;
      return page(outcomeView(visit, booking, { requestId: null, result }));
    }
    const pending = { booking, idempotencyKey: randomUUID(), outcome: null };
    rememberPendingCancel(visit.session, pending);
    return page(confirmView(visit, booking));
  });
}

/** Cancels the booking, and continues when the browser disconnects, because the outcome of a sent cancel should be known. */
export async function cancelBooking(
  { session }: CustomerVisit,
  { client }: Shop,
  id: string,
): Promise<Answer> {
  const pendingCancel = session.pendingCancels.get(id);
  if (pendingCancel === undefined) return redirect("/bookings");
  const outcome = await makeCancel(client, session.customer.externalId, pendingCancel);
  rememberPendingCancel(session, { ...pendingCancel, outcome });
  return redirect(`/bookings/${id}/outcome`);
}

/** Shows the outcome. A reload of this page sends nothing again. */
export function showOutcome(visit: CustomerVisit, _shop: Shop, id: string): Answer {
  const { booking, outcome = null } = visit.session.pendingCancels.get(id) ?? {};
  if (booking === undefined || outcome === null) return redirect("/bookings");
  return page(outcomeView(visit, booking, outcome));
}

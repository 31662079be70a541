import { randomUUID } from "node:crypto";
import type { Booking } from "booking-service-client";
import { findBooking } from "../bookings/find-booking.ts";
import { makeCancel } from "../bookings/make-cancel.ts";
import { problemOf } from "../bookings/problem.ts";
import { rememberPendingCancel } from "../session/sessions.ts";
import { confirmView } from "../views/confirm-view.ts";
import { outcomeView } from "../views/outcome-view.ts";
import { messageView, problemView } from "../views/problem-view.ts";
import { page, redirect, type Answer } from "../web/answer.ts";
import type { CustomerVisit, Shop } from "../visit.ts";
import { statusOf } from "./list-bookings.ts";

/** Asks for confirmation. */
export async function confirmCancel(
  visit: CustomerVisit,
  { client }: Shop,
  id: string,
): Promise<Answer> {
  const { session, language, signal, url } = visit;
  let booking: Booking | null;
  try {
    const startingAt = url.searchParams.get("start") ?? "";
    const asked = { id, startingAt, language, signal };
    booking = await findBooking(client, session.customer.externalId, asked);
  } catch (error) {
    const problem = problemOf(error);
    if (problem === null) throw error;
    return page(problemView(visit, "upcoming", problem), ...statusOf(problem));
  }
  if (booking === null) return page(messageView(visit, visit.words.bookingNotFound), 404);
  if (booking.booking_status === "CANCELLED") {
    const result = { kind: "already-cancelled" } as const;
    return page(outcomeView(visit, booking, { requestId: null, result }));
  }
  rememberPendingCancel(session, { booking, idempotencyKey: randomUUID(), outcome: null });
  return page(confirmView(visit, booking));
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

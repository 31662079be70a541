import type { Booking } from "booking-service-client";
import { findBooking } from "../bookings/find-booking.ts";
import { problemOf } from "../bookings/problem.ts";
import { messageView, problemView } from "../views/problem-view.ts";
import { page, type Answer } from "../web/answer.ts";
import type { CustomerVisit, Shop } from "../visit.ts";
import { statusOf } from "./list-bookings.ts";

/** Answers about one booking of the signed-in customer, or with the page that says why not. */
export async function withBooking(
  visit: CustomerVisit,
  { client }: Shop,
  id: string,
  answer: (booking: Booking) => Answer,
): Promise<Answer> {
  const { session, language, signal, url, words } = visit;
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
  if (booking === null) return page(messageView(visit, words.bookingNotFound), 404);
  return answer(booking);
}

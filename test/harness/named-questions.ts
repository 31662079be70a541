import type { BookingFilter } from "../../src/store/bookings/booking-rows.ts";

const day = 86_400_000;
const limit = 101;

/** Questions of operators for which an index finds the bookings (decision B323), by what they name. */
export const namedQuestions: Readonly<Record<string, BookingFilter>> = {
  contact: { externalId: "contact", limit },
  "contact and status": { externalId: "contact", statuses: ["CONFIRMED"], limit },
  "contact and day": { externalId: "contact", from: 0, to: day, limit },
  "a page of a contact": { externalId: "contact", after: { slotStartingAt: 1, id: "x" }, limit },
  attendee: { attendees: ["ada", "kin"], limit },
  request: { requestId: "request", limit },
  "request and status": { requestId: "request", statuses: ["CANCELLED"], limit },
  day: { from: 0, to: day, limit },
  "day and status": { from: 0, to: day, statuses: ["WAITLIST"], limit },
  "day and campaign": { from: 0, to: day, publicKey: "pk", limit },
  "a page of a day": { from: 0, to: day, after: { slotStartingAt: 1, id: "x" }, limit },
  time: { slotStartingAt: 1_000, limit },
  waitlist: {
    publicKey: "pk",
    activityId: "activity",
    slotStartingAt: 1_000,
    ids: Array.from({ length: 50 }, (_, index) => `id-${index}`),
    statuses: ["WAITLIST"],
    limit: 50,
  },
};

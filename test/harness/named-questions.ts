import { createHash } from "node:crypto";
import { firstUuid } from "../../src/store/uuid-columns.ts";
import type { BookingFilter } from "../../src/store/bookings/booking-rows.ts";

/** An id of the account that `question-plan.test.ts` fills. */
const idLike = (index: number) =>
  createHash("md5")
    .update(`id-${index}`)
    .digest("hex")
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
const day = 86_400_000;
const limit = 101;

/** Questions of operators for which an index finds the bookings (decision B323), by what they name. */
export const namedQuestions: Readonly<Record<string, BookingFilter>> = {
  contact: { externalId: "contact", limit },
  "contact and status": { externalId: "contact", statuses: ["CONFIRMED"], limit },
  "contact and day": { externalId: "contact", from: 0, to: day, limit },
  "a page of a contact": {
    externalId: "contact",
    after: { slotStartingAt: 1, id: firstUuid },
    limit,
  },
  attendee: { attendees: ["ada", "kin"], limit },
  request: { requestId: "request", limit },
  "request and status": { requestId: "request", statuses: ["CANCELLED"], limit },
  day: { from: 0, to: day, limit },
  "day and status": { from: 0, to: day, statuses: ["WAITLIST"], limit },
  "day and campaign": { from: 0, to: day, publicKey: "pk", limit },
  "a page of a day": { from: 0, to: day, after: { slotStartingAt: 1, id: firstUuid }, limit },
  time: { slotStartingAt: 1_000, limit },
  waitlist: {
    publicKey: "pk",
    activityId: "activity",
    slotStartingAt: 1_000,
    ids: Array.from({ length: 50 }, (_, index) => idLike(index)),
    statuses: ["WAITLIST"],
    limit: 50,
  },
};

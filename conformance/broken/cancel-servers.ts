import { setTimeout as sleep } from "node:timers/promises";
import type { Booking } from "../reference/state.ts";
import { correct, type BrokenServer } from "./broken-server.ts";

const done = { status: 200, body: {} };
/** The cancelled bookings that no list has shown since. */
const unseen = new WeakSet<Booking>();
/** A cancel waits for another one, to race with it, for so many turns of the event loop of a millisecond or more. */
const turnsAlone = 100;
const race = { cancels: 0 };

/** Servers that are wrong about which bookings can be cancelled, and about a cancel's effect. */
export const cancelServers: readonly BrokenServer[] = [
  {
    name: "answers a second cancel with 200",
    breaks: "R48",
    change: {
      refusedCancel: (why) => (why.startsWith("already") ? done : correct.refusedCancel(why)),
    },
  },
  {
    name: "moves booked_at with every further cancel",
    breaks: "R48",
    change: {
      refuseCancel(booking) {
        const why = correct.refuseCancel.call(this, booking);
        if (why?.startsWith("already") === true) booking.bookedAt += 1000;
        return why;
      },
    },
  },
  {
    name: "marks the booking cancelled although it refuses",
    breaks: "R48",
    change: {
      refuseCancel(booking) {
        const why = correct.refuseCancel.call(this, booking);
        if (why !== null) booking.status = "CANCELLED";
        return why;
      },
    },
  },
  {
    name: "cancels a checked-in booking",
    breaks: "R48",
    change: {
      refuseCancel: (booking) => (booking.status === "CANCELLED" ? "already cancelled" : null),
    },
  },
  {
    name: "names no booking that cannot be cancelled",
    breaks: "R48",
    change: { cancellableHeaders: () => ({ "preference-applied": "cancellable" }) },
  },
  {
    name: "cancels when only one of two attendees has checked in",
    breaks: "R45",
    change: {
      refuseCancel(booking) {
        const all = booking.tickets.every((ticket) => ticket.checkedIn);
        return all || booking.status === "CANCELLED" ? "cannot be cancelled" : null;
      },
    },
  },
  {
    name: "refuses a cancel for ever once an attendee has checked in",
    breaks: "R45",
    change: {
      refuseCancel: (booking) =>
        booking.tickets.some((ticket) => ticket.checkedIn)
          ? "checked in"
          : correct.refuseCancel(booking),
    },
  },
  {
    name: "cancels a booking whose ticket is cancelled already",
    breaks: "R48",
    change: {
      refuseCancel: (booking) => {
        if (booking.status === "CANCELLED") return "already cancelled";
        return booking.tickets.some((ticket) => ticket.checkedIn) ? "checked in" : null;
      },
    },
  },
  {
    name: "answers 409 where a cancel is refused",
    breaks: "R98",
    change: { refusedCancel: (why) => correct.error(409, 9, why) },
  },
  {
    name: "answers 500 where a cancel is refused",
    breaks: "R98",
    change: { refusedCancel: (why) => correct.error(500, 9, why) },
  },
  {
    name: "refuses to cancel a WAITLIST booking",
    breaks: "R47",
    change: {
      refuseCancel(booking) {
        return booking.status === "WAITLIST"
          ? "waitlisted"
          : correct.refuseCancel.call(this, booking);
      },
    },
  },
  {
    name: "answers 404 for an unknown booking",
    breaks: "R84",
    change: { unknownBooking: () => correct.error(404, 5, "no such booking") },
  },
  {
    name: "answers 400 for an unknown booking",
    breaks: "R84",
    change: { unknownBooking: () => correct.error(400, 5, "no such booking") },
  },
  {
    name: "answers 200 for an unknown booking",
    breaks: "R84",
    change: { unknownBooking: () => done },
  },
  {
    name: "cancels bookings of other accounts",
    breaks: "R84",
    change: {
      findBooking: (_account, accounts, id) =>
        accounts.flatMap(({ bookings }) => bookings).find(({ booking }) => booking === id),
    },
  },
  {
    name: "tells a foreign booking from an unknown one",
    breaks: "R84",
    change: {
      unknownBooking: (accounts, id) =>
        accounts.some(({ bookings }) => bookings.some(({ booking }) => booking === id))
          ? correct.error(500, 7, "this booking belongs to another account")
          : correct.unknownBooking(accounts, id),
    },
  },
  {
    name: "answers with the cancelled booking",
    breaks: "R46",
    change: {
      cancelAnswer(account, booking) {
        return { status: 200, body: { booking: this.record(account, booking, null) } };
      },
    },
  },
  {
    name: "answers 204 without a body",
    breaks: "R83",
    change: { cancelAnswer: () => ({ status: 204, body: {}, raw: "" }) },
  },
  {
    name: "answers 202 and cancels later",
    breaks: "R83",
    change: {
      cancelAnswer: () => ({ status: 202, body: {} }),
      cancel(account, booking, now) {
        setTimeout(() => correct.cancel.call(this, account, booking, now), 50);
      },
    },
  },
  {
    name: "shows a cancel only after a while",
    breaks: "R83",
    change: {
      cancel(account, booking, now) {
        correct.cancel.call(this, account, booking, now);
        unseen.add(booking);
      },
      status: (booking) => (unseen.delete(booking) ? "CONFIRMED" : booking.status),
    },
  },
  {
    name: "cancels the booking but leaves its tickets alone",
    breaks: "R46",
    change: {
      cancel(_account, booking, now) {
        booking.status = "CANCELLED";
        booking.bookedAt = now;
      },
    },
  },
  {
    name: "takes a booking out of the list when it is cancelled",
    breaks: "R41",
    change: {
      cancel(account, booking) {
        account.bookings.splice(account.bookings.indexOf(booking), 1);
      },
    },
  },
  {
    name: "cancels every booking of the contact",
    breaks: "R83",
    change: {
      cancel(account, booking, now) {
        const same = account.bookings.filter(
          (other) => other.external_id === booking.external_id && other.status === "CONFIRMED",
        );
        for (const other of [booking, ...same]) correct.cancel.call(this, account, other, now);
      },
    },
  },
  {
    name: "lets racing cancels all win",
    breaks: "R83",
    change: {
      // Two cancels that have both read the booking are a race, however late a busy machine delivers the second.
      async beforeChange() {
        race.cancels += 1;
        for (let turn = 0; race.cancels < 2 && turn < turnsAlone; turn += 1) await sleep(1);
        race.cancels -= 1;
      },
    },
  },
  {
    name: "frees the seat twice",
    breaks: "R49",
    change: {
      freeSeat(account, booking, now) {
        correct.freeSeat.call(this, account, booking, now);
        correct.freeSeat.call(this, account, booking, now);
      },
    },
  },
  {
    name: "frees the seat again with a refused cancel",
    breaks: "R49",
    change: {
      findBooking(account, accounts, id) {
        const booking = correct.findBooking.call(this, account, accounts, id);
        if (booking?.status === "CANCELLED") this.freeSeat(account, booking, booking.bookedAt);
        return booking;
      },
    },
  },
  {
    name: "promotes the last who waits instead of the first",
    breaks: "R49",
    change: {
      waiting(account, slot) {
        return correct.waiting.call(this, account, slot).toReversed();
      },
    },
  },
  {
    name: "cancels those who wait when a confirmed booking is cancelled",
    breaks: "R49",
    change: {
      freeSeat(account, freed) {
        for (const booking of this.waiting(account, freed)) booking.status = "CANCELLED";
      },
    },
  },
];

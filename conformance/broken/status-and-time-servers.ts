import { correct, type BrokenServer } from "./broken-server.ts";
import { patched } from "./patched-record.ts";

/** Servers that are wrong about the status and the times of a booking's record. */
export const statusAndTimeServers: readonly BrokenServer[] = [
  {
    name: "answers CHECKED_IN",
    breaks: "R42",
    change: {
      status: (booking) =>
        booking.tickets.every((ticket) => ticket.checkedIn) ? "CHECKED_IN" : booking.status,
    },
  },
  {
    name: "writes statuses in lower case",
    breaks: "R27",
    change: { status: (booking) => booking.status.toLowerCase() },
  },
  {
    name: "reads WAITLIST as CONFIRMED",
    breaks: "R40",
    change: { status: (booking) => (booking.status === "WAITLIST" ? "CONFIRMED" : booking.status) },
  },
  {
    name: "moves booked_at when somebody checks in",
    breaks: "R29",
    change: {
      bookedAt: (booking) =>
        booking.tickets.every((ticket) => ticket.checkedIn)
          ? booking.bookedAt + 60_000
          : booking.bookedAt,
    },
  },
  {
    name: "keeps the time of booking in booked_at after a cancel",
    breaks: "R28",
    change: {
      cancel(account, booking, now) {
        const { bookedAt } = booking;
        correct.cancel.call(this, account, booking, now);
        booking.bookedAt = bookedAt;
      },
    },
  },
  {
    name: "shows the present time as booked_at of those who wait",
    breaks: "R28",
    change: {
      bookedAt: (booking) => (booking.status === "WAITLIST" ? Date.now() : booking.bookedAt),
    },
  },
  {
    name: "sends times with an offset",
    breaks: "R24",
    change: { time: (ms) => correct.time(ms).replace("Z", "+00:00") },
  },
  {
    name: "sends booked_at as a local time with its offset",
    breaks: "R28",
    change: bookedAtInZone("+02:00"),
  },
  {
    name: "sends booked_at with an offset",
    breaks: "R28",
    change: bookedAtInZone("+00:00"),
  },
  {
    name: "sends times without a zone",
    breaks: "R24",
    change: { time: (ms) => correct.time(ms).replace("Z", "") },
  },
  {
    name: "sends times as milliseconds",
    breaks: "R24",
    change: patched((record) => ({
      ...record,
      slot_starting_at: Date.parse(String(record["slot_starting_at"])),
    })),
  },
  {
    name: "sends local times and calls them UTC",
    breaks: "R24",
    change: patched((record) => {
      const start = Date.parse(String(record["slot_starting_at"]));
      return { ...record, slot_starting_at: correct.time(start + 3_600_000) };
    }),
  },
];

/** Replaces the `Z` of `booked_at` by an offset. */
function bookedAtInZone(offset: string): BrokenServer["change"] {
  return patched((record) => ({
    ...record,
    booked_at: String(record["booked_at"]).replace("Z", offset),
  }));
}

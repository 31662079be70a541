import { expect, expectEqual, show } from "../engine/expect.ts";
import type { Rule } from "../rule.ts";

export const rules: readonly Rule[] = [
  {
    name: "booked-at-ends-in-z",
    requirements: ["R28"],
    sentence: "Holds the time of the current status",
    decisions: ["A6"],
    needs: ["listed"],
    async check({ listed }) {
      for (const { booked_at: time } of await listed()) {
        const good = typeof time === "string" && /T\d\d:\d\d:\d\d(\.\d{3})?Z$/.test(time);
        expect(good, `booked_at: received ${show(time)}`);
      }
    },
  },
  {
    name: "booked-at-is-of-the-current-status",
    requirements: ["R28"],
    sentence:
      "Holds the time of the current status: confirmation for CONFIRMED, waitlist entry for WAITLIST, cancellation for CANCELLED.",
    needs: ["known_times"],
    async check({ account, fact }) {
      for (const { booking_status, booked_at, ...named } of fact("known_times")) {
        const record = await account.record(named);
        const time = Date.parse(String(record?.["booked_at"]));
        expectEqual(time, Date.parse(booked_at), `booked_at of the ${booking_status} booking`);
      }
    },
  },
  {
    name: "booked-at-is-utc",
    requirements: ["R28"],
    sentence: "Holds the time of the current status",
    needs: ["listed"],
    async check({ listed, now }) {
      for (const { booked_at: time } of await listed()) {
        const utc =
          typeof time === "string" &&
          /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]00:00)$/.test(time);
        expect(utc && !Number.isNaN(Date.parse(time)), `booked_at: received ${show(time)}`);
        // A day of tolerance for a wrong clock.
        expect(Date.parse(time) < now() + 86_400_000, `booked_at lies in the future: ${time}`);
      }
    },
  },
  {
    name: "check-in-leaves-the-record-alone",
    requirements: ["R29", "R43"],
    sentence: "Check-in does not change it.",
    needs: ["checked_in"],
    async check({ account, fact }) {
      const { booked_at, ...named } = fact("checked_in");
      const record = await account.record(named);
      expectEqual(Date.parse(String(record?.["booked_at"])), Date.parse(booked_at), "booked_at");
    },
  },
  {
    name: "checked-in-reads-confirmed",
    requirements: ["R43", "R42"],
    sentence:
      "Check-in is recorded on the attendee, not the booking, so a checked-in booking still reads CONFIRMED.",
    needs: ["checked_in"],
    async check({ account, fact }) {
      const { booking, external_id } = fact("checked_in");
      const record = await account.record({ booking, external_id });
      expectEqual(
        record?.["booking_status"],
        "CONFIRMED",
        "booking_status of the checked-in booking",
      );
    },
  },
  {
    name: "every-status-is-listed",
    requirements: ["R39", "R40", "R41"],
    sentence: "The booking was cancelled.",
    needs: ["known_times"],
    async check({ account, fact }) {
      for (const { booking_status, ...named } of fact("known_times")) {
        const record = await account.record(named);
        expectEqual(record?.["booking_status"], booking_status, "booking_status");
      }
    },
  },
  {
    name: "status-is-one-of-three",
    requirements: ["R27", "R42"],
    sentence: "One of CONFIRMED, WAITLIST, CANCELLED in responses (see States).",
    needs: ["listed"],
    async check({ listed }) {
      for (const { booking_status: status } of await listed()) {
        const known = ["CONFIRMED", "WAITLIST", "CANCELLED"].includes(String(status));
        expect(known, `booking_status: received ${show(status)}`);
      }
    },
  },
];

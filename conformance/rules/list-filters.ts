import { recordsOf } from "../engine/caller.ts";
import { expect, expectEqual, expectStatus } from "../engine/expect.ts";
import { expectRefusedParameter, idsOf, startOf, totalOf, utc } from "../engine/list-claims.ts";
import type { Rule } from "../rule.ts";

export const rules: readonly Rule[] = [
  {
    name: "both-bounds-hold-together",
    requirements: ["R64", "R65", "R77"],
    sentence: "bound of the slot start time, RFC 3339, sent in UTC.",
    needs: ["listed"],
    async check({ account, fact, listed }) {
      const all = await listed();
      const starts = all.map(startOf).toSorted((a, b) => a - b);
      const middle = starts[Math.floor(starts.length / 2)] ?? 0;
      const range = {
        external_id: fact("listed").external_id,
        "slot_date_range.from": utc(middle - 1000),
        "slot_date_range.to": utc(middle + 1000),
      };
      const exchange = await account.list(range);
      const wanted = all.filter((record) => Math.abs(startOf(record) - middle) < 1000);
      expectEqual(idsOf(recordsOf(exchange)), idsOf(wanted), "the bookings of one second");
      expectEqual(totalOf(exchange), wanted.length, "total_count of one second");
    },
  },
  {
    name: "bound-with-an-offset-names-the-instant",
    requirements: ["R64"],
    sentence: "RFC 3339, sent in UTC.",
    decisions: ["A11"],
    needs: ["listed"],
    async check({ account, fact, listed }) {
      const all = await listed();
      const { external_id } = fact("listed");
      const start = startOf(all[Math.floor(all.length / 2)] ?? {});
      const local = utc(start + 7_200_000).replace("Z", "+02:00");
      const found = await account.records({ external_id, "slot_date_range.from": local });
      const wanted = all.filter((record) => startOf(record) >= start);
      expectEqual(idsOf(found), idsOf(wanted), `the bookings with slot_date_range.from=${local}`);
    },
  },
  {
    name: "checked-in-filter-adds-nothing",
    requirements: ["R44", "R66"],
    sentence: "A CHECKED_IN filter matches no bookings.",
    needs: ["checked_in"],
    async check({ account, fact }) {
      const { external_id } = fact("checked_in");
      const statuses = ["CHECKED_IN", "WAITLIST"];
      const both = await account.records({ external_id, booking_status: statuses });
      const one = await account.records({ external_id, booking_status: "WAITLIST" });
      expectEqual(idsOf(both), idsOf(one), "the bookings with CHECKED_IN and WAITLIST");
      const confirmed = await account.records({ external_id, booking_status: "CONFIRMED" });
      const { booking } = fact("checked_in");
      expect(
        idsOf(confirmed).includes(booking),
        "the checked-in booking is not among the CONFIRMED",
      );
    },
  },
  {
    name: "checked-in-filter-matches-nothing",
    requirements: ["R44", "R42", "R66"],
    sentence: "A CHECKED_IN filter matches no bookings.",
    needs: ["checked_in"],
    async check({ account, fact }) {
      const { external_id } = fact("checked_in");
      const exchange = await account.list({ external_id, booking_status: "CHECKED_IN" });
      expectStatus(exchange, 200, "a list with booking_status=CHECKED_IN");
      expectEqual(idsOf(recordsOf(exchange)), [], "the bookings with booking_status=CHECKED_IN");
      expectEqual(totalOf(exchange), 0, "total_count with booking_status=CHECKED_IN");
    },
  },
  {
    name: "crossed-bounds-match-nothing",
    requirements: ["R64", "R65"],
    sentence: "bound of the slot start time, RFC 3339, sent in UTC.",
    decisions: ["A10"],
    needs: ["listed"],
    async check({ account, fact, listed }) {
      const [first] = await listed();
      const start = startOf(first ?? {});
      const exchange = await account.list({
        external_id: fact("listed").external_id,
        "slot_date_range.from": utc(start + 1000),
        "slot_date_range.to": utc(start - 1000),
      });
      expectEqual(totalOf(exchange), 0, "total_count with from later than to");
    },
  },
  {
    name: "lower-bound-is-inclusive",
    requirements: ["R64"],
    sentence: "Lower bound of the slot start time",
    decisions: ["A9"],
    needs: ["listed"],
    async check({ account, fact, listed }) {
      const all = await listed();
      const { external_id } = fact("listed");
      for (const from of new Set(all.map((record) => String(record["slot_starting_at"])))) {
        const found = await account.records({ external_id, "slot_date_range.from": from });
        const wanted = all.filter((record) => startOf(record) >= Date.parse(from));
        expectEqual(idsOf(found), idsOf(wanted), `the bookings with slot_date_range.from=${from}`);
      }
    },
  },
  {
    name: "lower-bound-looks-at-the-start",
    requirements: ["R64"],
    sentence: "Lower bound of the slot start time, RFC 3339, sent in UTC.",
    needs: ["listed"],
    async check({ account, fact, listed }) {
      const all = await listed();
      const { external_id } = fact("listed");
      for (const start of new Set(all.map(startOf))) {
        // A second after the start, where an inclusive and an exclusive bound agree.
        const from = start + 1000;
        const found = await account.records({ external_id, "slot_date_range.from": utc(from) });
        const wanted = all.filter((record) => startOf(record) > from);
        expectEqual(
          idsOf(found),
          idsOf(wanted),
          `the bookings with slot_date_range.from=${utc(from)}`,
        );
      }
    },
  },
  {
    name: "repeated-status-combines",
    requirements: ["R66"],
    sentence: "Repeat the parameter to combine values.",
    needs: ["listed"],
    async check({ account, fact, listed }) {
      const all = await listed();
      const { external_id } = fact("listed");
      const combinations = [
        ["CONFIRMED", "WAITLIST"],
        ["WAITLIST", "CANCELLED"],
        ["CANCELLED", "CONFIRMED"],
        ["CONFIRMED", "WAITLIST", "CANCELLED", "CHECKED_IN"],
        ["WAITLIST", "WAITLIST"],
      ];
      for (const booking_status of combinations) {
        const found = await account.records({ external_id, booking_status });
        const wanted = all.filter((record) =>
          booking_status.includes(String(record["booking_status"])),
        );
        expectEqual(
          idsOf(found),
          idsOf(wanted),
          `the bookings with ${booking_status.join(" and ")}`,
        );
      }
    },
  },
  {
    name: "status-filter-keeps-its-status",
    requirements: ["R66", "R77"],
    sentence: "Filter by status.",
    needs: ["listed"],
    async check({ account, fact, listed }) {
      const all = await listed();
      const { external_id } = fact("listed");
      for (const status of ["CONFIRMED", "WAITLIST", "CANCELLED"]) {
        const exchange = await account.list({
          external_id,
          booking_status: status,
          page_size: 100,
        });
        const wanted = all.filter((record) => record["booking_status"] === status);
        expectEqual(
          idsOf(recordsOf(exchange)),
          idsOf(wanted),
          `the bookings with booking_status=${status}`,
        );
        expectEqual(totalOf(exchange), wanted.length, `total_count with booking_status=${status}`);
      }
    },
  },
  {
    name: "unknown-status-is-500",
    requirements: ["R66"],
    sentence: "Accepted values: CONFIRMED, WAITLIST, CHECKED_IN, CANCELLED.",
    decisions: ["A12"],
    async check({ account, unknownId }) {
      for (const booking_status of ["confirmed", "CONFIRMED,WAITLIST", "NO_SHOW", ""]) {
        await expectRefusedParameter(
          account,
          { external_id: unknownId(), booking_status },
          /status/i,
        );
      }
    },
  },
  {
    name: "unreadable-bound-is-500",
    requirements: ["R64", "R65"],
    sentence: "bound of the slot start time, RFC 3339, sent in UTC.",
    decisions: ["A11"],
    async check({ account, unknownId }) {
      const wrong = ["yesterday", "2030-02-30T00:00:00Z", "2030-05-01", "1893456000", ""];
      for (const name of ["slot_date_range.from", "slot_date_range.to"]) {
        for (const value of wrong) {
          const query = { external_id: unknownId(), [name]: value };
          await expectRefusedParameter(account, query, new RegExp(name.replace(".", "\\."), "i"));
        }
      }
    },
  },
  {
    name: "upper-bound-is-inclusive",
    requirements: ["R65"],
    sentence: "Upper bound of the slot start time",
    decisions: ["A9"],
    needs: ["listed"],
    async check({ account, fact, listed }) {
      const all = await listed();
      const { external_id } = fact("listed");
      for (const to of new Set(all.map((record) => String(record["slot_starting_at"])))) {
        const found = await account.records({ external_id, "slot_date_range.to": to });
        const wanted = all.filter((record) => startOf(record) <= Date.parse(to));
        expectEqual(idsOf(found), idsOf(wanted), `the bookings with slot_date_range.to=${to}`);
      }
    },
  },
  {
    name: "upper-bound-looks-at-the-start",
    requirements: ["R65"],
    sentence: "Upper bound of the slot start time, RFC 3339, sent in UTC.",
    needs: ["listed"],
    async check({ account, fact, listed }) {
      const all = await listed();
      const { external_id } = fact("listed");
      for (const start of new Set(all.map(startOf))) {
        // A second after the start, and long before the slot ends.
        const to = start + 1000;
        const found = await account.records({ external_id, "slot_date_range.to": utc(to) });
        const wanted = all.filter((record) => startOf(record) < to);
        expectEqual(idsOf(found), idsOf(wanted), `the bookings with slot_date_range.to=${utc(to)}`);
      }
    },
  },
];

import { at, expect, expectEqual, objectOf, show } from "../engine/expect.ts";
import { expectFields } from "../engine/record-fields.ts";
import type { Rule } from "../rule.ts";

export const rules: readonly Rule[] = [
  {
    name: "duration-is-the-activitys-without-hosts",
    requirements: ["R25"],
    sentence: "when there is no host choice",
    needs: ["activity_length"],
    async check({ account, fact }) {
      const { minutes, ...named } = fact("activity_length");
      const record = await account.record(named);
      expectEqual(record?.["slot_duration_in_minutes"], minutes, "slot_duration_in_minutes");
    },
  },
  {
    name: "duration-is-the-chosen-hosts",
    requirements: ["R25"],
    sentence: "taken from the booked slot's configuration (the chosen host's slot length",
    needs: ["host_length"],
    async check({ account, fact }) {
      const { minutes, host, ...named } = fact("host_length");
      const record = await account.record(named);
      expectEqual(record?.["slot_duration_in_minutes"], minutes, "slot_duration_in_minutes");
      expectEqual(at(record, "host.display_name"), host, "host.display_name");
    },
  },
  {
    name: "duration-is-whole-minutes-or-absent",
    requirements: ["R26"],
    sentence:
      "Omitted when the slot has no set duration; never defaulted to 60. Must be typed as optional.",
    needs: ["listed"],
    async check({ listed }) {
      for (const record of await listed()) {
        if (!("slot_duration_in_minutes" in record)) continue;
        const minutes = record["slot_duration_in_minutes"];
        const whole = typeof minutes === "number" && Number.isInteger(minutes) && minutes > 0;
        expect(whole, `slot_duration_in_minutes: received ${show(minutes)}`);
      }
    },
  },
  {
    name: "host-has-a-name-and-no-location",
    requirements: ["R32", "R33"],
    sentence:
      "The specific host booked (for example a named station or staff member). Field: display_name (string).",
    needs: ["listed"],
    async check({ listed }) {
      for (const record of await listed()) {
        if (!("host" in record)) continue;
        expectFields(record, "host", { display_name: "string" });
        const place = Object.keys(objectOf(record["host"])).find((name) => /locat/i.test(name));
        expect(place === undefined, `the host has a location: ${show(place)}`);
      }
    },
  },
  {
    name: "host-is-absent-without-a-choice",
    requirements: ["R31"],
    sentence: "offers a choice of hosts",
    needs: ["activity_length"],
    async check({ account, fact }) {
      const { minutes: _, ...named } = fact("activity_length");
      const record = await account.record(named);
      expect(record !== undefined, "the booking is not in its contact's list");
      expect(!("host" in record), `host: expected it absent, received ${show(record["host"])}`);
    },
  },
  {
    name: "host-is-present-with-a-choice",
    requirements: ["R31", "R32"],
    sentence: "offers a choice of hosts",
    needs: ["host_length"],
    async check({ account, fact }) {
      const { host, minutes: _, ...named } = fact("host_length");
      const record = await account.record(named);
      expectEqual(at(record, "host.display_name"), host, "host.display_name");
    },
  },
  {
    name: "host-without-duration-has-none",
    requirements: ["R25", "R26"],
    sentence: "Omitted when the slot has no set duration",
    decisions: ["A59"],
    needs: ["host_without_length"],
    async check({ account, fact }) {
      const { host, ...named } = fact("host_without_length");
      const record = await account.record(named);
      expectEqual(at(record, "host.display_name"), host, "host.display_name");
      expectEqual(record?.["slot_duration_in_minutes"], undefined, "slot_duration_in_minutes");
    },
  },
  {
    name: "no-set-duration-is-absent",
    requirements: ["R26"],
    sentence: "Omitted when the slot has no set duration; never defaulted to 60.",
    needs: ["no_length"],
    async check({ account, fact }) {
      const record = await account.record(fact("no_length"));
      expect(record !== undefined, "the booking is not in its contact's list");
      const minutes = record["slot_duration_in_minutes"];
      expect(
        !("slot_duration_in_minutes" in record),
        `slot_duration_in_minutes: expected it absent, received ${show(minutes)}`,
      );
    },
  },
];

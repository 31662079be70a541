import { recordsOf } from "../engine/caller.ts";
import { at, expect, expectEqual, objectOf, show } from "../engine/expect.ts";
import { idsOf, totalOf } from "../engine/list-claims.ts";
import { expectFields } from "../engine/record-fields.ts";
import type { Rule } from "../rule.ts";

export const rules: readonly Rule[] = [
  {
    name: "activity-has-three-texts",
    requirements: ["R21", "R35"],
    sentence:
      "Fields: id (string, touchpoint identifier), title (string, localised name), location_hint (string, localised location text).",
    needs: ["listed"],
    async check({ listed }) {
      const types = { id: "string", title: "string", location_hint: "string" } as const;
      for (const record of await listed()) expectFields(record, "activity", types);
    },
  },
  {
    name: "booking-is-a-bare-uuid",
    requirements: ["R13", "R34"],
    sentence:
      "Unique identifier of one booking (UUID string, used with no prefix and no transformation).",
    needs: ["listed"],
    async check({ listed }) {
      const records = await listed();
      for (const { booking } of records) {
        const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
        expect(
          typeof booking === "string" && uuid.test(booking),
          `booking: received ${show(booking)}`,
        );
      }
      expectEqual(new Set(idsOf(records)).size, records.length, "different values of booking");
    },
  },
  {
    name: "campaigns-hold-activities-and-groups",
    requirements: ["R14"],
    sentence:
      "A campaign (interaction) is identified by its public_key and contains one or more bookable activities (touchpoints).",
    needs: ["listed"],
    async check({ listed }) {
      const known = new Map<string, string>();
      for (const record of await listed()) {
        const key = String(at(record, "interaction.public_key"));
        const campaign = JSON.stringify([record["group"], record["interaction"]]);
        expectEqual(campaign, known.get(key) ?? campaign, `group and zone of the campaign ${key}`);
        known.set(key, campaign);
      }
    },
  },
  {
    name: "group-has-key-and-name",
    requirements: ["R23"],
    sentence:
      "The organisation the campaign belongs to. Fields: unique_key (string), display_name (string).",
    needs: ["listed"],
    async check({ listed }) {
      for (const record of await listed()) {
        expectFields(record, "group", { unique_key: "string", display_name: "string" });
      }
    },
  },
  {
    name: "interaction-has-key-and-zone",
    requirements: ["R22"],
    sentence:
      "Fields: public_key (string), timezone (string, IANA zone name such as a region/city name, not an offset).",
    needs: ["listed"],
    async check({ listed }) {
      for (const record of await listed()) {
        expectFields(record, "interaction", { public_key: "string", timezone: "string" });
        const zone = String(at(record, "interaction.timezone"));
        expect(isZoneName(zone), `interaction.timezone is no IANA zone name: ${show(zone)}`);
      }
    },
  },
  {
    name: "known-slots-start-on-time",
    requirements: ["R24", "R22"],
    sentence: "RFC 3339 timestamp in UTC, ending in Z.",
    needs: ["known_starts"],
    async check({ account, fact }) {
      for (const { slot_starting_at, timezone, ...named } of fact("known_starts")) {
        const record = await account.record(named);
        const start = Date.parse(String(record?.["slot_starting_at"]));
        expectEqual(
          new Date(start).toJSON(),
          new Date(slot_starting_at).toJSON(),
          "slot_starting_at",
        );
        expectEqual(at(record, "interaction.timezone"), timezone, "interaction.timezone");
      }
    },
  },
  {
    name: "record-holds-nothing-else",
    requirements: ["R38", "R21", "R22", "R23", "R30", "R32"],
    sentence:
      "Fields of the contact record and of the campaign record beyond what is embedded in a booking: not shown.",
    decisions: ["A50"],
    needs: ["listed"],
    async check({ listed }) {
      for (const record of await listed()) {
        const others = Object.keys(record).filter((name) => !(name in fields));
        expect(others.length === 0, `the record has fields of its own: ${others.join(", ")}`);
        for (const [field, known] of Object.entries(fields)) {
          const inside = Object.keys(objectOf(record[field]));
          const more = inside.filter((name) => !known.some((one) => one === name));
          expect(more.length === 0, `${field} has fields of its own: ${more.join(", ")}`);
        }
      }
    },
  },
  {
    name: "same-activity-id-in-two-campaigns",
    requirements: ["R15", "R16"],
    sentence:
      "is unique within a campaign, not across campaigns. The same id may appear under two campaigns.",
    needs: ["same_activity_id"],
    async check({ account, fact }) {
      for (const { activity_id, public_key, title, ...named } of fact("same_activity_id")) {
        const record = await account.record(named);
        expectEqual(at(record, "activity.id"), activity_id, "activity.id");
        expectEqual(at(record, "interaction.public_key"), public_key, "interaction.public_key");
        expectEqual(at(record, "activity.title"), title, `activity.title in ${public_key}`);
      }
    },
  },
  {
    name: "same-activity-id-lists-each-booking-once",
    requirements: ["R16", "R77"],
    sentence: "A touchpoint is identified uniquely by the pair",
    needs: ["same_activity_id"],
    async check({ account, fact }) {
      for (const { public_key, external_id } of fact("same_activity_id")) {
        const exchange = await account.list({ external_id, public_keys: public_key });
        const found = idsOf(recordsOf(exchange));
        expectEqual(
          new Set(found).size,
          found.length,
          `different bookings among those of ${public_key}`,
        );
        expectEqual(totalOf(exchange), found.length, `total_count of ${public_key}`);
      }
    },
  },
  {
    name: "slot-start-is-utc",
    requirements: ["R24"],
    sentence: "slot_starting_at / string / yes / RFC 3339 timestamp in UTC, ending in Z.",
    needs: ["listed"],
    async check({ listed }) {
      for (const { slot_starting_at: start } of await listed()) {
        const utc =
          typeof start === "string" && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(start);
        expect(
          utc && !Number.isNaN(Date.parse(start)),
          `slot_starting_at: received ${show(start)}`,
        );
      }
    },
  },
  {
    name: "text-without-translation-is-a-raw-map",
    requirements: ["R36"],
    sentence:
      "when the chosen or default language has no value for the field, the value may be a raw language map serialised as a string (an object keyed by language code).",
    needs: ["raw_map"],
    async check({ account, fact }) {
      const { field, texts, ...named } = fact("raw_map");
      const value = at(await account.record(named), `activity.${field}`);
      expect(
        typeof value === "string",
        `activity.${field}: expected a text, received ${show(value)}`,
      );
      // The interface says "may be", so one of the texts passes as well as the map.
      if (Object.values(texts).includes(value)) return;
      const map = parseMap(value);
      expect(
        map !== undefined,
        `activity.${field} is neither a text nor a map of texts: ${show(value)}`,
      );
      expectEqual(
        Object.entries(map).map(String).toSorted(),
        Object.entries(texts).map(String).toSorted(),
        `the map in activity.${field}`,
      );
    },
  },
  {
    name: "ticket-type-has-name-and-limit",
    requirements: ["R30"],
    sentence: "Fields: display_name (string), has_limited_capacity (boolean).",
    needs: ["listed"],
    async check({ listed }) {
      const types = { display_name: "string", has_limited_capacity: "boolean" } as const;
      for (const record of await listed()) expectFields(record, "ticket_type", types);
    },
  },
  {
    name: "unlimited-capacity-is-false",
    requirements: ["R30"],
    sentence: "has_limited_capacity (boolean).",
    needs: ["unlimited_ticket", "limited_ticket"],
    async check({ account, fact }) {
      const unlimited = await account.record(fact("unlimited_ticket"));
      expectEqual(at(unlimited, "ticket_type.has_limited_capacity"), false, "has_limited_capacity");
      const limited = await account.record(fact("limited_ticket"));
      expectEqual(at(limited, "ticket_type.has_limited_capacity"), true, "has_limited_capacity");
    },
  },
];

function isZoneName(zone: string): boolean {
  if (/^[+-]|^(GMT|UTC)[+-]|^Etc\/GMT[+-]/.test(zone)) return false;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

/** The fields of a record, each with its own fields where it is an object. */
const fields: Readonly<Record<string, readonly string[]>> = {
  activity: ["id", "title", "location_hint"],
  interaction: ["public_key", "timezone"],
  group: ["unique_key", "display_name"],
  slot_starting_at: [],
  slot_duration_in_minutes: [],
  booking_status: [],
  booked_at: [],
  ticket_type: ["display_name", "has_limited_capacity"],
  host: ["display_name"],
  booking: [],
};

function parseMap(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

import assert from "node:assert/strict";
import { test } from "node:test";
import { bookingStatuses } from "../../src/domain/booking.ts";
import { isUuid } from "../../src/domain/identifier.ts";
import { parseInstant } from "../../src/domain/instant.ts";
import { isBaseLanguage } from "../../src/domain/language.ts";
import { isTimeZone } from "../../src/domain/zones/zone-clock.ts";
import { demoDataFile } from "./demo-data.ts";
import {
  activityOf,
  demos,
  ticketTypeOf,
  type Demo,
  type Line,
} from "../../test/harness/read-demo.ts";

type Fields = Readonly<Record<string, (value: unknown) => boolean>>;

/** Operator interface, Data files: the fields that a line of each kind must and may have. */
const contract: Readonly<Record<string, { readonly must: Fields; readonly may: Fields }>> = {
  group: { must: { unique_key: isText, display_name: isText }, may: {} },
  interaction: {
    must: {
      public_key: isText,
      group: isText,
      timezone: (value) => isText(value) && isTimeZone(value),
      default_language: isLanguage,
      languages: (value) => Array.isArray(value) && value.every(isLanguage),
    },
    may: {
      id: isLowerUuid,
      cancellation_cutoff_minutes: isCount,
      waitlist_promotion: (value) => value === "manual" || value === "automatic",
      title: isLanguageMap,
    },
  },
  activity: {
    must: { interaction: isText, id: isText, title: isLanguageMap },
    may: { location_hint: isLanguageMap, slot_duration_in_minutes: isDuration },
  },
  host: {
    must: { interaction: isText, activity: isText, id: isText, display_name: isText },
    may: { slot_duration_in_minutes: isDuration },
  },
  ticket_type: {
    must: {
      interaction: isText,
      activity: isText,
      id: isText,
      display_name: isText,
      has_limited_capacity: isTruth,
    },
    may: { capacity_per_slot: isCount },
  },
  slot: {
    must: { interaction: isText, activity: isText, starting_at: isTime, capacity: isCount },
    may: { host: isText },
  },
  booking: {
    must: {
      booking: isLowerUuid,
      external_id: isText,
      interaction: isText,
      activity: isText,
      slot_starting_at: isTime,
      ticket_type: isText,
      booking_status: (value) => bookingStatuses.some((status) => status === value),
      booked_at: isTime,
    },
    may: {
      host: isText,
      tickets: (value) =>
        Array.isArray(value) &&
        value.every((ticket) => fieldsFit(ticket, { must: {}, may: ticketFields })),
    },
  },
};

const attendeeFields: Fields = { display_name: isText, checked_in_at: isTimeOrNull };

const ticketFields: Fields = {
  cancelled_at: isTimeOrNull,
  attendee: (value) => fieldsFit(value, { must: {}, may: attendeeFields }),
};

test("every line has the fields of the contract and no others", () => {
  for (const { now } of demos) {
    for (const line of demoDataFile(now)) {
      const { kind, ...fields } = line as Line;
      const expected = contract[String(kind)];
      assert.ok(expected && fieldsFit(fields, expected), JSON.stringify(line));
    }
  }
});

test("every kind of line occurs, and nothing is named twice", () => {
  for (const demo of demos) {
    for (const kind of Object.keys(contract)) {
      const keys = linesOf(demo, kind).map(keyOf);
      assert.ok(keys.length > 0, `there is no ${kind}`);
      assert.equal(new Set(keys).size, keys.length, `a ${kind} is named twice`);
    }
  }
});

test("every line refers only to lines that exist", () => {
  for (const demo of demos) {
    const keys = (kind: string) => new Set(linesOf(demo, kind).map(keyOf));
    const [groups, interactions, activities] = [
      keys("group"),
      keys("interaction"),
      keys("activity"),
    ];
    for (const line of demo.interaction) {
      assert.ok(groups.has(String(line["group"])));
      assert.ok((line["languages"] as unknown[]).includes(line["default_language"]));
    }
    for (const line of demo.activity) assert.ok(interactions.has(String(line["interaction"])));
    for (const line of [...demo.host, ...demo.ticket_type, ...demo.slot]) {
      assert.ok(activities.has(`${String(line["interaction"])} ${String(line["activity"])}`));
    }
    // These throw where the one line that is meant does not exist.
    for (const booking of demo.booking) {
      demo.slotOf(booking);
      activityOf(demo, booking);
      ticketTypeOf(demo, booking);
    }
  }
});

test("a slot names one of its activity's hosts where there are any, and else none", () => {
  for (const demo of demos) {
    for (const slot of demo.slot) {
      const hosts = demo.host.filter(
        (host) =>
          host["interaction"] === slot["interaction"] && host["activity"] === slot["activity"],
      );
      const named = hosts.some((host) => host["id"] === slot["host"]);
      assert.equal(named, hosts.length > 0);
      assert.equal(Object.hasOwn(slot, "host"), named);
    }
  }
});

test("every booking has an id of version 4's shape", () => {
  const v4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
  for (const demo of demos) for (const { booking } of demo.booking) assert.match(booking, v4);
});

function linesOf(demo: Demo, kind: string): readonly Line[] {
  return (demo as unknown as Readonly<Record<string, readonly Line[]>>)[kind] ?? [];
}

/** The key of a line among those of its kind. */
function keyOf(line: Line): string {
  if (line["kind"] === "group") return String(line["unique_key"]);
  if (line["kind"] === "interaction") return String(line["public_key"]);
  if (line["kind"] === "booking") return String(line["booking"]);
  const parts = ["interaction", "activity", "host", "id", "starting_at"];
  return parts
    .flatMap((field) => (Object.hasOwn(line, field) ? [String(line[field])] : []))
    .join(" ");
}

function fieldsFit(value: unknown, { must, may }: { must: Fields; may: Fields }): boolean {
  if (typeof value !== "object" || value === null) return false;
  const known = { ...may, ...must };
  return (
    Object.keys(must).every((field) => Object.hasOwn(value, field)) &&
    Object.entries(value).every(([field, content]) => known[field]?.(content) ?? false)
  );
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "" && value.trim() === value;
}

function isLowerUuid(value: unknown): boolean {
  return isText(value) && isUuid(value);
}

function isLanguage(value: unknown): boolean {
  return isText(value) && isBaseLanguage(value);
}

function isLanguageMap(value: unknown): boolean {
  return (
    typeof value === "object" &&
    value !== null &&
    Object.keys(value).every(isLanguage) &&
    Object.values(value).every(isText)
  );
}

function isTruth(value: unknown): boolean {
  return typeof value === "boolean";
}

function isCount(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 0;
}

function isDuration(value: unknown): boolean {
  return isCount(value) && Number(value) >= 1 && Number(value) <= 1440;
}

function isTime(value: unknown): boolean {
  return isText(value) && parseInstant(value) !== null && value.endsWith("Z");
}

function isTimeOrNull(value: unknown): boolean {
  return value === null || isTime(value);
}

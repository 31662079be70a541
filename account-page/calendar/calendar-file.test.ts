import assert from "node:assert/strict";
import { test } from "node:test";
import ICAL from "ical.js";
import { sync } from "node-ical";
import { french } from "../words/french.ts";
import { bookingAt, bookingsAround, fileOf, nights, now } from "../test/calendar-nights.ts";
import { calendarFile } from "./calendar-file.ts";

/** The events as ical.js reads them. */
function eventsOf(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text));
  return calendar.getAllSubcomponents("vevent").map((part) => new ICAL.Event(part));
}

/** The starts and ends as node-ical reads them. */
function timesOfNodeIcal(text: string): [string, string][] {
  const events = Object.values(sync.parseICS(text)).filter((part: any) => part.type === "VEVENT");
  return events.map(({ start, end }: any) => [start.toISOString(), end.toISOString()]);
}

test("an event has the booking's facts, in UTC, and the clock at the place in words", () => {
  const one = bookingAt("2030-05-01T08:00:00Z", "Europe/Paris", {
    slot_duration_in_minutes: 45,
    host: { display_name: "Ann" },
  });
  const text = fileOf([one]);
  assert.match(text, /\r\nDTSTART:20300501T080000Z\r\nDTEND:20300501T084500Z\r\n/);
  assert.match(text, /\r\nDTSTAMP:20300401T101112Z\r\nLAST-MODIFIED:20300401T101112Z\r\n/);
  assert.doesNotMatch(text, /TZID|VTIMEZONE/);
  const [event] = eventsOf(text);
  assert.deepEqual(
    [event?.uid, event?.summary, event?.location, event?.description, event?.sequence],
    [
      one.booking,
      "Tasting",
      "Hall 2",
      "10:00–10:45 (Europe/Paris)\nWith Ann\nStandard\nAcme",
      now.getTime() / 1000,
    ],
  );
  assert.equal(event?.component.getFirstPropertyValue("status"), "CONFIRMED");
  assert.doesNotMatch(text, /METHOD|ATTENDEE|ORGANIZER|VALARM/);
});

test("R26 a slot without a length is an event without an end", () => {
  const text = fileOf([bookingAt("2030-05-01T08:00:00Z", "Europe/Paris")]);
  assert.doesNotMatch(text, /DTEND|\nDURATION/);
});

test("a cancelled booking and a waiting one say so, and a later file supersedes an earlier one", () => {
  const statuses = ["CONFIRMED", "WAITLIST", "CANCELLED"] as const;
  const events = statuses.map((booking_status, seconds) => {
    const booked_at = new Date(now.getTime() + 1_000 * seconds).toISOString();
    const one = bookingAt("2030-05-01T08:00:00Z", "Europe/Paris", { booking_status, booked_at });
    return eventsOf(fileOf([one]))[0];
  });
  assert.deepEqual(
    events.map((event) => [event?.component.getFirstPropertyValue("status"), event?.summary]),
    [
      ["CONFIRMED", "Tasting"],
      ["TENTATIVE", "On the waitlist · Tasting"],
      ["CANCELLED", "Cancelled · Tasting"],
    ],
  );
  const sequences = events.map((event) => event?.sequence ?? 0);
  assert.deepEqual(
    sequences,
    sequences.toSorted((one, other) => one - other),
  );
  assert.equal(new Set(sequences).size, 3);
  assert.equal(
    eventsOf(
      fileOf([bookingAt("2090-05-01T08:00:00Z", "UTC", { booked_at: "2090-01-01T00:00:00Z" })]),
    )[0]?.sequence,
    2 ** 31 - 1,
  );
});

test("texts keep every character, in lines of at most 75 bytes that end in CRLF", () => {
  const odd = `Ça, c’est; \\ "bon"\n${"🎫é漢".repeat(40)} a:b\u0007\ud800`;
  const one = bookingAt("2030-05-01T08:00:00Z", "Europe/Paris", {
    activity: { id: "x", title: odd, location_hint: odd },
    ticket_type: { display_name: odd, has_limited_capacity: true },
  });
  const text = calendarFile([one], { language: "fr", words: french, home: "http://page/" });
  assert.equal(text.replaceAll("\r\n", "").match(/[\r\n]/), null);
  assert.ok(text.endsWith("END:VCALENDAR\r\n"));
  for (const line of text.split("\r\n")) {
    assert.ok(Buffer.byteLength(line) <= 75, line);
    assert.ok(line.isWellFormed(), "no character is cut in two");
  }
  const shown = odd.replace("\u0007", " ").toWellFormed();
  const [event] = eventsOf(text);
  assert.deepEqual([event?.summary, event?.location], [shown, shown]);
  const other: any = Object.values(sync.parseICS(text)).find((part: any) => part.type === "VEVENT");
  assert.deepEqual([other.summary, other.location], [shown, shown]);
});

for (const [zone, night] of nights) {
  test(`two readers read every start and end around ${night} in ${zone} as it is`, () => {
    const { bookings, times: wanted } = bookingsAround(zone, night);
    const text = fileOf(bookings);
    const read = eventsOf(text).map(({ startDate, endDate }) =>
      [startDate, endDate].map((time) => time.toJSDate().toISOString()),
    );
    assert.deepEqual(read, wanted);
    assert.deepEqual(timesOfNodeIcal(text), wanted);
  });
}

test("the file's properties stand before its components, and one without events has a component", () => {
  const whole = fileOf([bookingAt("2030-05-01T08:00:00Z", "Europe/Paris")]);
  const empty = fileOf([]);
  for (const text of [whole, empty]) {
    const [head = ""] = text.split("BEGIN:V", 3).slice(1);
    for (const name of ["VERSION", "PRODID", "REFRESH-INTERVAL;VALUE=DURATION"]) {
      assert.ok(head.includes(`\r\n${name}:`), name);
    }
    assert.equal(new ICAL.Component(ICAL.parse(text)).getAllSubcomponents().length, 1);
  }
  assert.deepEqual(eventsOf(empty), []);
});

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { daysOfCalendar } from "./holiday-calendar.ts";
import { formatLocal, parseDay } from "./local-time.ts";

const day = (text: string) => parseDay(text) ?? assert.fail();
const asked = { from: day("2030-06-01"), to: day("2033-05-31"), timezone: "Europe/Berlin" };

/** The days of a calendar with these events, or the number of its line and why it is not read. */
function read(...events: readonly (readonly string[])[]) {
  const lines = events.flatMap((event) => ["BEGIN:VEVENT", ...event, "END:VEVENT"]);
  const text = ["BEGIN:VCALENDAR", ...lines, "END:VCALENDAR"].join("\r\n");
  const found = daysOfCalendar(text, asked);
  if ("badLine" in found) return `${found.badLine} ${found.why}`;
  const written = (at: number) => formatLocal(at).slice(0, 10);
  return found.days.map(({ from, to }) => `${written(from)}..${written(to)}`);
}

describe("the days of a calendar of holidays", () => {
  test("end before the day of DTEND, in folded lines, and zones say none", () => {
    const zone = ["BEGIN:VTIMEZONE", "DTSTART:19701025T030000", "END:VTIMEZONE"].join("\r\n");
    assert.deepEqual(
      read(
        [
          "DTSTART;VALUE=DATE:20301224",
          "DTEND;VALUE=DATE:20310102",
          "SUMMARY:Weihnachts",
          " ferien",
        ],
        [
          "DTSTART;VALUE=DA",
          " TE:20310501",
          `END:VEVENT\r\n${zone}\r\nBEGIN:VEVENT`,
          "DTSTART:20310502",
        ],
        ["DTSTART;VALUE=DATE:20310503", "DTEND;VALUE=DATE:20310503"],
      ),
      [
        "2030-12-24..2031-01-01",
        "2031-05-01..2031-05-01",
        "2031-05-02..2031-05-02",
        "2031-05-03..2031-05-03",
      ],
    );
  });

  test("are those of a clock, and midnight is no part of the next day", () => {
    assert.deepEqual(
      read(
        [
          'DTSTART;TZID="Europe/Berlin":20310602T220000',
          "DTEND;TZID=Europe/Berlin:20310603T020000",
        ],
        ["DTSTART:20301224T140000", "DTEND:20301225T000000"],
        ["DTSTART:20310101T120000"],
      ),
      ["2031-06-02..2031-06-03", "2030-12-24..2030-12-24", "2031-01-01..2031-01-01"],
    );
  });

  test("are those at the place, where a package writes a day as instants", () => {
    assert.deepEqual(
      read(
        ["DTSTART:20301224T230000Z", "DTEND:20301225T230000Z"],
        ["DTSTART:20310430T220000Z", "DTEND:20310501T220000Z"],
      ),
      ["2030-12-25..2030-12-25", "2031-05-01..2031-05-01"],
    );
  });

  test("are as many as DURATION says, whatever an alarm's says", () => {
    const alarm = ["BEGIN:VALARM", "DURATION:PT15M", "END:VALARM"];
    assert.deepEqual(
      read(
        ["DTSTART;VALUE=DATE:20310701", "DURATION:P2W", ...alarm],
        ["DTSTART;VALUE=DATE:20310801", "DURATION:P3D"],
        ["DTSTART:20310810T120000", "DURATION:P1DT12H0M0S"],
      ),
      ["2031-07-01..2031-07-14", "2031-08-01..2031-08-03", "2031-08-10..2031-08-11"],
    );
  });

  test("come again each year, as often as the rule says", () => {
    assert.deepEqual(
      read(["DTSTART;VALUE=DATE:20001225", "DTEND;VALUE=DATE:20001227", "RRULE:FREQ=YEARLY"]),
      ["2029", "2030", "2031", "2032"].map((year) => `${year}-12-25..${year}-12-26`),
    );
    const from2030 = "DTSTART;VALUE=DATE:20301003";
    assert.deepEqual(read([from2030, "RRULE:FREQ=YEARLY;COUNT=2;BYMONTH=10;BYMONTHDAY=3"]), [
      "2030-10-03..2030-10-03",
      "2031-10-03..2031-10-03",
    ]);
    assert.deepEqual(read([from2030, "RRULE:FREQ=YEARLY;INTERVAL=2;WKST=MO;UNTIL=20320101"]), [
      "2030-10-03..2030-10-03",
    ]);
    assert.deepEqual(read(["DTSTART;VALUE=DATE:20000101", "RRULE:FREQ=YEARLY;COUNT=3"]), []);
  });

  test("are refused with their line where another rule would lose one", () => {
    const start = "DTSTART;VALUE=DATE:20301128";
    for (const rule of [
      "RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=4TH",
      "RRULE:FREQ=WEEKLY",
      "RRULE:FREQ=YEARLY;COUNT=none",
      "RRULE:FREQ=YEARLY;INTERVAL=0",
      "RRULE:FREQ=YEARLY;UNTIL=soon",
      "RDATE;VALUE=DATE:20310101",
      "EXDATE;VALUE=DATE:20310101",
    ]) {
      assert.equal(read([start, "SUMMARY:A", " folded line", rule]), "6 repeats", rule);
    }
    assert.equal(read(["DTSTART;VALUE=DATE:20320229", "RRULE:FREQ=YEARLY"]), "4 repeats");
  });

  test("need a date each, unless the event is cancelled", () => {
    assert.equal(read(["DTSTART:tomorrow"]), "3 no-day");
    assert.equal(read(["DTSTART;VALUE=DATE:20310230"]), "3 no-day");
    assert.equal(read(["SUMMARY:Christmas"]), "4 no-day");
    assert.equal(read(["DTSTART;VALUE=DATE:20310501", "DTEND:later"]), "4 no-day");
    assert.equal(read(["DTSTART;VALUE=DATE:20310501", "DURATION:long"]), "4 no-day");
    assert.deepEqual(read(["DTSTART:tomorrow", "STATUS:CANCELLED"]), []);
    assert.deepEqual(read(), []);
  });
});

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { assertMalformed, queryRefusal, readQuery } from "../../../test/harness/bookings-query.ts";
import { render } from "../call/answers.ts";

const eight = Date.UTC(2030, 4, 1, 8);

describe("the date range", () => {
  test("takes RFC 3339 with Z or an offset, each bound alone or both (R64, R65, A9)", () => {
    for (const [sent, instant] of [
      ["2030-05-01T08:00:00Z", eight],
      ["2030-05-01t08:00:00z", eight],
      ["2030-05-01T10:00:00%2B02:00", eight],
      ["2030-05-01T03:00:00-05:00", eight],
      ["2030-05-01T08:00:00.123Z", eight + 123],
    ] as const) {
      const from = readQuery(`slot_date_range.from=${sent}`);
      assert.deepEqual([from.from, from.to], [instant, null], sent);
      const to = readQuery(`slot_date_range.to=${sent}`);
      assert.deepEqual([to.from, to.to], [null, instant], sent);
    }
  });

  test("a bound between two milliseconds leaves out what lies beyond it (R64, R65)", () => {
    const sent = "2030-05-01T08:00:00.0005Z";
    const { from, to } = readQuery(`slot_date_range.from=${sent}&slot_date_range.to=${sent}`);
    assert.deepEqual([from, to], [eight + 1, eight]);
  });

  test("may end before it begins (A10)", () => {
    const late = "slot_date_range.from=2031-01-01T00:00:00Z";
    const { from, to } = readQuery(`${late}&slot_date_range.to=2030-01-01T00:00:00Z`);
    assert.ok(from !== null && to !== null && from > to);
  });

  test("that cannot be read is refused and never widened (A11)", () => {
    const values = [
      "",
      "x",
      "2030-05-01",
      "2030-05-01T08:00Z",
      "2030-05-01T08:00:00",
      "2030-02-30T00:00:00Z",
      "2030-05-01T10:00:00+02:00",
      "2030-05-01+08:00:00Z",
      "1903852800",
      "now",
    ];
    assertMalformed("slot_date_range.from", values);
    assertMalformed("slot_date_range.to", values);
  });

  test("whose + arrived as a space is refused with how to send it (A11)", () => {
    const { body } = render(queryRefusal("slot_date_range.from=2030-05-01T10:00:00+02:00"));
    assert.match((body as { message: string }).message, /%2B/);
  });
});

describe("booking_status", () => {
  test("takes each value, and repeated ones together, each once (R66)", () => {
    for (const [text, statuses] of [
      ["CONFIRMED", ["CONFIRMED"]],
      ["WAITLIST", ["WAITLIST"]],
      ["CANCELLED", ["CANCELLED"]],
      ["CONFIRMED&booking_status=WAITLIST", ["CONFIRMED", "WAITLIST"]],
      ["CANCELLED&booking_status=CONFIRMED", ["CANCELLED", "CONFIRMED"]],
      ["WAITLIST&booking_status=WAITLIST", ["WAITLIST"]],
      [
        "CONFIRMED&booking_status=WAITLIST&booking_status=CHECKED_IN&booking_status=CANCELLED",
        ["CONFIRMED", "WAITLIST", "CANCELLED"],
      ],
    ] as const) {
      assert.deepEqual(readQuery(`booking_status=${text}`).statuses, statuses, text);
    }
  });

  test("CHECKED_IN alone matches none, which is not the same as all (R42, R44)", () => {
    assert.deepEqual(readQuery("booking_status=CHECKED_IN").statuses, []);
    assert.deepEqual(readQuery("booking_status=CHECKED_IN&booking_status=CHECKED_IN").statuses, []);
    assert.deepEqual(readQuery("").statuses, null);
  });

  test("CHECKED_IN adds nothing to another status (R44)", () => {
    const both = readQuery("booking_status=CHECKED_IN&booking_status=CONFIRMED");
    assert.deepEqual(both.statuses, ["CONFIRMED"]);
  });

  test("of any other value is refused, also beside a good one (R66, A12)", () => {
    const close =
      "confirmed Confirmed CANCELED CHECKED-IN CONFIRMED,WAITLIST CONFIRMED+ +CONFIRMED";
    assertMalformed("booking_status", [
      ...close.split(" "),
      "",
      "PENDING",
      "constructor",
      "0",
      "CONFIRMED&booking_status=x",
      "x&booking_status=CONFIRMED",
      "CHECKED_IN&booking_status=",
    ]);
  });
});

describe("language", () => {
  test("of any kind is taken as sent and is never an error (R67, R68, R69, A43)", () => {
    for (const language of ["fr", "fr-CA", "fr_CA", "FR", "xx", "", "fr,en", "__proto__", "*"]) {
      assert.equal(readQuery(`language=${language}`).language, language);
    }
  });
});

describe("page_size and page_number", () => {
  test("are whole numbers from 1 in plain digits (R70, R71)", () => {
    for (const [sent, number] of [
      ["1", 1],
      ["7", 7],
      ["999", 999],
      ["007", 7],
      ["%31%32", 12],
    ] as const) {
      assert.equal(readQuery(`page_size=${sent}`).pageSize, number, sent);
      assert.equal(readQuery(`page_number=${sent}`).pageNumber, number, sent);
    }
    assert.equal(readQuery("page_number=2147483647").pageNumber, 2_147_483_647);
  });

  test("that are below 1, fractions or no numbers are refused, naming 1 (R104, A11, A13)", () => {
    const numbers = "0 00 -1 -0 %2B5 +5 5+ 1.0 1.5 1,5 1e2 0x10 0b1 1_000 5n %D9%A5 5%0A";
    const words = "ten NaN Infinity null true";
    const large = "2147483648 9007199254740993 99999999999999999999";
    const values = ["", "9".repeat(400), ...`${numbers} ${words} ${large}`.split(" ")];
    assertMalformed("page_size", values);
    assertMalformed("page_number", values);
    for (const parameter of ["page_size", "page_number"]) {
      const { body } = render(queryRefusal(`${parameter}=0`));
      assert.match((body as { message: string }).message, /from 1 to 2147483647/);
    }
  });

  test("a page_size above the maximum is reduced to it, the default too (A14)", () => {
    for (const [sent, most, applied] of [
      ["page_size=1000", 1000, 1000],
      ["page_size=1001", 1000, 1000],
      ["page_size=2147483647", 1000, 1000],
      ["page_size=7", 5, 5],
      ["page_size=5", 7, 5],
      ["", 1000, 100],
      ["", 50, 50],
      ["", 1, 1],
    ] as const) {
      assert.equal(readQuery(sent, most).pageSize, applied, `${sent} with ${most}`);
    }
  });

  test("a page_number is not reduced: a page past the end is empty, not another one (A3)", () => {
    assert.equal(readQuery("page_number=1000000", 5).pageNumber, 1_000_000);
  });
});

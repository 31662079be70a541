import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { isRefused, type ListRefusal } from "../../domain/refusal.ts";
import type { BookingsQuery } from "../../usecases/list-bookings.ts";
import { render } from "../call/answers.ts";
import { bookingsParameters, readBookingsQuery } from "./bookings-query.ts";
import { parseQueryString } from "./query-string.ts";

const pageSizeMax = 1000;
const uuid = "2f6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c11";
const eight = Date.UTC(2030, 4, 1, 8);

/** Reads a query string; `external_id=CUST-1001` stands before it. */
function read(text: string, most = pageSizeMax): BookingsQuery {
  const query = readAll(`external_id=CUST-1001&${text}`, most);
  if (isRefused<ListRefusal>(query)) assert.fail(`${text}: ${JSON.stringify(query.refused)}`);
  return query;
}

function refusal(text: string): ListRefusal {
  return refusalOfAll(`external_id=CUST-1001&${text}`);
}

function refusalOfAll(text: string): ListRefusal {
  const query = readAll(text, pageSizeMax);
  return isRefused<ListRefusal>(query) ? query.refused : assert.fail(`${text} was accepted`);
}

function readAll(text: string, most: number) {
  const parameters = parseQueryString(text);
  assert.ok(!isRefused(parameters), text);
  return readBookingsQuery(parameters, most);
}

/** It is refused as malformed, and the answer is a 500 that names the parameter (R73, R100). */
function assertMalformed(parameter: string, values: readonly string[]): void {
  for (const value of values) {
    const refused = refusal(`${parameter}=${value}`);
    assert.equal(refused.why, "parameter-malformed", `${parameter}=${value}`);
    const { status, body } = render(refused) as { status: number; body: { message: string } };
    assert.equal(status, 500);
    assert.ok(body.message.startsWith(`${parameter} must be `), body.message);
    assert.ok(!body.message.includes("undefined"));
  }
}

test("with an external_id alone everything else has its default (R70, R71, R72, R103, R104)", () => {
  assert.deepEqual(read(""), {
    externalId: "CUST-1001",
    scope: null,
    from: null,
    to: null,
    statuses: null,
    language: null,
    pageSize: 100,
    pageNumber: 1,
  } satisfies BookingsQuery);
});

test("the parameters are the nine of the interface", () => {
  assert.deepEqual(
    [...bookingsParameters],
    [
      ["external_id", "public_keys", "interactions", "slot_date_range.from", "slot_date_range.to"],
      ["booking_status", "language", "page_size", "page_number"],
    ].flat(),
  );
});

test("all parameters together are read, in any order", () => {
  const expected = {
    externalId: "CUST-1001",
    scope: { publicKey: "pk_summer" },
    from: eight,
    to: eight + 3_600_000,
    statuses: ["WAITLIST", "CONFIRMED"],
    language: "fr-CA",
    pageSize: 7,
    pageNumber: 3,
  } satisfies BookingsQuery;
  const pairs = [
    "public_keys=pk_summer",
    "slot_date_range.from=2030-05-01T08:00:00Z",
    "slot_date_range.to=2030-05-01T11:00:00%2B02:00",
    "booking_status=WAITLIST",
    "booking_status=CONFIRMED",
    "language=fr-CA",
    "page_size=7",
    "page_number=3",
  ];
  assert.deepEqual(read(pairs.join("&")), expected);
  const statuses = ["CONFIRMED", "WAITLIST"];
  assert.deepEqual(read(pairs.toReversed().join("&")), { ...expected, statuses });
});

test("any other parameter is ignored, however often it is sent (A17)", () => {
  const others = ["campaign=a", "page=2", "limit=5", "=1"];
  const inherited = ["__proto__=1", "constructor=1", "toString=1"];
  assert.deepEqual(read([...others, ...others, ...inherited].join("&")), read(""));
});

test("a near miss of a parameter is refused with the right name, before all else (A17)", () => {
  for (const [sent, parameter] of [
    ["booking_status[]=CONFIRMED", "booking_status"],
    ["public_key=pk_summer", "public_keys"],
    ["slot_date_range[from]=2030-05-01T08:00:00Z", "slot_date_range.from"],
    ["Page_Size=0", "page_size"],
    ["page_size=0&bookingStatus=X", "booking_status"],
  ] as const) {
    assert.deepEqual(refusal(sent), { why: "parameter-misnamed", parameter });
  }
  const misnamed = { why: "parameter-misnamed", parameter: "external_id" };
  assert.deepEqual(refusalOfAll("externalId=CUST-1001"), misnamed);
  assert.deepEqual(refusalOfAll("External_Id=x&page_size=0"), misnamed);
});

test("a parameter of one value that is sent twice is refused by its name (R73, R105, R106, A16)", () => {
  for (const [parameter, value, other] of [
    ["public_keys", "pk_summer", "pk_winter"],
    ["interactions", `interactions/${uuid}`, "interactions/x"],
    ["slot_date_range.from", "2030-05-01T08:00:00Z", "x"],
    ["slot_date_range.to", "2030-05-01T08:00:00Z", "x"],
    ["language", "fr", "en"],
    ["page_size", "5", "6"],
    ["page_number", "1", "2"],
  ] as const) {
    for (const second of [value, other, ""]) {
      const repeated = { why: "parameter-repeated", parameter };
      assert.deepEqual(refusal(`${parameter}=${value}&${parameter}=${second}`), repeated);
      assert.deepEqual(refusal(`${parameter}=${second}&${parameter}=${value}`), repeated);
    }
  }
  for (const text of ["external_id=a&external_id=a", "external_id=a&external_id="]) {
    const repeated = { why: "parameter-repeated", parameter: "external_id" };
    assert.deepEqual(refusalOfAll(text), repeated);
  }
});

describe("external_id", () => {
  test("is taken exactly as sent: no trim, no case folding (R61, A45)", () => {
    for (const [sent, externalId] of [
      ["CUST-1001", "CUST-1001"],
      ["cust-1001", "cust-1001"],
      ["+CUST%20", " CUST "],
      ["+", " "],
      ["Zo%C3%AB", "Zoë"],
      ["Zoe%CC%88", "Zoe\u0308"],
      ["a%2Bb@example.org", "a+b@example.org"],
      ["a=b", "a=b"],
      ["a,b", "a,b"],
      [`contacts/${uuid}`, `contacts/${uuid}`],
      ["x".repeat(512), "x".repeat(512)],
      ["x".repeat(513), "x".repeat(513)],
    ] as const) {
      const query = readAll(`external_id=${sent}`, pageSizeMax);
      assert.ok(!isRefused(query) && query.externalId === externalId, sent);
    }
  });

  test("that is missing or empty is refused as missing (R61, R73, A18)", () => {
    const missing = { why: "parameter-missing", parameter: "external_id" };
    for (const text of ["", "external_id", "external_id=", "page_size=5"]) {
      assert.deepEqual(refusalOfAll(text), missing, text);
    }
  });
});

describe("the scope", () => {
  test("is one campaign, by public key or by resource name (R62, R63)", () => {
    assert.deepEqual(read("public_keys=pk_summer").scope, { publicKey: "pk_summer" });
    assert.deepEqual(read(`interactions=interactions/${uuid}`).scope, { interactionId: uuid });
    assert.deepEqual(read(`interactions=interactions%2F${uuid}`).scope, { interactionId: uuid });
  });

  test("of several public keys in one value is one key, which no campaign has (R105)", () => {
    assert.deepEqual(read("public_keys=a,b").scope, { publicKey: "a,b" });
    assert.deepEqual(read("public_keys=%20a").scope, { publicKey: " a" });
  });

  test("that is empty is not widened to all campaigns (A18)", () => {
    for (const text of ["public_keys=", "public_keys"]) {
      assert.deepEqual(read(text).scope, { publicKey: "" });
    }
    assertMalformed("interactions", [""]);
  });

  test("that is no interactions/<uuid> is refused (A15)", () => {
    assertMalformed("interactions", [
      uuid,
      "interactions/",
      "interactions/x",
      `interactions/${uuid.toUpperCase()}`,
      `interactions/${uuid},interactions/${uuid}`,
      `+interactions/${uuid}`,
      `contacts/${uuid}`,
    ]);
  });

  test("by both is refused, even if they mean the same campaign (R73, A19)", () => {
    for (const [key, name] of [
      ["pk_summer", `interactions/${uuid}`],
      ["pk_summer", "x"],
      ["", `interactions/${uuid}`],
      ["", ""],
    ] as const) {
      const text = `public_keys=${key}&interactions=${name}`;
      assert.deepEqual(refusal(text), { why: "both-scopes" }, text);
    }
  });
});

describe("the date range", () => {
  test("takes RFC 3339 with Z or an offset, each bound alone or both (R64, R65, A9)", () => {
    for (const [sent, instant] of [
      ["2030-05-01T08:00:00Z", eight],
      ["2030-05-01t08:00:00z", eight],
      ["2030-05-01T10:00:00%2B02:00", eight],
      ["2030-05-01T03:00:00-05:00", eight],
      ["2030-05-01T08:00:00.123Z", eight + 123],
    ] as const) {
      const from = read(`slot_date_range.from=${sent}`);
      assert.deepEqual([from.from, from.to], [instant, null], sent);
      const to = read(`slot_date_range.to=${sent}`);
      assert.deepEqual([to.from, to.to], [null, instant], sent);
    }
  });

  test("a bound between two milliseconds leaves out what lies beyond it (R64, R65)", () => {
    const sent = "2030-05-01T08:00:00.0005Z";
    const { from, to } = read(`slot_date_range.from=${sent}&slot_date_range.to=${sent}`);
    assert.deepEqual([from, to], [eight + 1, eight]);
  });

  test("may end before it begins (A10)", () => {
    const late = "slot_date_range.from=2031-01-01T00:00:00Z";
    const { from, to } = read(`${late}&slot_date_range.to=2030-01-01T00:00:00Z`);
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
    const { body } = render(refusal("slot_date_range.from=2030-05-01T10:00:00+02:00"));
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
      assert.deepEqual(read(`booking_status=${text}`).statuses, statuses, text);
    }
  });

  test("CHECKED_IN alone matches none, which is not the same as all (R42, R44)", () => {
    assert.deepEqual(read("booking_status=CHECKED_IN").statuses, []);
    assert.deepEqual(read("booking_status=CHECKED_IN&booking_status=CHECKED_IN").statuses, []);
    assert.deepEqual(read("").statuses, null);
  });

  test("CHECKED_IN adds nothing to another status (R44)", () => {
    const both = read("booking_status=CHECKED_IN&booking_status=CONFIRMED");
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
      assert.equal(read(`language=${language}`).language, language);
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
      assert.equal(read(`page_size=${sent}`).pageSize, number, sent);
      assert.equal(read(`page_number=${sent}`).pageNumber, number, sent);
    }
    assert.equal(read("page_number=2147483647").pageNumber, 2_147_483_647);
  });

  test("that are below 1, fractions or no numbers are refused, naming 1 (R104, A11, A13)", () => {
    const numbers = "0 00 -1 -0 %2B5 +5 5+ 1.0 1.5 1,5 1e2 0x10 0b1 1_000 5n %D9%A5 5%0A";
    const words = "ten NaN Infinity null true";
    const large = "2147483648 9007199254740993 99999999999999999999";
    const values = ["", "9".repeat(400), ...`${numbers} ${words} ${large}`.split(" ")];
    assertMalformed("page_size", values);
    assertMalformed("page_number", values);
    for (const parameter of ["page_size", "page_number"]) {
      const { body } = render(refusal(`${parameter}=0`));
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
      assert.equal(read(sent, most).pageSize, applied, `${sent} with ${most}`);
    }
  });

  test("a page_number is not reduced: a page past the end is empty, not another one (A3)", () => {
    assert.equal(read("page_number=1000000", 5).pageNumber, 1_000_000);
  });
});

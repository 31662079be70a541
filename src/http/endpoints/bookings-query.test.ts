import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  assertMalformed,
  queryRefusal,
  readQuery,
  readWhole,
  refusalOfWhole,
} from "../../../test/harness/bookings-query.ts";
import { isRefused } from "../../domain/refusal.ts";
import type { BookingsQuery } from "../../usecases/list-bookings.ts";
import { bookingsParameters } from "./bookings-query.ts";

const uuid = "2f6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c11";
const eight = Date.UTC(2030, 4, 1, 8);

test("with an external_id alone everything else has its default (R70, R71, R72, R103, R104)", () => {
  assert.deepEqual(readQuery(""), {
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
  assert.deepEqual(readQuery(pairs.join("&")), expected);
  const statuses = ["CONFIRMED", "WAITLIST"];
  assert.deepEqual(readQuery(pairs.toReversed().join("&")), { ...expected, statuses });
});

test("any other parameter is ignored, however often it is sent (A17)", () => {
  const others = ["campaign=a", "sort=2", "offset=5", "=1"];
  const inherited = ["__proto__=1", "constructor=1", "toString=1"];
  assert.deepEqual(readQuery([...others, ...others, ...inherited].join("&")), readQuery(""));
});

test("a near miss of a parameter is refused with the right name, before all else (A17)", () => {
  for (const [query, parameter, sent] of [
    ["booking_status[]=CONFIRMED", "booking_status", "booking_status[]"],
    ["public_key=pk_summer", "public_keys", "public_key"],
    ["slot_date_range[from]=2030-05-01T08:00:00Z", "slot_date_range.from", "slot_date_range[from]"],
    ["Page_Size=0", "page_size", "Page_Size"],
    ["page_size=0&bookingStatus=X", "booking_status", "bookingStatus"],
    ["from=2030-05-01T08:00:00Z", "slot_date_range.from", "from"],
    ["slot_date_range[start]=x", "slot_date_range.from", "slot_date_range[start]"],
    ["limit=1", "page_size", "limit"],
    ["page=2", "page_number", "page"],
    // An index, and a character that is none of a name, could carry a value.
    ["Status[4711]=CONFIRMED", "booking_status", "Status[]"],
    ["page%0Anumber=2", "page_number", null],
  ] as const) {
    assert.deepEqual(queryRefusal(query), { why: "parameter-misnamed", parameter, sent });
  }
  const misnamed = { why: "parameter-misnamed", parameter: "external_id" };
  assert.deepEqual(refusalOfWhole("externalId=CUST-1001"), { ...misnamed, sent: "externalId" });
  assert.deepEqual(refusalOfWhole("External_Id=x&page_size=0"), {
    ...misnamed,
    sent: "External_Id",
  });
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
      assert.deepEqual(queryRefusal(`${parameter}=${value}&${parameter}=${second}`), repeated);
      assert.deepEqual(queryRefusal(`${parameter}=${second}&${parameter}=${value}`), repeated);
    }
  }
  for (const text of ["external_id=a&external_id=a", "external_id=a&external_id="]) {
    const repeated = { why: "parameter-repeated", parameter: "external_id" };
    assert.deepEqual(refusalOfWhole(text), repeated);
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
      const query = readWhole(`external_id=${sent}`);
      assert.ok(!isRefused(query) && query.externalId === externalId, sent);
    }
  });

  test("that is missing or empty is refused as missing (R61, R73, A18)", () => {
    const missing = { why: "parameter-missing", parameter: "external_id" };
    for (const text of ["", "external_id", "external_id=", "page_size=5"]) {
      assert.deepEqual(refusalOfWhole(text), missing, text);
    }
  });
});

describe("the scope", () => {
  test("is one campaign, by public key or by resource name (R62, R63)", () => {
    assert.deepEqual(readQuery("public_keys=pk_summer").scope, { publicKey: "pk_summer" });
    assert.deepEqual(readQuery(`interactions=interactions/${uuid}`).scope, { interactionId: uuid });
    assert.deepEqual(readQuery(`interactions=interactions%2F${uuid}`).scope, {
      interactionId: uuid,
    });
  });

  test("of several public keys in one value is one key, which no campaign has (R105)", () => {
    assert.deepEqual(readQuery("public_keys=a,b").scope, { publicKey: "a,b" });
    assert.deepEqual(readQuery("public_keys=%20a").scope, { publicKey: " a" });
  });

  test("that is empty is not widened to all campaigns (A18)", () => {
    for (const text of ["public_keys=", "public_keys"]) {
      assert.deepEqual(readQuery(text).scope, { publicKey: "" });
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
      assert.deepEqual(queryRefusal(text), { why: "both-scopes" }, text);
    }
  });
});

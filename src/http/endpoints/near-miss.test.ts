import assert from "node:assert/strict";
import { test } from "node:test";
import { bookingsParameters, nearMiss } from "./bookings-query.ts";

const misses: Readonly<Record<string, readonly string[]>> = {
  booking_status: [
    "booking_status[]",
    "booking_status[0]",
    "bookingStatus",
    "booking_statuses",
    "BOOKING_STATUS",
    "booking-status",
    "status",
    "statuses",
    "status[]",
  ],
  public_keys: ["public_keys[]", "public_key", "publicKey", "publicKeys", "Public_Keys"],
  interactions: ["interaction", "interactions[]", "Interactions"],
  "slot_date_range.from": [
    "slot_date_range[from]",
    "slotDateRange.from",
    "slotDateRangeFrom",
    "slot_date_range_from",
    "slot_date_range.start",
    "slot_date_range[start]",
    "from",
    "start",
  ],
  "slot_date_range.to": [
    "slot_date_range[to]",
    "Slot_Date_Range.To",
    "slot_date_range.end",
    "to",
    "end",
  ],
  external_id: ["externalId", "external_id[]", "External_Id", "external_ids"],
  language: ["languages", "Language", "lang"],
  page_size: ["Page_Size", "pageSize", "limit"],
  page_number: ["pageNumber", "page_numbers", "page"],
};

for (const [parameter, names] of Object.entries(misses)) {
  test(`a near miss of ${parameter} is found (A17)`, () => {
    for (const name of names) assert.equal(nearMiss(name), parameter, name);
  });
}

test("known parameters are no near misses of themselves", () => {
  for (const name of bookingsParameters) assert.equal(nearMiss(name), null, name);
});

test("other unknown names are no near misses (A17)", () => {
  const others = ["", "sort", "colour", "size", "date", "offset", "key", "id", "slot"];
  const prefixed = [
    "x_external_id",
    "external_id_2",
    "external_id[a]",
    "__proto__",
    "slot_date_range",
  ];
  for (const name of [...others, ...prefixed]) assert.equal(nearMiss(name), null, name);
  assert.equal(nearMiss(`external_id${"[]".repeat(10_000)}`), null);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { listBookings, type BookingsQuery } from "./list-bookings.ts";

const query: BookingsQuery = {
  externalId: "",
  scope: null,
  from: null,
  to: null,
  statuses: null,
  language: null,
  pageSize: 10,
  pageNumber: 1,
};

test("A45 an external id that cannot be stored is not looked up", async () => {
  const asked: string[] = [];
  const account: Parameters<typeof listBookings>[0] = {
    findInteraction: async () => null,
    findContactBookings: async ({ externalId }) => {
      asked.push(externalId);
      return { bookings: [], totalCount: 0 };
    },
  };
  // PostgreSQL refuses a text with the character U+0000.
  for (const externalId of ["", "x".repeat(513), "mixed\0", "ada"]) {
    const page = await listBookings(account, { ...query, externalId });
    assert.deepEqual(page, { bookings: [], totalCount: 0 });
  }
  assert.deepEqual(asked, ["ada"]);
});

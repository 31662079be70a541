import assert from "node:assert/strict";
import { test } from "node:test";
import { demoContacts } from "../../playground/demo/demo-data.ts";
import { demoCustomers } from "../session/demo-customers.ts";

test("every contact of the demo who shows something can be signed in as", () => {
  assert.deepEqual(
    demoCustomers.map(({ externalId }) => externalId),
    demoContacts.map(({ externalId }) => externalId),
  );
  assert.equal(new Set(demoCustomers.map(({ key }) => key)).size, demoCustomers.length);
});

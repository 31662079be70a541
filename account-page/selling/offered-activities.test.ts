import assert from "node:assert/strict";
import { setImmediate as turn } from "node:timers/promises";
import { test } from "node:test";
import type { OperatorClient } from "booking-service-operator";
import { readOfferedActivities } from "./offered-activities.ts";

const campaigns = ["one", "two"].map((key) => ({
  public_key: key,
  timezone: "Europe/Paris",
  default_language: "en",
}));
const activities = ["yoga", "pilates", "boxing"].map((id) => ({ id, title: { en: id } }));
const ticketType = { id: "standard", display_name: "Standard", has_limited_capacity: true };

test("what is offered is read without a burst of requests, in the order of the lists", async () => {
  const lists: Readonly<Record<string, readonly object[]>> = {
    interactions: campaigns,
    activities,
    hosts: [],
    "ticket-types": [ticketType],
  };
  const state = { underWay: 0, most: 0, requests: 0 };
  const client = {
    GET: async (path: string) => {
      state.requests += 1;
      state.underWay += 1;
      state.most = Math.max(state.most, state.underWay);
      await turn();
      state.underWay -= 1;
      const items = lists[path.split("/").at(-1) ?? ""] ?? assert.fail(path);
      return { data: { items }, response: new Response(null, { status: 200 }) };
    },
  } as unknown as OperatorClient;
  const found = await readOfferedActivities(client, { tenant: "acme", environment: "production" });
  assert.deepEqual(
    found.map(({ interaction, id, title }) => [interaction, id, title("fr")]),
    campaigns.flatMap(({ public_key: key }) => activities.map(({ id }) => [key, id, id])),
  );
  assert.equal(state.requests, 1 + 2 + 2 * 6);
  assert.equal(state.most, 2);
});

import assert from "node:assert/strict";
import { setImmediate as turn } from "node:timers/promises";
import { describe, test } from "node:test";
import type { OperatorClient } from "booking-service-operator";
import { readOffered, type Offered } from "./offered-activities.ts";

const campaigns = ["one", "two", "three"].map((key) => ({
  public_key: key,
  timezone: "Europe/Paris",
  default_language: "en",
}));
const activities = ["yoga", "pilates", "boxing"].map((id) => ({ id, title: { en: id } }));
const ticketType = { id: "standard", display_name: "Standard", has_limited_capacity: true };

const account = { tenant: "acme", environment: "production" };

/** A service whose lists of these campaigns are answered with this status. */
function serviceWith(statuses: Readonly<Record<string, number>> = {}) {
  const lists: Readonly<Record<string, readonly object[]>> = {
    interactions: campaigns,
    activities,
    hosts: [],
    "ticket-types": [ticketType],
  };
  const state = { underWay: 0, most: 0, requests: 0 };
  const client = {
    GET: async (path: string, { params }: { params: { path: { interaction?: string } } }) => {
      state.requests += 1;
      state.underWay += 1;
      state.most = Math.max(state.most, state.underWay);
      await turn();
      state.underWay -= 1;
      const status = statuses[params.path.interaction ?? ""] ?? 200;
      const response = new Response(null, { status });
      const error = { type: "urn:booking-service:problem:not-found" };
      if (!response.ok) return { error, response };
      const items = lists[path.split("/").at(-1) ?? ""] ?? assert.fail(path);
      return { data: { items }, response };
    },
  } as unknown as OperatorClient;
  return { state, read: () => readOffered(client, account) };
}

const named = (keys: readonly string[]) =>
  keys.flatMap((key) => activities.map(({ id }) => [key, id, id]));
const namesOf = ({ activities: found }: Offered) =>
  found.map(({ interaction, id, title }) => [interaction, id, title("fr")]);

describe("what is offered", () => {
  test("is read without a burst of requests, in the order of the lists", async () => {
    const { state, read } = serviceWith();
    const offered = await read();
    assert.deepEqual(namesOf(offered), named(["one", "two", "three"]));
    assert.equal(offered.isWhole, true);
    assert.equal(state.requests, 1 + 3 + 3 * 6);
    assert.equal(state.most, 2);
  });

  test("lacks a campaign that cannot be read, and says so", async () => {
    const offered = await serviceWith({ two: 503 }).read();
    assert.deepEqual(namesOf(offered), named(["one", "three"]));
    assert.equal(offered.isWhole, false);
  });

  test("is whole without a campaign that was removed meanwhile", async () => {
    const offered = await serviceWith({ two: 404 }).read();
    assert.deepEqual(namesOf(offered), named(["one", "three"]));
    assert.equal(offered.isWhole, true);
  });

  test("is asked for no more once two campaigns could not be read", async () => {
    const { state, read } = serviceWith({ one: 503, two: 429 });
    await assert.rejects(read, { name: "SellingFailed", status: 503 });
    // One request is sent twice: the answer may have been lost.
    assert.equal(state.requests, 1 + 2 + 1);
  });
});

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { BookingClient, ListBookingsOptions } from "../src/index.ts";
import { scriptedClient } from "./scripted-client.ts";

describe("a list of bookings", () => {
  async function queryOf(options: ListBookingsOptions, externalId = "C1", language?: string) {
    const { client, runtime, received } = scriptedClient({}, { language });
    await runtime.run(client.listBookings(externalId, options));
    const { url } = received[1] ?? {};
    return { all: [...(url?.searchParams ?? [])], url };
  }

  test("R60 R61 asks for the external id, and for nothing that was not said", async () => {
    const { all, url } = await queryOf({});
    assert.equal(url?.pathname, "/v1/interactions:fetchContactBookings");
    assert.deepEqual(all, [["external_id", "C1"]]);
  });

  test("A45 carries an external id exactly as it is", async () => {
    for (const id of ["a b+c&d=e%20/é?#", " x ", "😀", "contacts/1"]) {
      assert.deepEqual((await queryOf({}, id)).all, [["external_id", id]]);
    }
  });

  test("R62 to R71 every option is the interface's parameter", async () => {
    const { all } = await queryOf({
      publicKey: "pk_summer",
      from: new Date("2030-05-01T00:00:00Z"),
      to: "2030-06-01T00:00:00Z",
      statuses: ["CONFIRMED", "WAITLIST"],
      language: "fr",
      pageSize: 20,
      pageNumber: 3,
    });
    assert.deepEqual(all, [
      ["external_id", "C1"],
      ["public_keys", "pk_summer"],
      ["slot_date_range.from", "2030-05-01T00:00:00.000Z"],
      ["slot_date_range.to", "2030-06-01T00:00:00Z"],
      ["booking_status", "CONFIRMED"],
      ["booking_status", "WAITLIST"],
      ["language", "fr"],
      ["page_size", "20"],
      ["page_number", "3"],
    ]);
    const scoped = await queryOf({ interaction: "interactions/6a1d" });
    assert.deepEqual(scoped.all[1], ["interactions", "interactions/6a1d"]);
  });

  test("the client's own language is asked for, unless the call has another", async () => {
    assert.deepEqual((await queryOf({}, "C1", "fr")).all[1], ["language", "fr"]);
    assert.deepEqual((await queryOf({ language: "it" }, "C1", "fr")).all[1], ["language", "it"]);
  });

  test("R93 R94 a 200 with the body of an error is no empty list", async () => {
    for (const json of [
      { code: 13, message: "Backend is down." },
      { error: "unauthorized", message: "Sign in." },
    ]) {
      const { client, runtime } = scriptedClient({ list: [() => ({ json })] });
      await assert.rejects(runtime.run(client.listBookings("C1")), { name: "RequestError" });
    }
  });

  test("R79 a missing field is empty or zero", async () => {
    const { client, runtime } = scriptedClient({
      list: [() => ({ json: { page_number: 1, page_size: 100 } })],
    });
    const { requestId, ...page } = await runtime.run(client.listBookings("C1"));
    const nothing = {
      bookings: [],
      pageNumber: 1,
      pageSize: 100,
      totalCount: 0,
      cancellable: null,
    };
    assert.deepEqual(page, nothing);
    assert.ok(requestId.length > 0);
    assert.deepEqual(await runtime.run(client.bookings("C1").toArray({ limit: 5 })), []);
  });

  test("R90 the request id of the answer is kept", async () => {
    const { client, runtime } = scriptedClient({
      list: [() => ({ headers: { "x-request-id": "from-the-service" } })],
    });
    assert.equal((await runtime.run(client.listBookings("C1"))).requestId, "from-the-service");
  });

  test("A92 a page says what can be cancelled, where it was asked for and the service says it", async () => {
    const bookings = ["a", "b", "c"].map((booking) => ({
      booking,
      booking_status: booking === "c" ? "CANCELLED" : "CONFIRMED",
    }));
    const json = { bookings, page_number: 1, page_size: 100, total_count: 3 };
    const applied = { "preference-applied": "cancellable" };
    const named = { ...applied, "x-not-cancellable": "b;reason=attendee-checked-in, x;reason=y" };
    const headers: Record<string, string>[] = [named, applied, {}];
    const { client, runtime, received } = scriptedClient({
      list: headers.map((of) => () => ({ json, headers: of })),
    });
    const read = async (cancellable?: boolean) =>
      (await runtime.run(client.listBookings("C1", { cancellable }))).cancellable;
    const yes = { now: true, reason: null };
    const gone = ["c", { now: false, reason: "ticket-already-cancelled" }];
    const late = ["b", { now: false, reason: "attendee-checked-in" }];
    assert.deepEqual([...((await read(true)) ?? [])], [["a", yes], late, gone]);
    assert.deepEqual([...((await read(true)) ?? [])], [["a", yes], ["b", yes], gone]);
    assert.equal(await read(), null);
    const prefers = received.slice(1).map((request) => request.headers.get("prefer"));
    assert.deepEqual(prefers, ["cancellable", "cancellable", null]);
  });

  const refused: [string, (client: BookingClient) => Promise<unknown>, RegExp][] = [
    ["an empty external id", (client) => client.listBookings(""), /external id/],
    ["no external id", (client) => client.listBookings(undefined as never), /external id/],
    ["half a surrogate pair", (client) => client.listBookings("a\ud83d"), /Unicode/],
    [
      "both scopes",
      (client) => client.listBookings("C1", { publicKey: "a", interaction: "interactions/b" }),
      /not both/,
    ],
    ["a bad date", (client) => client.listBookings("C1", { from: new Date("x") }), /from/],
    [
      "a walk without a person",
      (client) => client.bookings("").toArray({ limit: 1 }),
      /external id/,
    ],
  ];
  for (const [what, call, message] of refused) {
    test(`R100 ${what} is a RequestError before anything is sent`, async () => {
      const { client, runtime, received } = scriptedClient();
      await assert.rejects(runtime.run(call(client)), {
        name: "RequestError",
        status: null,
        message,
      });
      assert.equal(received.length, 0);
    });
  }

  test("an answer that is no list says that the base URL may be wrong", async () => {
    const { client, runtime } = scriptedClient({ list: [() => ({ text: "<html>" })] });
    await assert.rejects(runtime.run(client.listBookings("C1")), { message: /baseUrl/ });
  });
});

import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, describe, test } from "node:test";
import express from "express";
import { fastify } from "fastify";
import { BookingClient } from "booking-service-client";
import { call } from "../../test/harness/call.ts";
import { acmeWith, booking } from "../../test/harness/seed.ts";
import { startTestService, type TestService } from "../../test/harness/service.ts";
import { bookingsRouter } from "../frameworks/express.ts";
import { bookingsPlugin } from "../frameworks/fastify.ts";

/** A shop's session, as the samples' callers have one of their own. */
const customerOf = ({ headers }: { headers: NodeJS.Dict<string | string[]> }) =>
  typeof headers["x-customer"] === "string" ? headers["x-customer"] : null;

const frameworks = {
  Express: async (client: BookingClient) => {
    const app = express().use(bookingsRouter({ client, customerOf, publicUrl: null }));
    const server = createServer(app).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const { port } = server.address() as AddressInfo;
    return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
  },
  Fastify: async (client: BookingClient) => {
    const server = fastify();
    await server.register(bookingsPlugin, { client, customerOf, publicUrl: null });
    return { url: await server.listen({ port: 0 }), close: () => server.close() };
  },
};

for (const [name, start] of Object.entries(frameworks)) {
  describe(`the account page with ${name}`, () => {
    const mine = booking("ANNA");
    const present = booking("ANNA", {
      slot_starting_at: "2030-07-02T08:00:00Z",
      tickets: [{ attendee: { checked_in_at: "2025-05-01T08:01:00Z" } }],
    });
    const other = booking("BERT");
    let service: TestService;
    let page: { url: string; close: () => unknown };
    before(async () => {
      service = await startTestService([
        { ...acmeWith([mine, present, other]), hosts: ["127.0.0.1"] },
      ]);
      const { clientId, clientSecret, audience } = await service.credential();
      const options = { baseUrl: service.api, clientId, clientSecret, audience, retries: 0 };
      page = await start(new BookingClient(options));
    });
    after(async () => {
      await page?.close();
      await service?.[Symbol.asyncDispose]();
    });

    const show = (headers: Record<string, string>) =>
      call(page.url, { path: "/bookings", headers });
    const anna = { "x-customer": "ANNA" };

    async function cancel(id: string, form: Record<string, string>, headers = {}) {
      return call(page.url, {
        method: "POST",
        path: `/bookings/${id}/cancel`,
        headers: { ...anna, "content-type": "application/x-www-form-urlencoded", ...headers },
        body: new URLSearchParams(form).toString(),
      });
    }

    async function statusOf({ booking: id }: { booking: string }): Promise<string> {
      const { json } = await service.call({
        path: `/v1/interactions:fetchContactBookings?external_id=${id === mine.booking ? "ANNA" : "BERT"}`,
        token: await service.token(),
      });
      return json.bookings[0].booking_status;
    }

    test("shows a customer's own bookings, to nobody else and without a secret", async () => {
      assert.equal((await show({})).status, 401);
      const answer = await show(anna);
      assert.equal(answer.status, 200);
      assert.match(String(answer.headers["content-security-policy"]), /default-src 'none'/);
      assert.ok(answer.text.includes(mine.booking));
      assert.ok(!answer.text.includes(other.booking));
      const { clientSecret } = await service.credential();
      assert.ok(!answer.text.includes(clientSecret));
    });

    test("has each booking as a calendar file, for its customer alone", async () => {
      const [, path = ""] = /href="([^"]+calendar\.ics[^"]+)"/.exec((await show(anna)).text) ?? [];
      const file = await call(page.url, { path, headers: anna });
      assert.equal(file.headers["content-type"], "text/calendar; charset=utf-8");
      assert.match(file.text, new RegExp(`\r\nUID:${mine.booking}\r\n`));
      const statuses = [];
      for (const headers of [{ "x-customer": "BERT" }, {}]) {
        statuses.push((await call(page.url, { path, headers })).status);
      }
      statuses.push(
        (await call(page.url, { path: path.split("?")[0] ?? "", headers: anna })).status,
      );
      assert.deepEqual(statuses, [404, 401, 404]);
    });

    test("shows the reason in place of a cancel that the service would refuse", async () => {
      const { text } = await show(anna);
      assert.ok(text.includes(present.booking));
      assert.ok(!text.includes(`/bookings/${present.booking}/cancel`));
      assert.match(text, /Somebody has already checked in with this booking/);
    });

    test("cancels no booking of another customer, and none for another site", async () => {
      const start = new Date(other.slot_starting_at).toISOString();
      const foreign = await cancel(other.booking, { start, key: "k1" });
      assert.equal(foreign.status, 404);
      const forged = await cancel(
        mine.booking,
        { start, key: "k2" },
        { "sec-fetch-site": "cross-site" },
      );
      assert.equal(forged.status, 403);
      assert.equal(await statusOf(other), "CONFIRMED");
      assert.equal(await statusOf(mine), "CONFIRMED");
    });

    test("cancels by the form that it shows, and a second click says the same", async () => {
      const { text } = await show(anna);
      const [, start = ""] = /name="start" value="([^"]+)"/.exec(text) ?? [];
      const [, key = ""] = /name="key" value="([^"]+)"/.exec(text) ?? [];
      for (let clicks = 0; clicks < 2; clicks += 1) {
        const answer = await cancel(mine.booking, { start, key });
        assert.equal(answer.status, 200);
        assert.match(answer.text, /Your booking is cancelled\./);
      }
      assert.equal(await statusOf(mine), "CANCELLED");
    });

    test("says that the service does not answer, as a 503 without its reasons", async () => {
      await service.stop();
      const answer = await show(anna);
      assert.equal(answer.status, 503);
      assert.doesNotMatch(answer.text, /127\.0\.0\.1|ECONN/);
    });
  });
}

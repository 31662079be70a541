import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createOperator } from "../harness/operate.ts";
import { isRefused } from "../../src/domain/refusal.ts";
import { slotLine } from "../harness/booking-house.ts";
import { acmePath, callApi } from "../harness/operator-api.ts";
import { startServerProcess } from "../harness/process.ts";
import { catalogue, productionHost } from "../harness/seed.ts";
import { acme, audit, startTestService } from "../harness/service.ts";
import { until } from "../harness/until.ts";

const canary = "CANARY-7f2c";

for (const processes of ["1", "2"]) {
  describe(`the operator API of ${processes} processes`, () => {
    test("P14 works, and logs a line a request without keys, external ids or queries", async () => {
      const data = [...catalogue, slotLine({ capacity: 2 })];
      await using prepared = await startTestService([
        { name: acme, hosts: [productionHost], data },
      ]);
      await using server = await startServerProcess(prepared.databaseUrl, { PROCESSES: processes });
      const order = { name: "jo", role: "admin", accounts: null } as const;
      const issued = await createOperator(prepared.store, audit(), order);
      if (isRefused(issued)) assert.fail();
      const token = issued.key;
      const booked = await callApi(server, {
        method: "POST",
        path: `${acmePath}/bookings`,
        token,
        headers: { "x-request-id": "book-1" },
        body: {
          external_id: canary,
          interaction: "pk_summer",
          activity: "tasting",
          slot_starting_at: "2031-05-01T08:00:00Z",
          ticket_type: "standard",
          attendees: [canary],
        },
      });
      assert.equal(booked.status, 201, booked.text);
      const session = await callApi(server, {
        method: "POST",
        path: "/session",
        body: { key: token },
      });
      assert.equal(session.status, 201);
      for (const path of [
        `${acmePath}/contacts?external_id=${canary}`,
        `${acmePath}/bookings?${canary}=1`,
        `/${canary}`,
        `${acmePath}/groups/${canary}`,
      ]) {
        await callApi(server, { path, token });
      }
      await callApi(server, { path: "/accounts", token: `bsk_${canary}` });
      await callApi(server, { path: "/accounts", token, headers: { "x-request-id": "last-1" } });

      const logged = () =>
        server.lines.filter((line) => line.includes("operator:")).map((line) => JSON.parse(line));
      await until(() => logged().some((line) => line.request_id === "last-1"));
      assert.deepEqual(
        logged().map(({ endpoint, status, refusal }) => [endpoint, status, refusal]),
        [
          ["operator:book", 201, undefined],
          ["operator:signIn", 201, undefined],
          ["operator:findContact", 200, undefined],
          ["operator:findBookings", 400, "malformed"],
          ["operator:none", 404, "not-found"],
          ["operator:showGroup", 404, "nothing-to-remove"],
          ["operator:listAccounts", 401, "key-refused"],
          ["operator:listAccounts", 200, undefined],
        ],
      );
      const [first] = logged();
      assert.equal(first.request_id, "book-1");
      assert.equal(first.account, "acme/production");
      assert.equal(first.operator, "jo");
      const all = server.lines.join("\n");
      const cookie = session.headers["set-cookie"]?.[0]?.split(/[=;]/)[1] ?? assert.fail();
      for (const secret of [canary, token, cookie, session.json.csrf_token]) {
        assert.ok(!all.includes(secret), "a secret is in the log");
      }
    });
  });
}

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import { createOperator } from "../harness/operate.ts";
import { isRefused } from "../../src/domain/refusal.ts";
import { slotLine } from "../harness/booking-house.ts";
import { call, type Answer } from "../harness/call.ts";
import { acmePath, callApi, openDesk } from "../harness/operator-api.ts";
import { startServerProcess } from "../harness/process.ts";
import { catalogue, productionHost } from "../harness/seed.ts";
import { acme, audit, startTestService } from "../harness/service.ts";
import { query } from "../harness/query.ts";
import { until } from "../harness/until.ts";
import { runCommandHere } from "../harness/command-here.ts";

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

interface SixTimes {
  /** The booking's id. */
  readonly id?: string | null;
  readonly keyOf?: (turn: number) => string;
  readonly ticketsOf?: (turn: number) => number;
}

describe("two processes on one database", () => {
  test("P32 make each booking once, and keep the limit of a contact, at the same moment", async () => {
    const limited = catalogue.map((line) =>
      "public_key" in line ? { ...line, tickets_per_contact: 2 } : line,
    );
    const data = [...limited, slotLine({ capacity: 1_000 })];
    await using prepared = await startTestService([{ name: acme, hosts: [productionHost], data }]);
    const { databaseUrl } = prepared;
    await using one = await startServerProcess(databaseUrl);
    await using two = await startServerProcess(databaseUrl);
    const { key: token } = await openDesk(prepared, "agent");
    /** Sends a booking of a contact to both processes, three times each; one that is busy is asked again. */
    const sixTimes = (
      externalId: string,
      { id = null, keyOf, ticketsOf = () => 1 }: SixTimes,
    ): Promise<Answer[]> => {
      const ask = async (turn: number): Promise<Answer> => {
        const answer = await call(turn % 2 === 0 ? one.operator : two.operator, {
          method: id === null ? "POST" : "PUT",
          path: `/operator/v1${acmePath}/bookings${id === null ? "" : `/${id}`}`,
          host: "localhost",
          token,
          headers: keyOf === undefined ? {} : { "idempotency-key": keyOf(turn) },
          body: {
            external_id: externalId,
            interaction: "pk_summer",
            activity: "tasting",
            slot_starting_at: "2031-05-01T08:00:00Z",
            ticket_type: "standard",
            tickets: ticketsOf(turn),
          },
        });
        return [408, 503].includes(answer.status) ? ask(turn) : answer;
      };
      return Promise.all(Array.from({ length: 6 }, (_, turn) => ask(turn)));
    };
    const booked = (answers: readonly Answer[]) =>
      new Set(answers.filter(({ status }) => status < 300).map(({ json }) => json.booking));
    const refused = (answers: readonly Answer[]) =>
      answers.filter(({ status }) => status === 409).length;
    for (let round = 0; round < 10; round += 1) {
      const limit = await sixTimes(`limit-${round}`, { keyOf: (turn) => `limit-${round}-${turn}` });
      assert.deepEqual([booked(limit).size, refused(limit)], [2, 4]);
      const keyed = await sixTimes(`key-${round}`, { keyOf: () => `key-${round}` });
      assert.deepEqual([booked(keyed).size, refused(keyed)], [1, 0]);
      const named = await sixTimes(`id-${round}`, { id: randomUUID() });
      assert.deepEqual([booked(named).size, refused(named)], [1, 0]);
      const id = randomUUID();
      const differ = await sixTimes(`content-${round}`, {
        id,
        ticketsOf: (turn) => 1 + (turn % 2),
      });
      assert.deepEqual([booked(differ).size, refused(differ)], [1, 3]);
    }
    assert.equal(query(databaseUrl, "select 1 from booking").length, 10 * (2 + 1 + 1 + 1));
    assert.equal((await runCommandHere(databaseUrl, ["verify"])).status, 0);
  });
});

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { usePostgresAt } from "../harness/own-postgres.ts";
import { acmePath, openDesk } from "../harness/operator-api.ts";
import { startPostgres, type PostgresServer } from "../harness/postgres-server.ts";
import { catalogue } from "../harness/seed.ts";
import { acme, importLines, startTestService, type TestService } from "../harness/service.ts";

const rounds = 12;
const canary = "canary-of-nobody";
const slot = { interaction: "pk_summer", activity: "tasting" };
const at = "2031-05-01T08:00:00Z";

function lineOf(booking: string, externalId: string) {
  return {
    kind: "booking",
    booking,
    external_id: externalId,
    ...slot,
    slot_starting_at: at,
    ticket_type: "standard",
    booking_status: "CANCELLED",
    booked_at: "2026-04-01T10:00:00Z",
  };
}

function assertNothingSaid(log: string, raced: string) {
  assert.ok(log.includes(raced), "nobody raced");
  assert.ok(
    !log.includes(canary),
    log.split("\n").find((each) => each.includes(canary)),
  );
}

/** The server writes the values of a row that breaks a unique key to its log. */
describe("P14 the log of PostgreSQL", () => {
  let server: PostgresServer;
  let use: Disposable;
  let service: TestService;
  before(async () => {
    server = await startPostgres(["-c", "logging_collector=on"]);
    use = usePostgresAt(server.url);
    const data = [...catalogue, { kind: "slot", ...slot, starting_at: at, capacity: 900 }];
    service = await startTestService([{ name: acme, hosts: ["api.acme.example"], data }]);
  });
  after(async () => {
    await service[Symbol.asyncDispose]();
    use[Symbol.dispose]();
    await server[Symbol.asyncDispose]();
  });

  const logOf = async () => {
    const folder = path.join(server.folder, "data", "log");
    const files = await readdir(folder);
    const texts = await Promise.all(files.map((file) => readFile(path.join(folder, file), "utf8")));
    return texts.join("");
  };

  test("names no contact that bookings, imports and merges make at one moment", async () => {
    const desk = await openDesk(service);
    const id = (await service.store.accounts.identify(acme)) ?? assert.fail();
    for (let round = 0; round < rounds; round += 1) {
      const external_id = `${canary}-${round}`;
      const book = () =>
        desk.ask("POST", `${acmePath}/bookings`, {
          external_id,
          ...slot,
          slot_starting_at: at,
          ticket_type: "standard",
        });
      const line = lineOf(randomUUID(), external_id);
      const [, ...booked] = await Promise.all([
        importLines(service.store, id, [line]),
        ...Array.from({ length: 4 }, book),
      ]);
      assert.deepEqual(
        booked.map(({ status }) => status),
        [201, 201, 201, 201],
      );
      const merge = desk.ask("POST", `${acmePath}/contacts/merge`, {
        external_id,
        into: `${canary}-x`,
      });
      await Promise.all([merge, book(), book()]);
    }
    assertNothingSaid(await logOf(), "booking_account_id_contact_number_fkey");
  });

  test("names no reference that bookings, changes and imports write at one moment", async () => {
    const desk = await openDesk(service);
    const id = (await service.store.accounts.identify(acme)) ?? assert.fail();
    const book = (more: object) =>
      desk.ask("POST", `${acmePath}/bookings`, {
        external_id: randomUUID(),
        ...slot,
        slot_starting_at: at,
        ticket_type: "standard",
        ...more,
      });
    const own = await book({});
    const before = (await logOf()).length;
    for (let round = 0; round < rounds; round += 1) {
      const reference = `${canary}-${round}`;
      const line = { ...lineOf(randomUUID(), `imported-${round}`), reference };
      const path = `${acmePath}/bookings/${own.json.booking}/change`;
      const [, changed, ...booked] = await Promise.all([
        importLines(service.store, id, [line]).catch(() => null),
        desk.ask("POST", path, { reference }),
        ...Array.from({ length: 4 }, () => book({ reference })),
      ]);
      const made = [changed, ...booked].filter(({ status }) => status < 300).length;
      assert.ok(made <= 1, `${made} have one reference`);
    }
    assertNothingSaid((await logOf()).slice(before), "booking_account_id_contact_number_fkey");
  });
});

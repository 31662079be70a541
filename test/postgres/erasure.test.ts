import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import { erasedExternalId } from "../../src/domain/contact.ts";
import { DatabaseUnavailable } from "../../src/store/engine.ts";
import { openStore } from "../../src/store/store.ts";
import { runCommandHere } from "../harness/command-here.ts";
import { holdLocks } from "../harness/hold-locks.ts";
import { acmePath, assertProblem, openDesk } from "../harness/operator-api.ts";
import { query } from "../harness/query.ts";
import { acmeWith, booking, cancelPath } from "../harness/seed.ts";
import { acme, audit, startTestService } from "../harness/service.ts";
import { until } from "../harness/until.ts";

const name = "acme/production";
const erase = ["contact", "erase", name, "--external-id", "ann", "--upcoming", "keep"];

describe("B93 the erasure of a contact beside an import", () => {
  test("takes out what an import wrote that had read the contact before", async () => {
    const [ann, bob] = [booking("ann"), booking("bob")];
    await using service = await startTestService([acmeWith([ann, bob])]);
    const { databaseUrl } = service;
    const file = [
      booking("ann", { tickets: [{ attendee: { display_name: "Ann Canary" } }] }),
      { ...bob, tickets: [{}, {}] },
    ];
    // The import reads whose bookings these are, and then waits for the one that it changes.
    await using locks = await holdLocks(databaseUrl);
    await locks.hold("select from booking where id = $1 for no key update", bob.booking);
    const importing = runCommandHere(
      databaseUrl,
      ["import", name, "-", "--overwrite", "--update"],
      { input: file.map((line) => `${JSON.stringify(line)}\n`).join("") },
    );
    await until(async () => (await locks.waiting()) === 1);
    let isErased = false;
    const erasing = runCommandHere(databaseUrl, erase).finally(() => (isErased = true));
    await until(async () => isErased || (await locks.waiting()) === 2);
    await locks.release();
    for (const { status, err } of [await importing, await erasing]) assert.equal(status, 0, err);
    assert.equal(query(databaseUrl, "select id from booking").length, 3);
    const named = "select number from ticket where attendee_display_name is not null";
    assert.deepEqual(query(databaseUrl, named), []);
    const accountId = (await service.store.accounts.identify(acme)) ?? assert.fail();
    const { violations } = await service.store.account(accountId).checkInvariants(Date.now());
    assert.deepEqual(violations, []);
  });

  test("gives up in time where the import is long, and says so; cancels do not wait", async () => {
    const ann = booking("ann");
    await using service = await startTestService([acmeWith([ann])]);
    const { databaseUrl } = service;
    const token = await service.token();
    const desk = await openDesk(service);
    const requests = openStore(databaseUrl, { timeouts: "request" });
    try {
      const accountId = (await service.store.accounts.identify(acme)) ?? assert.fail();
      const door = requests.account(accountId);
      const { id } = (await door.findContact({ externalId: "ann" })) ?? assert.fail();
      await using locks = await holdLocks(databaseUrl);
      await locks.hold("select from account for no key update");
      const erased = {
        of: { id },
        newExternalId: erasedExternalId(randomUUID()),
        upcoming: "keep",
        dryRun: false,
      } as const;
      const erasing = assert.rejects(
        door.eraseContact(audit(), erased),
        (error) =>
          error instanceof DatabaseUnavailable &&
          / \(55P03\)\. The contact was not erased: an import of the account may be running\. /.test(
            error.message,
          ),
      );
      await until(async () => (await locks.waiting()) === 1);
      const body = { booking: ann.booking };
      const cancelled = await service.call({ method: "POST", path: cancelPath, token, body });
      assert.equal(cancelled.status, 200);
      const path = `${acmePath}/contacts/${id}?upcoming=keep`;
      assertProblem(await desk.ask("DELETE", path), 503, "unavailable");
      await erasing;
      assert.equal((await door.findContact({ id }))?.externalId, "ann");
    } finally {
      await requests.close();
    }
    assert.equal((await runCommandHere(databaseUrl, erase)).status, 0);
  });
});

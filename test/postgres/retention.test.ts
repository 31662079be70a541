import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { imported, now, startImporting } from "../import/importing.ts";
import { activity, eight, group, interaction, slot, ticketType } from "../import/lines.ts";
import { until } from "../harness/until.ts";
import { runCommandHere } from "../harness/command-here.ts";
import { holdLocks } from "../harness/hold-locks.ts";
import { query } from "../harness/query.ts";
import { acmeWith, booking } from "../harness/seed.ts";
import { startTestService } from "../harness/service.ts";

test("B320 nobody of an account is erased while an import has read whose bookings they are", async () => {
  const old = { slot_starting_at: "2020-05-01T08:00:00Z", booked_at: "2020-04-01T10:11:12Z" };
  await using service = await startTestService([acmeWith([booking("long gone", old)])]);
  const command = ["retention", "acme/production", "--days", "365"];
  const externalIds = () =>
    query(service.databaseUrl, "select external_id from contact").map((row) => row["external_id"]);
  await using importing = await holdLocks(service.databaseUrl);
  // As an import does.
  await importing.hold("select from account for no key update");
  const refused = await runCommandHere(service.databaseUrl, [...command, "--json"]);
  assert.equal(refused.status, 1);
  // One JSON value, with what was erased before the import.
  const { contacts, error } = JSON.parse(refused.out);
  assert.deepEqual([contacts, typeof error.message], [0, "string"]);
  assert.match(refused.err, /An import of the account is running: repeat the command after it\./);
  assert.deepEqual(externalIds(), ["long gone"]);
  await importing.release();
  assert.equal((await runCommandHere(service.databaseUrl, command)).status, 0);
  assert.match(String(externalIds()), /^erased-/);
});

/** Who takes locks in order sees a circle before the others do. */
const impatient = "set local deadlock_timeout = '1ms'";

test("P6 who is forgotten together is no circle with what locks bookings in their order", async () => {
  const old = { slot_starting_at: "2020-05-01T08:00:00Z", booked_at: "2020-04-01T10:11:12Z" };
  const ids = [1, 2, 3, 4].map((digit) => `00000000-0000-4000-8000-00000000000${digit}`);
  const [first, second, third, fourth] = ids;
  const ofContacts = [
    ...[first, fourth].map((id) => booking("erased first", { ...old, booking: id })),
    ...[second, third].map((id) => booking("erased second", { ...old, booking: id })),
  ];
  await using service = await startTestService([acmeWith(ofContacts)]);
  await using closing = await holdLocks(service.databaseUrl);
  await closing.hold(impatient);
  const take = (id: unknown) =>
    closing.hold("select from booking where id = $1 for no key update", id);
  await take(second);
  const command = ["retention", "acme/production", "--days", "365", "--json"];
  const erasing = runCommandHere(service.databaseUrl, command);
  await until(async () => (await closing.blocked()) === 1);
  await take(fourth);
  await closing.release();
  const { status, json, err } = await erasing;
  assert.deepEqual([status, json.contacts], [0, 2], err);
});

test("P6 a hold that is forgotten with its contact is no circle with a merge", async () => {
  await using importing = await startImporting();
  const { store, accountIds, databaseUrl } = importing;
  const account = store.account(accountIds[0]);
  await imported(importing, [group(), interaction(), activity(), ticketType(), slot()]);
  const holdId = randomUUID();
  const audit = { actor: "test", now };
  await account.makeHold(audit, {
    holdId,
    place: {
      publicKey: "pk_summer",
      activityId: "tasting",
      hostId: null,
      startingAt: Date.parse(eight),
    },
    ticketTypeId: "standard",
    tickets: 1,
    seconds: 600,
    externalId: "nobody booked",
    contactId: randomUUID(),
  });
  assert.deepEqual(await account.releaseHold(audit, holdId), { changed: true });
  await using merging = await holdLocks(databaseUrl);
  await merging.hold(impatient);
  await merging.hold("select from contact for no key update");
  const after = now + 1;
  const sweep = { accountId: accountIds[0], before: after, now: after, limit: 100 };
  const forgetting = store.housekeeping.remove("hold", sweep);
  await until(async () => (await merging.blocked()) === 1);
  await merging.hold("select from hold for no key update");
  await merging.release();
  assert.equal(await forgetting, 1);
  assert.deepEqual(query(databaseUrl, "select external_id from contact"), []);
});

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { openBookingHouse, slotLine } from "./harness/booking-house.ts";
import { runCommandHere } from "./harness/command-here.ts";
import { acmePath } from "./harness/operator-api.ts";
import { query } from "./harness/query.ts";
import { until } from "./harness/until.ts";
import { WebhookDesk } from "./harness/webhook-desk.ts";

const account = "acme/production";

async function openHouse() {
  const house = await openBookingHouse([slotLine({ capacity: 9 })]);
  const run = async (...words: string[]) => {
    const done = await runCommandHere(house.service.databaseUrl, [...words, "--json"]);
    assert.equal(done.status, 0, done.out);
    return done;
  };
  return {
    house,
    run,
    erase: (who: string) =>
      run("contact", "erase", account, "--external-id", who, "--upcoming", "keep"),
    historyOf: async (id: string) => {
      const { json } = await run("show", id);
      return JSON.stringify(json.history);
    },
    [Symbol.asyncDispose]: () => house[Symbol.asyncDispose](),
  };
}

describe("the erasure of a contact that gave bookings away", () => {
  test("takes the names of its time from their histories, and nothing of the present contact", async () => {
    await using ours = await openHouse();
    const { run, house } = ours;
    const { booking } = await house.book("ann");
    const change = (...words: string[]) => run("change", booking.id, ...words);
    await change("--attendee", "1=Ann One");
    await run("check-in", booking.id);
    await change("--attendee", "1=Ann Two", "--external-id", "bob");
    await change("--attendee", "1=Bob");
    await run("check-in", booking.id, "--undo");
    await run("cancel", booking.id, "--reason", "Bob is away");
    assert.match(await ours.historyOf(booking.id), /Ann One.*Ann Two.*contact-changed/);
    await ours.erase("ann");
    const { json } = await run("show", booking.id);
    assert.doesNotMatch(JSON.stringify(json), /Ann/);
    assert.equal(json.external_id, "bob");
    assert.equal(json.tickets[0].attendee.display_name, "Bob");
    assert.equal(json.history.at(-1).details.reason, "Bob is away");
    const own = json.history.map(({ event }: { event: string }) => event);
    assert.ok(!own.includes("contact-erased"), "the booking's contact is another");
    await house.assertLawful();
    await ours.erase("bob");
    assert.doesNotMatch(await ours.historyOf(booking.id), /Bob/);
    await house.assertLawful();
  });

  test("takes reasons of its time", async () => {
    await using ours = await openHouse();
    const { booking } = await ours.house.book("ann", { tickets: 2 });
    await ours.run("cancel", booking.id, "--ticket", "1", "--reason", "Ann is ill");
    await ours.run("change", booking.id, "--external-id", "bob");
    assert.match(await ours.historyOf(booking.id), /Ann is ill/);
    await ours.erase("ann");
    assert.doesNotMatch(await ours.historyOf(booking.id), /Ann is ill/);
    await ours.house.assertLawful();
  });

  test("reaches what was given away before it was merged into another", async () => {
    await using ours = await openHouse();
    const { booking } = await ours.house.book("Ann");
    await ours.house.book("ann");
    await ours.run("change", booking.id, "--attendee", "1=Ann One");
    await ours.run("change", booking.id, "--external-id", "bob", "--attendee", "1=Bob");
    await ours.run("contact", "merge", account, "--external-id", "Ann", "--into", "ann");
    assert.match(await ours.historyOf(booking.id), /Ann One/);
    await ours.erase("ann");
    assert.doesNotMatch(await ours.historyOf(booking.id), /Ann One/);
    await ours.house.assertLawful();
  });
});

describe("what webhooks got of a booking that was given away", () => {
  let ours: WebhookDesk;
  before(async () => {
    ours = await WebhookDesk.open();
  });
  after(() => ours[Symbol.asyncDispose]());

  test("leaves no answer once the former contact is erased", async () => {
    const { id } = await ours.make();
    ours.receiver.answer = ({ body }) => ({ status: 200, body });
    const given = ours.fresh().id;
    const { json: before } = await ours.desk.ask("GET", `${acmePath}/bookings/${given}`);
    await ours.change(given, "check-in");
    await until(async () => (await ours.deliveries(id))[0]?.state === "delivered");
    const answers = () =>
      JSON.stringify(query(ours.service.databaseUrl, "select answer from webhook_attempt"));
    assert.ok(answers().includes(before.external_id));
    const path = `${acmePath}/bookings/${given}/change`;
    const changed = await ours.desk.ask("POST", path, { external_id: "bob" });
    assert.equal(changed.status, 200, changed.text);
    await until(async () =>
      (await ours.deliveries(id)).every((each) => each.state === "delivered"),
    );
    const erased = await ours.desk.ask("POST", `${acmePath}/contacts/erase`, {
      external_id: before.external_id,
      upcoming: "keep",
    });
    assert.equal(erased.status, 200, erased.text);
    assert.ok(!answers().includes(before.external_id), answers());
    await ours.remove(id);
  });
});

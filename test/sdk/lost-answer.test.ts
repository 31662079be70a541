import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { BookingClient } from "../../sdk/src/booking-client.ts";
import { systemRuntime } from "../../sdk/src/runtime.ts";
import { runCommandHere } from "../harness/command-here.ts";
import { acmeWith, booking } from "../harness/seed.ts";
import { startTestService, type TestService } from "../harness/service.ts";
import { cuttingProxy, type CuttingProxy } from "./cutting-proxy.ts";

const cancelPath = "cancelInteractionBooking";

describe("A35 a cancel through a network that loses things", () => {
  const lines = {
    once: booking("P1"),
    unseen: booking("P2"),
    ignored: booking("P3"),
    ignoredUnnamed: booking("P4"),
    always: booking("P5"),
    alwaysUnnamed: booking("P6"),
    before: booking("P7", { booking_status: "CANCELLED" }),
    checkedIn: booking("P8", {
      tickets: [{ attendee: { checked_in_at: "2025-05-01T08:01:00Z" } }],
    }),
    repeated: booking("P9"),
    list: booking("P10"),
  };
  let service: TestService;
  let proxy: CuttingProxy;
  let client: BookingClient;
  before(async () => {
    const account = { ...acmeWith(Object.values(lines)), hosts: ["127.0.0.1"] };
    service = await startTestService([account]);
    proxy = await cuttingProxy(service.api);
    const { clientId, clientSecret, audience } = await service.credential();
    client = new BookingClient(
      { baseUrl: proxy.url, clientId, clientSecret, audience },
      // No waiting between attempts.
      { ...systemRuntime, random: () => 0 },
    );
    await client.listBookings("nobody");
  });
  after(async () => {
    await proxy[Symbol.asyncDispose]();
    await service[Symbol.asyncDispose]();
  });

  /** How many times the booking was cancelled, by the operator's own view of it. */
  async function cancels({ booking: id }: { readonly booking: string }): Promise<number> {
    const shown = await runCommandHere(service.databaseUrl, ["show", id, "--json"]);
    assert.equal(shown.status, 0, shown.err);
    const history: { event: string }[] = shown.json.history;
    return history.filter(({ event }) => event === "cancelled").length;
  }

  test("cut after the commit: it is repeated, reported cancelled, and happened once", async () => {
    const cutsBefore = proxy.cuts;
    proxy.cut(cancelPath, "after the answer", 1);
    const result = await client.cancelBooking(lines.once.booking);
    assert.equal(result.outcome, "cancelled");
    assert.equal(proxy.cuts - cutsBefore, 1);
    assert.equal(await cancels(lines.once), 1);
  });

  test("cut before the service saw it: it is repeated, and happens once", async () => {
    proxy.cut(cancelPath, "before the request", 2);
    const result = await client.cancelBooking(lines.unseen.booking);
    assert.equal(result.outcome, "cancelled");
    assert.equal(await cancels(lines.unseen), 1);
  });

  test("a server that ignores the key refuses the repetition: the booking tells", async () => {
    proxy.hideKeys = true;
    proxy.cut(cancelPath, "after the answer", 1);
    const named = await client.cancelBooking(lines.ignored.booking, { externalId: "P3" });
    assert.equal(named.outcome, "cancelled");
    proxy.cut(cancelPath, "after the answer", 1);
    const unnamed = await client.cancelBooking(lines.ignoredUnnamed.booking);
    assert.equal(unnamed.outcome, "unknown");
    proxy.hideKeys = false;
    assert.deepEqual([await cancels(lines.ignored), await cancels(lines.ignoredUnnamed)], [1, 1]);
  });

  test("no answer ever comes: the booking tells, or nobody does", async () => {
    proxy.cut(cancelPath, "after the answer", Infinity);
    const named = await client.cancelBooking(lines.always.booking, { externalId: "P5" });
    assert.equal(named.outcome, "cancelled");
    const unnamed = await client.cancelBooking(lines.alwaysUnnamed.booking);
    assert.equal(unnamed.outcome, "unknown");
    // The same wish again, when the network is back, with the key of the first time.
    proxy.cut("", "after the answer", 0);
    const { idempotencyKey } = unnamed;
    const again = await client.cancelBooking(lines.alwaysUnnamed.booking, { idempotencyKey });
    assert.equal(again.outcome, "cancelled");
    assert.deepEqual([await cancels(lines.always), await cancels(lines.alwaysUnnamed)], [1, 1]);
  });

  test("cancelled long before, and the refusal is lost: already cancelled", async () => {
    proxy.cut(cancelPath, "after the answer", 1);
    const result = await client.cancelBooking(lines.before.booking, { externalId: "P7" });
    assert.equal(result.outcome, "already-cancelled");
  });

  test("checked in, and the refusal is lost: it cannot be cancelled", async () => {
    proxy.cut(cancelPath, "after the answer", 1);
    await assert.rejects(client.cancelBooking(lines.checkedIn.booking, { externalId: "P8" }), {
      name: "NotCancellableError",
      why: /checked in/,
    });
  });

  test("a list whose answer is lost is asked for again", async () => {
    proxy.cut("fetchContactBookings", "after the answer", 2);
    const { bookings } = await client.listBookings("P10");
    assert.equal(bookings.length, 1);
  });
});

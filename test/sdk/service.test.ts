import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { rotateCredential } from "../harness/operate.ts";
import {
  BookingClient,
  CredentialsError,
  localisedText,
  NotCancellableError,
  RateLimitError,
  RequestError,
  type BookingClientOptions,
} from "booking-service-client";
import { acmeWith, booking, newBookingId, otherWith } from "../harness/seed.ts";
import { audit, startTestService, type TestService } from "../harness/service.ts";

const checkedIn = { attendee: { checked_in_at: "2025-05-01T08:01:00Z" } };
const many = Array.from({ length: 25 }, (_, day) =>
  booking("many", { slot_starting_at: `2030-06-${String(day + 1).padStart(2, "0")}T08:00:00Z` }),
);
const lines = {
  confirmed: booking("one"),
  waitlisted: booking("two", { booking_status: "WAITLIST" }),
  cancelled: booking("three", { booking_status: "CANCELLED" }),
  checkedIn: booking("four", { tickets: [checkedIn] }),
  twice: booking("five"),
  raw: booking("raw", { interaction: "pk_fair", activity: "talk" }),
  hosted: booking("hosted", { activity: "workshop", host: "bob" }),
  odd: booking("a b+c&d=é%20/😀"),
};

describe("the client library and the service", () => {
  let service: TestService;
  before(async () => {
    const account = acmeWith([...Object.values(lines), ...many]);
    service = await startTestService([{ ...account, hosts: ["127.0.0.1"] }, otherWith([])]);
  });
  after(() => service[Symbol.asyncDispose]());

  async function clientWith(options: BookingClientOptions = {}): Promise<BookingClient> {
    const { clientId, clientSecret, audience } = await service.credential();
    return new BookingClient({
      baseUrl: service.api,
      clientId,
      clientSecret,
      audience,
      ...options,
    });
  }

  test("R61 R74 lists a contact's bookings as they are on the wire", async () => {
    const client = await clientWith();
    const { bookings, totalCount, pageNumber, pageSize } = await client.listBookings("one");
    assert.deepEqual([totalCount, pageNumber, pageSize], [1, 1, 100]);
    assert.equal(bookings[0]?.booking, lines.confirmed.booking);
    assert.equal(bookings[0]?.activity.title, "Dégustation");
    const english = await client.listBookings("one", { language: "en-GB" });
    assert.equal(english.bookings[0]?.activity.title, "Tasting");
  });

  test("R26 R31 what the service leaves out is undefined", async () => {
    const client = await clientWith();
    const [hosted] = (await client.listBookings("hosted")).bookings;
    assert.equal(hosted?.host?.display_name, "Bob");
    assert.equal(hosted?.slot_duration_in_minutes, undefined);
    const [plain] = (await client.listBookings("one")).bookings;
    assert.equal(plain?.host, undefined);
    assert.equal(plain?.slot_duration_in_minutes, 45);
  });

  test("R36 R37 a raw language map is resolved", async () => {
    const client = await clientWith();
    const [raw] = (await client.listBookings("raw", { language: "de" })).bookings;
    assert.match(raw?.activity.title ?? "", /^\{/);
    assert.equal(localisedText(raw?.activity.title ?? "", "de"), "Vortrag");
  });

  test("A45 an external id arrives exactly as it is", async () => {
    const client = await clientWith();
    assert.equal((await client.listBookings(lines.odd.external_id)).totalCount, 1);
  });

  test("R78 R79 somebody unknown has no bookings", async () => {
    const client = await clientWith();
    const { bookings, totalCount } = await client.listBookings("nobody");
    assert.deepEqual([bookings, totalCount], [[], 0]);
  });

  test("R64 R65 R66 R71 filters, and walks over all pages", async () => {
    const client = await clientWith();
    const filter = {
      publicKey: "pk_summer",
      statuses: ["CONFIRMED", "WAITLIST"],
      from: new Date("2030-06-03T08:00:00Z"),
      to: new Date("2030-06-20T08:00:00Z"),
      pageSize: 7,
    } as const;
    const walked = await client.bookings("many", filter).toArray({ limit: 100 });
    const expected = many.slice(2, 20).map((line) => line.booking);
    assert.deepEqual(
      walked.map((one) => one.booking),
      expected,
    );
  });

  test("a walk meets every booking although each is cancelled as it comes", async () => {
    const client = await clientWith();
    const seen: string[] = [];
    for await (const one of client.bookings("many", { statuses: ["CONFIRMED"], pageSize: 4 })) {
      seen.push(one.booking);
      assert.equal((await client.cancelBooking(one)).outcome, "cancelled");
    }
    assert.deepEqual(
      seen,
      many.map((line) => line.booking),
    );
    const { totalCount } = await client.listBookings("many", { statuses: ["CANCELLED"] });
    assert.equal(totalCount, many.length);
  });

  test("R45 R47 R57 cancels what is confirmed or waitlisted, and the list shows it", async () => {
    const client = await clientWith();
    for (const line of [lines.confirmed, lines.waitlisted]) {
      const [found] = (await client.listBookings(line.external_id)).bookings;
      assert.ok(found);
      assert.equal((await client.cancelBooking(found)).outcome, "cancelled");
      const [after] = (await client.listBookings(line.external_id)).bookings;
      assert.equal(after?.booking_status, "CANCELLED");
    }
  });

  test("R48 tells already cancelled from cannot be cancelled", async () => {
    const client = await clientWith();
    const { cancelled, checkedIn: present } = lines;
    const externalId = cancelled.external_id;
    const known = await client.cancelBooking(cancelled.booking, { externalId });
    assert.equal(known.outcome, "already-cancelled");
    await assert.rejects(client.cancelBooking(cancelled.booking), NotCancellableError);
    await assert.rejects(client.cancelBooking(present.booking, { externalId: "four" }), {
      name: "NotCancellableError",
      why: /checked in/,
    });
  });

  test("A35 the same wish twice, with one key, is one cancel", async () => {
    const client = await clientWith();
    const { booking: id } = lines.twice;
    const idempotencyKey = "click-1";
    assert.equal((await client.cancelBooking(id, { idempotencyKey })).outcome, "cancelled");
    assert.equal((await client.cancelBooking(id, { idempotencyKey })).outcome, "cancelled");
    await assert.rejects(client.cancelBooking(id), NotCancellableError);
  });

  test("R73 R84 R100 what is wrong with a request is a RequestError with its words", async () => {
    const client = await clientWith();
    await assert.rejects(client.listBookings("one", { publicKey: "pk_summr" }), (error) => {
      assert.ok(error instanceof RequestError);
      assert.equal(error.status, 500);
      assert.match(error.message, /public_keys/);
      return true;
    });
    await assert.rejects(client.listBookings("one", { pageSize: 0 }), /page_size/);
    await assert.rejects(client.cancelBooking(newBookingId()), RequestError);
    await assert.rejects(client.cancelBooking("bookings/1"), RequestError);
  });

  test("R96 refused credentials are a CredentialsError", async () => {
    const wrong = { clientSecret: "wrong" };
    await assert.rejects((await clientWith(wrong)).listBookings("one"), CredentialsError);
    const audience = { audience: "https://other" };
    await assert.rejects((await clientWith(audience)).listBookings("one"), CredentialsError);
  });
});

test("A25 a disabled endpoint is a CredentialsError, to be taken up with the operator", async () => {
  const endpoints = ["interactions:fetchContactBookings"] as const;
  const account = { ...acmeWith([]), hosts: ["127.0.0.1"], endpoints };
  await using service = await startTestService([account]);
  const { clientId, clientSecret, audience } = await service.credential();
  const client = new BookingClient({ baseUrl: service.api, clientId, clientSecret, audience });
  await client.listBookings("one");
  await assert.rejects(client.cancelBooking(newBookingId()), {
    name: "CredentialsError",
    status: 403,
  });
});

test("R99 a rate limit says when to come back", async () => {
  const account = { ...acmeWith([]), hosts: ["127.0.0.1"] };
  await using service = await startTestService([account], { RATE_LIMIT_REQUESTS_PER_MINUTE: "2" });
  const { clientId, clientSecret, audience } = await service.credential();
  const options = { baseUrl: service.api, clientId, clientSecret, audience, maxRetryAfterMs: 0 };
  const client = new BookingClient(options);
  await client.listBookings("one");
  await client.listBookings("one");
  await assert.rejects(client.listBookings("one"), (error) => {
    assert.ok(error instanceof RateLimitError);
    assert.equal(error.status, 429);
    assert.ok((error.retryAfterMs ?? 0) > 0 && (error.retryAfterMs ?? 0) <= 60_000);
    return true;
  });
});

test("A33 a secret replaced at once is not noticed by callers of the list", async () => {
  const account = { ...acmeWith([]), hosts: ["127.0.0.1"] };
  await using service = await startTestService([account]);
  const { clientId, clientSecret, audience } = await service.credential();
  let secret = clientSecret;
  const seen = { exchanges: 0 };
  const client = new BookingClient({
    baseUrl: service.api,
    clientId,
    clientSecret: () => {
      seen.exchanges += 1;
      return secret;
    },
    audience,
  });
  await client.listBookings("one");
  const now = Date.now();
  const rotated = await rotateCredential(service.store, audit(), clientId, 0);
  assert.ok("clientSecret" in rotated);
  secret = rotated.clientSecret;
  // The service notices within a second: then the old token is a 401, and no list fails of it.
  while (seen.exchanges < 2) {
    assert.ok(Date.now() < now + 30_000, "the old token was used too long");
    await client.listBookings("one");
  }
});

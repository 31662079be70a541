import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs, { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { call } from "../../test/harness/call.ts";
import { runCommandHere } from "../../test/harness/command-here.ts";
import { openCalendarAddresses } from "../calendar/calendar-addresses.ts";
import { subscription } from "../routes/calendar.ts";
import { lines, startPageUnderTest, type PageUnderTest } from "./page-under-test.ts";

describe("a customer's calendar on the account page", () => {
  let shop: PageUnderTest;
  before(async () => {
    shop = await startPageUnderTest();
  });
  after(() => shop[Symbol.asyncDispose]());

  const host = () => new URL(shop.url).host;
  const get = (path: string, headers: Record<string, string> = {}) =>
    call(shop.url, { path, host: host(), headers });
  const post = (path: string, fields: Record<string, string>, cookie = "") =>
    call(shop.url, {
      method: "POST",
      path,
      host: host(),
      headers: { cookie, "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams(fields).toString(),
    });
  async function signIn(customer: string) {
    const answer = await post("/sign-in", { customer });
    const cookie = answer.headers["set-cookie"]?.[0]?.split(";", 1)[0] ?? assert.fail();
    const { text } = await get("/calendar", { cookie });
    const token = /name="token" value="([^"]+)"/.exec(text)?.[1] ?? "";
    return { cookie, token };
  }
  const addressOf = async (cookie: string) => {
    const { text } = await get("/calendar", { cookie });
    const [, address = ""] = /readonly value="([^"]+)"/.exec(text) ?? [];
    assert.ok(text.includes(address.replace("http:", "webcal:")));
    assert.ok(address.startsWith(`${shop.url}/calendar/en/`), address);
    return address.slice(shop.url.length);
  };
  const filePath = (key: string) =>
    `/bookings/${lines[key]?.booking}/calendar.ics?start=${lines[key]?.slot_starting_at}`;
  const uids = (text: string) => [...text.matchAll(/^UID:(.*)\r$/gm)].map(([, uid]) => uid);

  test("a booking is a file, before and after its cancel, for its customer alone", async () => {
    const { cookie } = await signIn("keys");
    const { status, headers, text } = await get(filePath("keys"), { cookie });
    assert.equal(status, 200);
    assert.equal(headers["content-type"], "text/calendar; charset=utf-8");
    assert.match(
      String(headers["content-disposition"]),
      /^attachment; filename="booking-[\d-]+\.ics"$/,
    );
    assert.equal(headers["cache-control"], "no-store");
    assert.deepEqual(uids(text), [lines["keys"]?.booking]);
    assert.match(text, /\r\nSTATUS:CONFIRMED\r\n/);
    const words = ["cancel", lines["keys"]?.booking ?? ""];
    assert.equal((await runCommandHere(shop.service.databaseUrl, words)).status, 0);
    const later = (await get(filePath("keys"), { cookie })).text;
    assert.match(later, /\r\nSTATUS:CANCELLED\r\n/);
    const sequence = (of: string) => Number(/SEQUENCE:(\d+)/.exec(of)?.[1]);
    assert.ok(sequence(later) >= sequence(text));
    assert.equal((await get(filePath("other"), { cookie })).status, 404);
    assert.equal((await get(filePath("keys"))).headers.location, "/sign-in");
  });

  test("the secret address has all of the customer's bookings, without a sign-in", async () => {
    const { cookie } = await signIn("ada");
    const path = await addressOf(cookie);
    const answer = await get(path);
    assert.equal(answer.status, 200);
    assert.equal(answer.headers["cache-control"], "no-store");
    const own = [lines["ada"], lines["adaHost"], lines["adaTour"], lines["adaAbroad"]];
    assert.deepEqual(new Set(uids(answer.text)), new Set(own.map((line) => line?.booking)));
    assert.match(answer.text, /REFRESH-INTERVAL/);
    const again = await get(path);
    assert.equal(again.text, answer.text);
    const etag = String(answer.headers["etag"]);
    const weak = `"another", W/${etag}`;
    assert.equal((await get(path, { "if-none-match": weak })).status, 304, weak);
    const modified = String(answer.headers["last-modified"]);
    const before = new Date(Date.parse(modified) - 1_000).toUTCString();
    assert.equal((await get(path, { "if-modified-since": modified })).status, 304);
    assert.equal((await get(path, { "if-modified-since": before })).status, 200);
    const both = { "if-none-match": '"another"', "if-modified-since": modified };
    assert.equal((await get(path, both)).status, 200, "the tag counts before the date");
    assert.equal((await get(path, { "if-none-match": '"another"' })).status, 200);
    assert.doesNotMatch(answer.text, /shop-ada/);
    assert.match((await get(path.replace("/en/", "/fr/"))).text, /SUMMARY:Dégustation/);
    assert.equal((await call(shop.url, { method: "HEAD", path, host: host() })).status, 200);
    // The service's own listener knows nothing of it.
    assert.equal(
      (await shop.service.call({ path, token: await shop.service.token() })).status,
      404,
    );
  });

  test("every other secret gets the same 404", async () => {
    const path = await addressOf((await signIn("ada")).cookie);
    const secret = path.slice("/calendar/en/".length, -".ics".length);
    const at = (text: string, place: number) =>
      text.slice(0, place) + (text[place] === "A" ? "B" : "A") + text.slice(place + 1);
    const wrong = [
      at(secret, 0),
      at(secret, secret.length >> 1),
      at(secret, secret.length - 2),
      `${secret}A`,
      secret.slice(0, -1),
      "A",
      "A".repeat(38),
    ];
    const answers = [];
    for (const one of wrong) answers.push(await get(`/calendar/en/${one}.ics`));
    for (const { status, text } of answers) {
      assert.equal(status, 404);
      assert.equal(text, answers[0]?.text);
    }
    assert.equal((await get(path.replace("/en/", "/xx/"))).status, 404);
  });

  test("a revoked address ends at once, in every process and after a restart; others go on", async () => {
    const { cookie, token } = await signIn("other");
    const others = await addressOf((await signIn("down")).cookie);
    const before = await addressOf(cookie);
    assert.equal((await get(before)).status, 200);
    assert.equal(
      (await post("/calendar", {}, cookie)).status,
      403,
      "no form of another site revokes",
    );
    const revoked = await post("/calendar", { token }, cookie);
    assert.equal(revoked.headers.location, "/calendar?new=1");
    const after = await addressOf(cookie);
    assert.notEqual(after, before);
    assert.deepEqual(
      [(await get(before)).status, (await get(after)).status, (await get(others)).status],
      [404, 200, 200],
    );
    const secretIn = (path: string) => path.slice("/calendar/en/".length, -".ics".length);
    const restarted = openCalendarAddresses(shop.calendarFolder);
    assert.equal(restarted.customerOf(secretIn(before)), null);
    assert.equal(restarted.customerOf(secretIn(after)), "shop-other");
    // Only the key, and a count under a name that tells nobody who it is.
    const files = readdirSync(shop.calendarFolder);
    const kinds = new Set(files.map((name) => name.replace(/[0-9a-f]{64}/, "…")));
    assert.deepEqual([...kinds].toSorted(), ["events-…", "key", "revoked-…"]);
    const kept = files.map((name) => readFileSync(join(shop.calendarFolder, name), "latin1"));
    assert.ok(!kept.join().includes("other"));
  });

  test("a failing service is a 503 and never an empty calendar; too many reads are a 429", async () => {
    const path = await addressOf((await signIn("busy")).cookie);
    shop.gateway.fail("fetchContactBookings", { status: 429, retryAfter: "40" });
    const failed = await get(path);
    assert.deepEqual([failed.status, failed.headers["retry-after"], failed.text], [503, "40", ""]);
    shop.gateway.heal();
    const statuses = [];
    for (let read = 0; read < 11; read += 1) statuses.push((await get(path)).status);
    assert.ok(statuses.includes(200) && statuses.includes(429), String(statuses));
    const refused = await get(path);
    assert.match(String(refused.headers["retry-after"]), /^\d+$/);
  });

  test("no line of the log has a secret or a person", async () => {
    const path = await addressOf((await signIn("script")).cookie);
    await get(path);
    await get(`${path}x/`);
    await get(path.replace("/calendar/", "/CALENDAR/"));
    for (const before of ["/%63alendar/", "/x/calendar/"]) {
      await get(path.replace("/calendar/", before));
    }
    const log = JSON.stringify(shop.log);
    assert.match(log, /"path":"\/calendar\/:secret"/);
    assert.ok(!log.includes(path.slice("/calendar/en/".length, -".ics".length)));
    assert.doesNotMatch(log, /shop-/);
  });
});

test("a calendar with more bookings than it holds says so", async () => {
  const found = Array.from({ length: 5_001 }, (_, number) => ({
    ...oneBooking,
    booking: `b${number}`,
  }));
  const client = { bookings: () => ({ toArray: async ({ limit }: any) => found.slice(0, limit) }) };
  const calendars = { customerOf: () => "ada", revisionsOf: () => undefined };
  const shop = { client, calendars, calendarLimit: { count: () => 0 } };
  const visit = { now: new Date(), signal: AbortSignal.timeout(60_000), origin: "http://page" };
  const read = async () => {
    const asked = { language: "en", secret: "x" } as const;
    const { body } = (await subscription(visit as never, shop as never, asked)) as any;
    return String(body?.bytes).replaceAll("\r\n ", "");
  };
  const cut = await read();
  assert.equal(cut.match(/BEGIN:VEVENT/g)?.length, 5_000);
  assert.match(cut, /X-WR-CALDESC:You have more than 5\\?,000 bookings/);
  found.pop();
  assert.doesNotMatch(await read(), /CALDESC/);
});

const oneBooking = {
  activity: { id: "x", title: "Tasting", location_hint: "" },
  interaction: { public_key: "pk", timezone: "UTC" },
  group: { unique_key: "g", display_name: "Acme" },
  slot_starting_at: "2030-05-01T08:00:00Z",
  booking_status: "CONFIRMED",
  booked_at: "2030-04-01T08:00:00Z",
  ticket_type: { display_name: "Standard", has_limited_capacity: true },
};

test("a key that could not be written whole is none, and the next start makes one", (t) => {
  const folder = mkdtempSync(join(tmpdir(), "calendar-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const { writeFileSync } = fs;
  fs.writeFileSync = (path, _bytes, options) => {
    writeFileSync(path, "", options);
    throw new Error("the disk is full");
  };
  syncBuiltinESMExports();
  try {
    assert.throws(() => openCalendarAddresses(folder), /disk is full/);
  } finally {
    fs.writeFileSync = writeFileSync;
    syncBuiltinESMExports();
  }
  const secret = openCalendarAddresses(folder).secretOf("ada");
  assert.equal(openCalendarAddresses(folder).customerOf(secret), "ada");
  assert.deepEqual(readdirSync(folder), ["key"]);
});

test("a folder that cannot be used is one sentence with the setting's name", () => {
  const CALENDAR_FOLDER = join(import.meta.filename, "calendars");
  const program = join(import.meta.dirname, "../main.ts");
  const client = { BOOKING_CLIENT_ID: "a", BOOKING_CLIENT_SECRET: "b", BOOKING_AUDIENCE: "c" };
  const { status, stderr } = spawnSync(process.execPath, [program], {
    env: { CALENDAR_FOLDER, PORT: "0", BOOKING_BASE_URL: "http://localhost:1", ...client },
    encoding: "utf8",
  });
  assert.equal(status, 1);
  assert.match(stderr, /^CALENDAR_FOLDER cannot be used: ENOTDIR.*\n$/);
});

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { after, before, beforeEach, test } from "node:test";
import { BookingClient } from "./booking-client.js";

/**
 * How a caller tests its own code against the sandbox: it starts one, asks for a bad day, and looks
 * at what its client makes of it. Run it with `node --test "examples/*.test.js"`.
 */
let sandbox;
let api;
let controls;
let client;
let waits;

/** The service is where this file is, unless `BOOKING_PROGRAM` names another program. */
const program =
  process.env.BOOKING_PROGRAM ?? new URL("../bin/booking.js", import.meta.url).pathname;

before(async () => {
  sandbox = spawn(process.execPath, [program, "sandbox", "--json", "--end-with-input"], {
    env: { ...process.env, PORT: "0", OPERATOR_PORT: "0" },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const [line] = await once(createInterface(sandbox.stdout), "line");
  const ready = JSON.parse(line);
  api = ready.api;
  controls = `${ready.operator}/sandbox`;
});

after(async () => {
  sandbox.kill();
  await once(sandbox, "exit");
});

beforeEach(async () => {
  await fetch(`${controls}/reset`, { method: "POST" });
  waits = [];
  client = new BookingClient({
    url: api,
    // The same in every sandbox, and worth nothing anywhere else.
    credentials: {
      client_id: "bsc_sandbox",
      client_secret: "bss_sandbox-secret--known-to-all--worth-nothingqT4mvw",
      audience: "https://localhost",
    },
    sleep: async (ms) => waits.push(ms),
  });
});

/** Asks for a fault of the next requests. */
async function expectTrouble(fault) {
  const answer = await fetch(`${controls}/faults`, { method: "POST", body: JSON.stringify(fault) });
  assert.equal(answer.status, 200, await answer.text());
}

/** What the client has called, and what it was answered; null where the connection was cut. */
async function callsSeen() {
  const { requests } = await (await fetch(`${controls}/requests`)).json();
  return requests.map(({ endpoint, status }) => [endpoint, status]);
}

const token = "oauth:token";
const list = "interactions:fetchContactBookings";
const cancel = "interactions:cancelInteractionBooking";

test("after a 429 the client waits as long as Retry-After says, and tries again", async () => {
  await expectTrouble({ fault: "rate-limited", wait_seconds: 7, times: 2, endpoint: list });
  assert.equal((await client.list("upcoming")).length, 3);
  assert.deepEqual(waits, [7_000, 7_000]);
});

test("when its token has expired the client gets a new one, once", async () => {
  await client.list("upcoming");
  const clock = await fetch(`${controls}/clock`, {
    method: "POST",
    body: JSON.stringify({ advance_seconds: 3_600 }),
  });
  assert.equal(clock.status, 200);
  assert.equal((await client.list("upcoming")).length, 3);
  assert.deepEqual(await callsSeen(), [
    [token, 200],
    [list, 200],
    [list, 401],
    [token, 200],
    [list, 200],
  ]);
});

test("a token that ends before its time is replaced as well", async () => {
  await client.list("upcoming");
  await expectTrouble({ fault: "expired-token" });
  assert.equal((await client.list("upcoming")).length, 3);
});

test("a cancel whose answer is lost counts as what it was: done", async () => {
  const [first] = await client.list("upcoming");
  await expectTrouble({ fault: "lost-answer", endpoint: cancel });
  assert.equal(await client.cancel(first.booking), true);
  const [now] = await client.list("upcoming");
  assert.equal(now.booking_status, "CANCELLED");
  assert.deepEqual((await callsSeen()).slice(2, 4), [
    [cancel, null],
    [cancel, 200],
  ]);
});

test("a cancel that is refused is not tried again", async () => {
  assert.equal(await client.cancel("5a9db0c5-0006-4000-8000-000000000001"), false);
  assert.deepEqual(waits, []);
});

test("all pages are read", async () => {
  assert.equal((await client.list("many")).length, 250);
  assert.deepEqual(await client.list("nobody"), []);
});

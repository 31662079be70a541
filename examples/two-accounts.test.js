import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";

/** The service is where this file is, unless `BOOKING_PROGRAM` names another program. */
const program =
  process.env.BOOKING_PROGRAM ?? new URL("../bin/booking.js", import.meta.url).pathname;
const example = new URL("two-accounts.js", import.meta.url).pathname;
const accounts = ["acme/production", "shop/production"];

const campaign = { interaction: "pk", activity: "tasting" };
const catalogue = [
  { kind: "group", unique_key: "acme", display_name: "Acme" },
  {
    kind: "interaction",
    public_key: "pk",
    group: "acme",
    timezone: "Europe/Paris",
    default_language: "en",
    languages: ["en"],
  },
  { kind: "activity", interaction: "pk", id: "tasting", title: { en: "Tasting" } },
  {
    kind: "ticket_type",
    ...campaign,
    id: "seat",
    display_name: "Seat",
    has_limited_capacity: true,
  },
  { kind: "slot", ...campaign, starting_at: "2035-05-01T08:00:00Z", capacity: 50 },
];
const idOf = (index) => `2f6c1d1e-6f0e-4b52-9a34-${String(index).padStart(12, "0")}`;
const bookings = Array.from({ length: 12 }, (_, index) => ({
  kind: "booking",
  booking: idOf(index),
  external_id: `CUST-${index}`,
  ...campaign,
  slot_starting_at: "2035-05-01T08:00:00Z",
  ticket_type: "seat",
  booking_status: "CONFIRMED",
  booked_at: "2025-04-01T10:11:12Z",
}));

test("two accounts come to rest in one state, whatever happens in either meanwhile", async () => {
  const folder = await mkdtemp(join(tmpdir(), "two-accounts-"));
  const env = {
    PATH: process.env.PATH,
    DATABASE_URL: `sqlite:${join(folder, "booking.db")}`,
    BOOKING: `${process.execPath} ${program}`,
  };
  const state = join(folder, "state.json");
  const booking = async (...words) =>
    (await promisify(execFile)(process.execPath, [program, ...words], { env })).stdout;
  const importInto = async (account, lines) => {
    const child = spawn(process.execPath, [program, "import", account, "-"], { env });
    child.stdin.end(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    assert.deepEqual(await once(child, "close"), [0, null]);
  };
  const cancel = (account, index) => booking("cancel", idOf(index), "--account", account);
  const follow = (...mode) =>
    spawn(process.execPath, [example, state, ...accounts, ...mode], { env, stdio: "inherit" });
  const bookingsOf = async (account) =>
    (await booking("export", account))
      .split("\n")
      .filter((line) => line.includes('"kind":"booking"'))
      .toSorted();
  try {
    await booking("migrate");
    for (const account of accounts) {
      await booking("account", "create", account, "--api-host", account.replace("/", "."));
      await importInto(account, catalogue);
    }
    // Six bookings are made here, six there, and cancelled on either side while the program runs.
    await importInto(accounts[0], bookings.slice(0, 6));
    await importInto(accounts[1], bookings.slice(6));
    await cancel(accounts[0], 0);
    const running = follow();
    await cancel(accounts[1], 6);
    while ((await bookingsOf(accounts[1])).length < 12) await sleep(20);
    // Both may know it now, and each cancels it; of the others each side cancels one.
    await Promise.allSettled([cancel(accounts[0], 1), cancel(accounts[1], 1)]);
    await cancel(accounts[1], 2);
    running.kill("SIGKILL");
    await cancel(accounts[0], 7).catch(() => {});
    await cancel(accounts[1], 8);
    assert.deepEqual(await once(follow("--once"), "close"), [0, null]);

    const [here, there] = [await bookingsOf(accounts[0]), await bookingsOf(accounts[1])];
    assert.deepEqual(here, there);
    assert.equal(here.length, 12);
    const cancelled = here.filter((line) => line.includes('"booking_status":"CANCELLED"'));
    for (const index of [0, 1, 2, 6, 8]) {
      assert.ok(
        cancelled.some((line) => line.includes(idOf(index))),
        idOf(index),
      );
    }
    // Nothing comes back: the next run finds no change.
    const before = await readFile(state, "utf8");
    assert.deepEqual(await once(follow("--once"), "close"), [0, null]);
    assert.equal(await readFile(state, "utf8"), before);
    await booking("verify");
  } finally {
    await rm(folder, { recursive: true });
  }
});

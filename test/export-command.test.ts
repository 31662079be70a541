import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { Readable, Writable } from "node:stream";
import { after, before, describe, test } from "node:test";
import { runProgram } from "../src/cli/run-program.ts";
import { countKinds, exportLines, importLines } from "./export/exporting.ts";
import { call } from "./harness/call.ts";
import { runCommand } from "./harness/command.ts";
import { runCommandHere } from "./harness/command-here.ts";
import { breaches, takenSeats } from "./harness/database.ts";
import { startServerProcess } from "./harness/process.ts";
import {
  acmeUatWith,
  acmeWith,
  booking,
  cancelPath,
  catalogue,
  productionHost,
  withSlots,
} from "./harness/seed.ts";
import { acme, startTestService, type TestService } from "./harness/service.ts";
import { until } from "./harness/until.ts";
import { program, programWords } from "./harness/program.ts";

const account = "acme/production";
const uat = { tenant: "acme", environment: "uat" } as const;

describe("booking export", () => {
  const lines = {
    ann: booking("ann", { tickets: [{ attendee: { display_name: "Ann" } }] }),
    bob: booking("bob", { booking_status: "WAITLIST" }),
    cleo: booking("cleo", { tickets: [{}, {}] }),
    // More than fits into the pipe between two programs.
    ...Object.fromEntries(Array.from({ length: 600 }, (_, index) => [index, booking("many")])),
  };
  const crowd = [booking("dora"), booking("emil")];
  let service: TestService;
  before(async () => {
    service = await startTestService([acmeWith(Object.values(lines)), acmeUatWith([])]);
    const [slot] = withSlots(crowd);
    const overbooked = [...catalogue, { ...slot, capacity: 1 }, ...crowd];
    await importLines(
      service.store,
      uat,
      overbooked.map((line) => JSON.stringify(line)),
    );
  });
  after(() => service[Symbol.asyncDispose]());
  const run = (words: readonly string[], input?: string) =>
    runCommandHere(service.databaseUrl, words, input === undefined ? {} : { input });

  test("writes the data file to standard output and words to standard error", async () => {
    const expected = `${(await exportLines(service.store, acme)).join("\n")}\n`;
    const plain = await run(["export", account]);
    assert.equal(plain.status, 0, plain.err);
    assert.equal(plain.out, expected);
    assert.match(plain.err, /^Exported \d+ lines\.\n\{"cursor":"[^"]+"\}\n$/);
    assert.equal((await run(["--json", "export", account])).out, expected);
  });

  test("is read by import as it is", async () => {
    // As programs: the file goes through pipes, which hold less than it.
    const { databaseUrl } = service;
    const { out } = await runCommand(databaseUrl, ["export", account]);
    const words = ["import", account, "-", "--json"];
    const { json, err } = await runCommand(databaseUrl, words, { input: out });
    const lines = out.trimEnd().split("\n");
    assert.deepEqual(
      json,
      {
        read: lines.length,
        created: {},
        updated: {},
        unchanged: countKinds(lines),
        kept: {},
        kept_bookings: [],
      },
      err,
    );
  });

  test("says that overbooked slots need leave to be imported", async () => {
    const { status, err } = await run(["export", "acme/uat"]);
    assert.equal(status, 0, err);
    assert.match(err, /^1 slot holds more tickets than seats: .*--allow-overbooked\.$/m);
  });

  test("of an unknown account is refused", async () => {
    const plain = await run(["export", "nobody/uat"]);
    assert.deepEqual([plain.status, plain.out], [1, ""]);
    assert.match(plain.err, /There is no account nobody\/uat/);
    const json = await run(["export", "nobody/uat", "--json"]);
    assert.equal(json.status, 1);
    assert.match(json.json.error.message, /nobody\/uat/);
    assert.equal((await run(["export", "nobody"])).status, 2);
    assert.equal((await run(["export"])).status, 2);
  });

  test("ends quietly when its reader has seen enough", async () => {
    const child = spawn(program, [...programWords, "export", account], {
      env: { PATH: process.env["PATH"], DATABASE_URL: service.databaseUrl },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const words: Buffer[] = [];
    child.stderr.on("data", (chunk: Buffer) => words.push(chunk));
    child.stdout.once("readable", () => child.stdout.destroy());
    const status = await new Promise((resolve) => child.once("close", resolve));
    assert.deepEqual([status, Buffer.concat(words).toString()], [0, ""]);
  });

  test("ends when its reader takes nothing for a minute, and gives the process up", async (t) => {
    t.mock.timers.enable({ apis: ["setInterval"] });
    const written = Promise.withResolvers<void>();
    const words: string[] = [];
    const exits: unknown[] = [];
    const stuck = {
      stdin: Readable.from([]),
      // What is written stays unread.
      stdout: new Writable({ write: () => written.resolve() }),
      stderr: { write: (text: string) => words.push(text) },
      env: { DATABASE_URL: service.databaseUrl },
      exit: (status: unknown) => exits.push(status),
    } as unknown as Parameters<typeof runProgram>[1];
    const ended = runProgram(["export", account], stuck);
    await written.promise;
    t.mock.timers.tick(60_000);
    await until(() => exits.length > 0);
    assert.equal(await ended, 1);
    assert.deepEqual(exits, [1]);
    assert.match(words.join(""), /did not take it for a minute.*Write it to a file first/);
  });

  test("keeps two systems in step through a file: what was edited wins with --update", async () => {
    const { out } = await run(["export", account]);
    const before = takenSeats(service.databaseUrl);
    const edited = out
      .split("\n")
      .map((line) => editState(line))
      .join("\n");
    const { ann, bob, cleo } = lines;

    const left = await run(["import", account, "-", "--json"], edited);
    assert.deepEqual(left.json.updated, {});
    assert.deepEqual(left.json.kept, { booking: 3 });
    assert.equal((await run(["export", account])).out, out);

    const taken = await run(["import", account, "-", "--update", "--json"], edited);
    assert.deepEqual(taken.json.updated, { booking: 3 });
    assert.equal(withoutChangedAt((await run(["export", account])).out), withoutChangedAt(edited));
    // Ann's seat is free, Bob has one now, and one of Cleo's two is left.
    assert.equal(takenSeats(service.databaseUrl), before - 1);
    assert.deepEqual(breaches(service.databaseUrl), []);

    const history = async (id: string) => {
      const { json } = await run(["show", id, "--account", account, "--json"]);
      return json.history;
    };
    const [, updated, ...rest] = await history(ann?.booking ?? "");
    assert.deepEqual(rest, []);
    assert.equal(updated.event, "updated");
    assert.equal(updated.booking_status, "CANCELLED");
    assert.equal(updated.at, "2025-06-01T00:00:00Z");
    assert.deepEqual(updated.details.booking_status, ["CONFIRMED", "CANCELLED"]);
    const attendee = { display_name: "Ann", checked_in_at: null };
    assert.deepEqual(updated.details.tickets, [
      [{ cancelled_at: null, attendee }],
      [{ cancelled_at: Date.UTC(2025, 5, 1), attendee }],
    ]);
    assert.deepEqual(
      (await history(bob?.booking ?? "")).map(({ event }: any) => event),
      ["imported", "updated"],
    );
    const [, cleos] = await history(cleo?.booking ?? "");
    assert.deepEqual(Object.keys(cleos.details), ["tickets"]);
  });

  /** Cancels Ann, promotes Bob and checks him in, cancels one of Cleo's tickets. */
  function editState(line: string): string {
    if (!line.startsWith('{"kind":"booking"')) return line;
    const content = JSON.parse(line);
    const { external_id, tickets } = content;
    const time = "2025-06-01T00:00:00Z";
    if (external_id === "ann") {
      Object.assign(content, { booking_status: "CANCELLED", booked_at: time });
      tickets[0].cancelled_at = time;
    }
    if (external_id === "bob") {
      Object.assign(content, { booking_status: "CONFIRMED", booked_at: time });
      tickets[0].attendee = { display_name: "Bob", checked_in_at: time };
    }
    if (external_id === "cleo") tickets[1].cancelled_at = time;
    return JSON.stringify(content);
  }
});

/** An edited line keeps the time at which it was changed before. */
function withoutChangedAt(lines: string): string {
  return lines.replaceAll(/,"changed_at":"[^"]+"/g, "");
}

/** How many bookings; 100,000 take five times as long. */
const many = 20_000;
/**
 * Too little for all rows at once. Otherwise V8 takes what a machine with much memory lets it take.
 * The process adds to standard error the most memory it ever had, in KiB.
 */
const littleMemory = {
  NODE_OPTIONS:
    "--max-old-space-size=32 --max-semi-space-size=1 --import=data:text/javascript," +
    encodeURIComponent(
      'import{writeSync}from"node:fs";process.on("exit",()=>writeSync(2,"peak "+process.resourceUsage().maxRSS+"\\n"))',
    ),
};
const peakMaxKibibytes = 160 * 1024;

describe("booking export of very many bookings", () => {
  test("takes flat memory during cancels, and is of one moment", async () => {
    const bookings = Array.from({ length: many }, (_, index) =>
      booking(`contact-${index % 5_000}`, {
        slot_starting_at: `2030-05-${10 + (index % 20)}T08:00:00Z`,
        tickets: [{ attendee: { display_name: `Attendee ${index}` } }],
      }),
    );
    await using prepared = await startTestService([acmeWith(bookings)]);
    const token = await prepared.token();
    await using server = await startServerProcess(prepared.databaseUrl, {
      RATE_LIMIT_REQUESTS_PER_MINUTE: "0",
    });
    const callers = Array.from({ length: 4 }, (_, index) =>
      startCaller(
        server.api,
        token,
        bookings.filter((__, each) => each % 40 === index).map((line) => line.booking),
      ),
    );
    await until(() => callers.every((caller) => caller.cancelled.length >= 20));
    const early = callers.map((caller) => caller.cancelled.length);

    const { status, out, err } = await runCommand(prepared.databaseUrl, ["export", account], {
      environment: littleMemory,
    });
    const late = callers.map((caller) => caller.cancelled.length);
    for (const caller of callers) await caller.stop();
    assert.equal(status, 0, err);

    const exported = new Map<string, string>();
    for (const line of out.trimEnd().split("\n")) {
      const { kind, booking: id, booking_status } = JSON.parse(line);
      if (kind === "booking") exported.set(id, booking_status);
    }
    assert.equal(exported.size, many);
    for (const [index, caller] of callers.entries()) {
      // The first may have been asked for before; one that waited for the export would be the last.
      const meanwhile = (late[index] ?? 0) - (early[index] ?? 0);
      assert.ok(meanwhile > 2, `${meanwhile} cancels went on`);
      const shown = caller.cancelled.map((id) => exported.get(id) === "CANCELLED");
      const count = shown.lastIndexOf(true) + 1;
      // Of the cancels of one caller, one after the other, those before the moment and no later one.
      assert.ok(!shown.slice(0, count).includes(false), "a torn export");
      assert.ok(count >= (early[index] ?? 0) && count <= (late[index] ?? 0));
    }

    const peak = Number(/^peak (\d+)$/m.exec(err)?.[1]);
    assert.ok(peak < peakMaxKibibytes, `${peak} KiB`);
    assert.deepEqual(breaches(prepared.databaseUrl), []);
  });
});

interface Caller {
  /** The bookings whose cancel was answered, in this order. */
  readonly cancelled: readonly string[];
  stop(): Promise<void>;
}

/** Cancels one booking after the other, in an order that is not that of their ids. */
function startCaller(api: string, token: string, ids: readonly string[]): Caller {
  const cancelled: string[] = [];
  let stopped = false;
  const left = ids.toSorted((one, other) => (reversed(one) < reversed(other) ? -1 : 1));
  const ended = (async () => {
    for (const id of left) {
      if (stopped) return;
      const body = { booking: id };
      const request = { method: "POST", path: cancelPath, host: productionHost, token, body };
      const answer = await call(api, request);
      assert.equal(answer.status, 200, answer.text);
      cancelled.push(id);
    }
  })();
  return {
    cancelled,
    stop: () => {
      stopped = true;
      return ended;
    },
  };
}

function reversed(id: string): string {
  return Array.from(id).toReversed().join("");
}

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { openStore, type Store } from "../src/store/store.ts";
import { runHousekeeping } from "../src/usecases/housekeeping.ts";
import { slotLine } from "./harness/booking-house.ts";
import { runCommand } from "./harness/command.ts";
import { runCommandHere } from "./harness/command-here.ts";
import { acmePath, assertProblem, openDesk, type Desk } from "./harness/operator-api.ts";
import { execute, query } from "./harness/query.ts";
import { acmeWith, booking, cancelPath, productionHost } from "./harness/seed.ts";
import { acme, startTestService, type TestService } from "./harness/service.ts";
import { testDatabase } from "./harness/test-database.ts";

const account = "acme/production";

interface Line {
  readonly cursor: string;
  readonly change: string;
  readonly actor: string;
  readonly request_id: string | null;
  readonly booking?: { readonly booking: string; readonly booking_status: string };
  readonly slot?: { readonly capacity: number };
}

async function changes(url: string, ...flags: readonly string[]) {
  const { status, out, err } = await runCommandHere(url, ["changes", account, ...flags]);
  assert.equal(status, 0, err);
  const lines = out.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line) as Line]));
  const cursor: string = JSON.parse(err.trimEnd().split("\n").at(-1) ?? "").cursor;
  return { lines, cursor, kinds: lines.map(({ change }) => change) };
}

describe("booking changes", () => {
  const known = booking("ann");
  const startingAt = "2031-05-01T08:00:00Z";
  const seats = slotLine({ capacity: 1 });
  let service: TestService;
  let url: string;
  const run = async (...words: readonly string[]) => {
    const result = await runCommandHere(url, words);
    assert.equal(result.status, 0, result.err);
    return result;
  };
  const book = async (who: string): Promise<string> => {
    const place = "--interaction pk_summer --activity tasting --ticket-type standard";
    const words = `book ${account} --external-id ${who} ${place} --slot ${startingAt}`;
    return (await run(...words.split(" "), "--json")).json.booking;
  };
  before(async () => {
    const { data = [], ...rest } = acmeWith([known]);
    service = await startTestService([{ ...rest, data: [...data, seats] }]);
    url = service.databaseUrl;
  });
  after(() => service[Symbol.asyncDispose]());

  test("prints what happened since a cursor, oldest first, once", async () => {
    const start = await changes(url, "--from-start");
    assert.deepEqual(start.kinds, ["imported"]);
    assert.deepEqual((await changes(url)).lines, []);
    const first = await book("bob");
    const second = await book("cleo");
    await run("cancel", first);
    await run("promote", second);
    await run("check-in", second);
    await run("check-in", second, "--undo");
    const found = await changes(url, "--after", start.cursor);
    assert.deepEqual(
      found.lines.map(({ change, booking: it }) => [change, it?.booking]),
      [
        ["booked", first],
        ["waitlisted", second],
        ["cancelled", first],
        ["promoted", second],
        ["checked-in", second],
        ["check-in-undone", second],
      ],
    );
    // As it stands now.
    assert.equal(found.lines[0]?.booking?.booking_status, "CANCELLED");
    assert.match(found.lines[0]?.actor ?? "", /^command line: /);
    assert.deepEqual((await changes(url, "--after", found.cursor)).lines, []);
    const two = await changes(url, "--after", start.cursor, "--limit", "2");
    assert.deepEqual(two.lines, found.lines.slice(0, 2));
    const rest = await changes(url, "--after", two.lines.at(-1)?.cursor ?? "");
    assert.deepEqual(rest.lines, found.lines.slice(2));
  });

  test("names the client and the request of a caller's cancel", async () => {
    const { cursor } = await changes(url);
    const [token, { clientId }] = [await service.token(), await service.credential()];
    const body = { booking: known.booking };
    const headers = { "x-request-id": "cancel-1" };
    const { status } = await service.call({
      method: "POST",
      path: cancelPath,
      token,
      body,
      headers,
    });
    assert.equal(status, 200);
    const [line] = (await changes(url, "--after", cursor)).lines;
    assert.deepEqual(
      [line?.change, line?.actor, line?.request_id],
      ["cancelled", `client: ${clientId}`, "cancel-1"],
    );
  });

  test("has a slot in place of the booking where a capacity was changed", async () => {
    const { cursor } = await changes(url);
    const place = `--interaction pk_summer --activity tasting --slot ${startingAt}`;
    await run(...`slot capacity ${account} --capacity 7 ${place}`.split(" "));
    const { lines } = await changes(url, "--after", cursor);
    assert.deepEqual(
      lines.map(({ change, booking: it, slot }) => [change, it, slot?.capacity]),
      [["capacity-changed", undefined, 7]],
    );
    const file = { input: JSON.stringify({ ...seats, capacity: 8 }) };
    const imported = await runCommandHere(url, ["import", account, "-"], file);
    assert.equal(imported.status, 0, imported.err);
    const later = (await changes(url, "--after", lines.at(-1)?.cursor ?? "")).lines;
    assert.deepEqual(
      later.map(({ change, slot }) => [change, slot?.capacity]),
      [["capacity-changed", 8]],
    );
  });

  test("says why: a closing once and with each of its bookings, a caller, an operator, a freed seat", async () => {
    const own = "2031-06-01T08:00:00Z";
    const one = { ...slotLine({ capacity: 1 }), starting_at: own };
    const { status } = await runCommandHere(url, ["import", account, "-"], {
      input: JSON.stringify(one),
    });
    assert.equal(status, 0);
    const place = `--interaction pk_summer --activity tasting --slot ${own}`;
    const make = async (who: string): Promise<string> => {
      const words = `book ${account} --external-id ${who} ${place} --ticket-type standard --json`;
      return (await run(...words.split(" "))).json.booking;
    };
    const ids = [await make("eve"), await make("fay"), await make("gil")];
    const { cursor } = await changes(url);
    const [token, body] = [await service.token(), { booking: ids[0] }];
    await service.call({ method: "POST", path: cancelPath, token, body });
    await run("promote", ids[1] ?? "");
    await run("cancel", ids[1] ?? "", "--reason", "Her wish");
    await run("promote", ids[2] ?? "");
    const reason = "Anna is ill";
    await run("slot", "close", account, ...place.split(" "), "--reason", reason);
    const { lines } = await changes(url, "--after", cursor);
    const told = lines.map((line: any) => [
      line.change,
      line.booking?.booking ?? line.slot.capacity,
      line.because,
      line.reason,
    ]);
    assert.deepEqual(told, [
      ["cancelled", ids[0], "caller", undefined],
      ["promoted", ids[1], "operator", undefined],
      ["cancelled", ids[1], "operator", "Her wish"],
      ["promoted", ids[2], "operator", undefined],
      ["capacity-changed", 0, undefined, undefined],
      ["slot-closed", 0, undefined, reason],
      ["cancelled", ids[2], "slot-closed", reason],
    ]);
    const shown = await run("show", ids[2] ?? "", "--json");
    assert.equal(shown.json.history.at(-1).because, "slot-closed");
    assert.match((await run("show", ids[2] ?? "")).out, /slot-closed: Anna is ill/);
    // Closed again, it has nothing to tell.
    await run("slot", "close", account, ...place.split(" "));
    assert.deepEqual((await changes(url, "--after", lines.at(-1)?.cursor ?? "")).lines, []);
  });

  test("says of each booking that its contact was erased", async () => {
    const id = await book("dora");
    const { cursor } = await changes(url);
    const door = await doorOf(service.store);
    const contact = (await door.findContact({ externalId: "dora" })) ?? assert.fail();
    const audit = { actor: "test", now: Date.now() };
    const order = { of: { id: contact.id }, newExternalId: "erased-1", dryRun: false };
    const erased = await door.eraseContact(audit, { ...order, upcoming: "keep" });
    assert.deepEqual(erased, { bookings: 1, cancelled: 0 });
    const { lines } = await changes(url, "--after", cursor);
    assert.deepEqual(
      lines.map(({ change, booking: it }) => [change, it?.booking]),
      [["contact-erased", id]],
    );
    assert.equal((await door.findBookings({ externalId: "erased-1", limit: 9 })).length, 1);
    assert.equal((await run("verify", account, "--json")).json.breaches.length, 0);
  });

  test("refuses a cursor that it did not print, and says what to do", async () => {
    const { cursor } = await changes(url);
    const foreign = await runCommandHere(url, [
      "changes",
      account,
      "--after",
      "0123456789ab-1-1-0123456789ab",
    ]);
    assert.equal(foreign.status, 1);
    assert.match(foreign.err, /booking export ACCOUNT/);
    assert.ok(foreign.err.includes(`--after ${cursor}`), foreign.err);
    assert.equal((await runCommandHere(url, ["changes", account, "--after", "1"])).status, 2);
    const both = ["changes", account, "--after", cursor, "--from-start"];
    assert.equal((await runCommandHere(url, both)).status, 2);
  });

  test("refuses a cursor older than what is kept", async () => {
    const { lines } = await changes(url, "--from-start");
    const [oldest, next] = [lines[0]?.cursor ?? "", lines[1]?.cursor ?? ""];
    const year = 365 * 86_400_000;
    const age = `update booking_event set recorded_at = recorded_at - ${year} where position <= 2`;
    execute(url, age);
    await runHousekeeping(
      {
        housekeeping: service.store.housekeeping,
        traceRetentionDays: 30,
        changesRetentionDays: 30,
        reportFault: (_accountId, error) => {
          throw error;
        },
        pause: async () => {},
        stopping: { aborted: false },
      },
      Date.now(),
    );
    assert.equal((await runCommandHere(url, ["changes", account, "--after", oldest])).status, 1);
    const kept = (await changes(url, "--from-start")).lines;
    assert.deepEqual(kept, lines.slice(2));
    assert.deepEqual((await changes(url, "--after", next)).lines, kept);
  });

  test("with --follow prints a change as it is made", async () => {
    const { cursor } = await changes(url);
    const words = ["changes", account, "--after", cursor, "--follow", "--limit", "1"];
    const following = runCommandHere(url, words);
    const id = await book("finn");
    const { out, status } = await following;
    assert.equal(status, 0);
    assert.equal(JSON.parse(out).booking.booking, id);
  });
});

describe("the changes of the operator API", () => {
  const known = booking("ann");
  let service: TestService;
  let desk: Desk;
  before(async () => {
    service = await startTestService([acmeWith([known])]);
    desk = await openDesk(service, "viewer");
  });
  after(() => service[Symbol.asyncDispose]());
  const ask = (query: string) => desk.ask("GET", `${acmePath}/changes${query}`);

  test("begin at now, or with the oldest that is kept", async () => {
    const now = await ask("");
    assert.deepEqual(now.json.changes, []);
    const { changes: all, cursor } = (await ask("?after=start")).json;
    assert.deepEqual(
      all.map(({ change }: Line) => change),
      ["imported"],
    );
    assert.equal(cursor, now.json.cursor);
  });

  test("come to who waits as soon as there are some", async () => {
    const { cursor } = (await ask("")).json;
    const waiting = ask(`?after=${cursor}&wait=30`);
    const body = { booking: known.booking };
    const token = await service.token();
    await service.call({ method: "POST", path: cancelPath, token, body, host: productionHost });
    const { changes: found } = (await waiting).json;
    assert.deepEqual(
      found.map(({ change, booking: it }: Line) => [change, it?.booking]),
      [["cancelled", known.booking]],
    );
  });

  test("wake a reader of the process that made them, without a read of the database", async () => {
    const { status, json } = await (
      await openDesk(service)
    ).ask("POST", `${acmePath}/bookings`, {
      external_id: "woken",
      interaction: "pk_summer",
      activity: "tasting",
      slot_starting_at: known.slot_starting_at,
      ticket_type: "standard",
    });
    assert.equal(status, 201, JSON.stringify(json));
    using next = (await doorOf(service.store)).listenForChanges();
    const late = new AbortController();
    const isWoken = Promise.race([
      next.wait(60_000).then(() => true),
      sleep(50_000, false, { signal: late.signal }),
    ]);
    const body = { booking: json.booking };
    const token = await service.token();
    await service.call({ method: "POST", path: cancelPath, token, body, host: productionHost });
    assert.equal(await isWoken, true);
    late.abort();
  });

  test("are read backwards from the latest or from a known one, each once, and then onwards", async () => {
    const { changes: all, cursor: end } = (await ask("?after=start")).json;
    const cursors = all.map(({ cursor }: Line) => cursor);
    assert.ok(cursors.length > 3);
    const positionIn = (cursor: string) => Number(cursor.split("-")[1]);
    const found: number[] = [];
    for (let before: string | null = "end"; before !== null;) {
      const { json } = await ask(`?before=${before}&limit=2`);
      if (before === "end") assert.equal(positionIn(json.cursor), positionIn(end));
      found.unshift(...json.changes.map(({ cursor }: Line) => positionIn(cursor)));
      before = json.earlier;
    }
    assert.deepEqual(found, cursors.map(positionIn));
    const [first, second] = cursors;
    const last = (await ask(`?before=${second}`)).json;
    assert.deepEqual(
      [last.changes.length, last.earlier, positionIn(last.cursor)],
      [1, null, positionIn(first)],
    );
    const onwards = (await ask(`?after=${last.cursor}`)).json.changes;
    assert.equal(positionIn(onwards[0].cursor), positionIn(second));
    assert.deepEqual((await ask(`?before=${first}`)).json.changes, []);

    assertProblem(await ask("?before=0123456789ab-1-1-0123456789ab"), 410, "cursor-not-kept");
    assertProblem(await ask(`?before=end&after=${end}`), 400, "malformed");
    assertProblem(await ask("?before=end&wait=1"), 400, "malformed");
    assertProblem(await ask("?before=latest"), 400, "malformed");
  });

  test("are refused for an invalid cursor, with the one to continue from", async () => {
    const { cursor } = (await ask("")).json;
    const gone = await ask("?after=0123456789ab-1-1-0123456789ab");
    assertProblem(gone, 410, "cursor-not-kept");
    assert.equal(gone.json.cursor, cursor);
    assertProblem(await ask("?after=12"), 400, "malformed");
    assertProblem(await ask("?wait=31"), 400, "malformed");
  });
});

async function doorOf(store: Store) {
  const id = await store.accounts.identify(acme);
  return id === null ? assert.fail() : store.account(id);
}

describe("a copy of an installation", () => {
  test("accepts a cursor up to the original's last position, and no later one", async () => {
    await using source = await testDatabase();
    await using target = await testDatabase();
    const run = async (words: readonly string[], lines: readonly object[] = []) => {
      const input = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
      const { status, err } = await runCommandHere(source.url, words, { input });
      assert.equal(status, 0, err);
    };
    const known = booking("ann");
    await run(["migrate"]);
    await run(["account", "create", account, "--api-host", productionHost]);
    await run(["import", account, "-"], acmeWith([known]).data);
    const { cursor } = await changes(source.url);
    const words = ["copy", "--from", source.url, "--to", target.url];
    // As a program: it reads the whole installation, as no other command may.
    const copied = await runCommand(source.url, words);
    assert.equal(copied.status, 0, copied.err);
    await run(["cancel", known.booking]);
    const here = await changes(source.url, "--after", cursor);
    assert.deepEqual(here.kinds, ["cancelled"]);
    assert.deepEqual((await changes(target.url, "--after", cursor)).lines, []);
    const beyond = ["changes", account, "--after", here.cursor];
    assert.equal((await runCommandHere(target.url, beyond)).status, 1);
  });
});

describe("a database whose files were put back to an earlier state", () => {
  /** Puts back what is there now, as a snapshot of the disk does; the database's identity stays. */
  function takeSnapshot(url: string): () => void {
    if (url.startsWith("sqlite:")) {
      const path = url.slice("sqlite:".length);
      const content = readFileSync(path);
      // Into the same file, so that no identity of the file changes.
      return () => writeFileSync(path, content);
    }
    execute(url, "create table saved_slot as select * from slot");
    const [feed] = query(url, "select last_position, epochs from change_feed");
    return () => {
      execute(
        url,
        `update slot
         set taken = saved_slot.taken
         from saved_slot
         where slot.activity_id = saved_slot.activity_id
         and slot.host_id = saved_slot.host_id
         and slot.starting_at = saved_slot.starting_at`,
      );
      execute(url, "update ticket set cancelled_at = null");
      execute(url, "update booking set booking_status = 'CONFIRMED'");
      execute(url, "delete from booking_event where number > 1");
      execute(url, `update change_feed set last_position = ${Number(feed?.["last_position"])}`);
      execute(url, `update change_feed set epochs = '${String(feed?.["epochs"])}'`);
    };
  }

  test("refuses the cursors of what is gone, and goes on with earlier ones", async () => {
    await using database = await testDatabase();
    const { url } = database;
    const run = async (words: readonly string[], lines: readonly object[] = []) => {
      const input = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
      const { status, err } = await runCommandHere(url, words, { input });
      assert.equal(status, 0, err);
    };
    const [first, second, third] = ["ann", "bob", "cleo"].map((who) => booking(who));
    const cancel = (each: typeof first) => run(["cancel", each?.booking ?? ""]);
    await run(["migrate"]);
    await run(["account", "create", account, "--api-host", productionHost]);
    const bookings = [first, second, third].flatMap((each) => (each === undefined ? [] : [each]));
    await run(["import", account, "-"], acmeWith(bookings).data);
    const { lines, cursor: early } = await changes(url, "--from-start");
    const putBack = takeSnapshot(url);
    await cancel(first);
    await cancel(second);
    // A reader that is behind: its line shows the state of a cancel that it has not read.
    const behind = await changes(url, "--from-start", "--limit", "1");
    const late = await changes(url, "--after", early);
    assert.deepEqual(late.kinds, ["cancelled", "cancelled"]);
    putBack();
    const refusedNow = async () => {
      for (const cursor of [late.cursor, late.lines[0]?.cursor ?? "", behind.cursor]) {
        const read = await runCommandHere(url, ["changes", account, "--after", cursor]);
        assert.equal(read.status, 1, cursor);
        assert.match(read.err, /booking export ACCOUNT/);
      }
    };
    await refusedNow();
    await cancel(third);
    await cancel(first);
    // The positions that they saw belong to other changes now.
    assert.equal((await changes(url, "--after", early)).lines.length, 2);
    await refusedNow();
    const again = await changes(url, "--after", lines[0]?.cursor ?? "");
    assert.deepEqual(again.kinds, ["imported", "imported", "cancelled", "cancelled"]);
  });
});

describe("an export", () => {
  test("and the changes after its cursor are a complete copy, during cancels", async () => {
    const bookings = Array.from({ length: 60 }, (_, index) => booking(`c-${index}`));
    await using source = await startTestService([acmeWith(bookings)]);
    await using target = await startTestService([{ name: acme, hosts: [productionHost] }]);
    const token = await source.token();
    let cancelled = 0;
    const cancelling = (async () => {
      for (const { booking: id } of bookings) {
        const body = { booking: id };
        const answer = await source.call({ method: "POST", path: cancelPath, token, body });
        if (answer.status === 200) cancelled += 1;
      }
    })();
    const exported = await runCommandHere(source.databaseUrl, ["export", account]);
    const cursor = JSON.parse(exported.err.trimEnd().split("\n").at(-1) ?? "").cursor;
    await cancelling;
    assert.equal(cancelled, bookings.length);
    const { lines } = await changes(source.databaseUrl, "--after", cursor);
    const later = lines.map((line) => `${JSON.stringify(line.booking)}\n`).join("");
    for (const text of [exported.out, later]) {
      const words = ["import", account, "-", "--update"];
      const { status, err } = await runCommandHere(target.databaseUrl, words, { input: text });
      assert.equal(status, 0, err);
    }
    assert.deepEqual(await stateOf(target), await stateOf(source));
  });
});

/** Each booking's line as an export has it, whatever the account has remembered about changes. */
async function stateOf({ databaseUrl }: TestService): Promise<unknown[]> {
  const store = openStore(databaseUrl);
  try {
    const { out } = await runCommandHere(databaseUrl, ["export", account]);
    return out.trimEnd().split("\n").toSorted();
  } finally {
    await store.close();
  }
}

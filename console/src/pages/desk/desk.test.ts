import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, describe, test } from "node:test";
import { bookingOf, noon } from "./desk-fixtures.ts";
import { closeDesks, deskOn } from "./desk-on-service.ts";
import type { Desk } from "./desk.ts";

afterEach(closeDesks);

const id = (letter: string) => `${letter.repeat(8)}-0000-4000-8000-000000000000`;
const tomorrow = { slot_starting_at: "2026-05-05T10:00:00Z" };

async function submit(desk: Desk, ...texts: readonly string[]): Promise<void> {
  for (const text of texts) {
    desk.submit(text);
    await desk.settled();
  }
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await pause(1);
}

describe("a desk with a connection", () => {
  test("codes that come faster than the answers have a line each, and are admitted once", async () => {
    const { load, requests } = deskOn([bookingOf(id("a")), bookingOf(id("b"))]);
    const { desk, lines } = load();
    for (const code of ["a", "a", "b", "c"]) desk.submit(id(code));
    assert.deepEqual(lines(), ["waiting", "waiting", "waiting", "waiting"]);
    await desk.settled();
    assert.deepEqual(lines().toReversed(), ["checked-in", "already", "checked-in", "unknown"]);
    assert.deepEqual(requests.toSorted(), ["in a null", "in a null", "in b null", "show c"]);
  });

  test("an answer that comes late appears in its own line, and the newest scan keeps the panel", async () => {
    const { load, line } = deskOn([bookingOf(id("a")), bookingOf(id("b"))]);
    const { desk, lines } = load();
    const { promise, resolve } = Promise.withResolvers<void>();
    line.held = promise;
    desk.submit(id("a"));
    await pause(1);
    line.held = null;
    desk.submit(id("b"));
    await until(() => lines()[0] === "checked-in");
    assert.deepEqual(lines(), ["checked-in", "waiting"]);
    const [newest] = desk.state().scans;
    assert.ok(newest?.outcome.kind === "checked-in" && newest.outcome.who.startsWith(id("b")));
    resolve();
    await desk.settled();
    assert.equal(desk.state().scans[0], newest, "the first answer changed nothing of it");
    assert.deepEqual(lines(), ["checked-in", "checked-in"]);
  });

  test("somebody on the list is checked in by one request", async () => {
    const { load, requests } = deskOn([bookingOf(id("a"))]);
    await submit(load().desk, id("a"));
    assert.deepEqual(requests, ["in a null"]);
  });

  test("what the list does not know yet is looked up and said", async () => {
    const gone = bookingOf(id("a"));
    const { load, kept, requests } = deskOn([gone, bookingOf(id("b"), tomorrow)]);
    kept.set(id("a"), { ...gone, booking_status: "CANCELLED" });
    const { desk, lines } = load();
    await submit(desk, id("a"), id("b"));
    assert.deepEqual(lines(), ["elsewhere", "cancelled"]);
    assert.deepEqual(requests, ["in a null", "show a", "show b"]);
  });

  test("a booking that was moved away since the list was read is not greeted in green", async () => {
    const moved = bookingOf(id("a"));
    const { load, kept } = deskOn([moved]);
    kept.set(id("a"), { ...moved, ...tomorrow });
    const { desk, lines } = load();
    await submit(desk, id("a"));
    assert.deepEqual(lines(), ["moved"]);
    assert.ok(desk.state().canUndo);
  });

  test("two desks that scan one ticket do not both greet a newcomer", async () => {
    const { load, change } = deskOn([bookingOf(id("a"))]);
    change({ operation: "checkIn", booking: id("a"), ticket: null, key: "elsewhere" });
    const { desk } = load();
    await submit(desk, id("a"));
    const [only] = desk.state().scans;
    assert.ok(only?.outcome.kind === "already" && only.outcome.by === "door-2");
    desk.undoLast();
    assert.equal(desk.state().scans[0]?.outcome.kind, "nothing-to-undo", "it is the other desk's");
  });

  test("undoing takes back the last check-ins, newest first, and then nothing", async () => {
    const { load, requests } = deskOn([bookingOf(id("a")), bookingOf(id("b"))]);
    const { desk, lines } = load();
    await submit(desk, id("a"), id("b"));
    assert.ok(desk.state().canUndo);
    for (let times = 0; times < 3; times += 1) desk.undoLast();
    await desk.settled();
    assert.deepEqual(lines().slice(0, 3), ["nothing-to-undo", "undone", "undone"]);
    assert.deepEqual(requests.slice(2), ["out b null", "out a null"]);
    assert.ok(!desk.state().canUndo);
  });

  test("a check-in whose answer is not there yet is undone when it is", async () => {
    const { load, line, requests } = deskOn([bookingOf(id("a"))]);
    const { desk, lines } = load();
    const { promise, resolve } = Promise.withResolvers<void>();
    line.held = promise;
    desk.submit(id("a"));
    desk.undoLast();
    assert.deepEqual(lines(), ["regretted"]);
    line.held = null;
    resolve();
    await desk.settled();
    await desk.settled();
    assert.deepEqual(lines(), ["undone", "checked-in"]);
    assert.deepEqual(requests, ["in a null", "out a null"]);
  });

  test("of a party come those who are named, and only they are taken back", async () => {
    const { load, requests } = deskOn([bookingOf(id("a"), {}, [{}, {}, {}, {}, {}])]);
    const { desk, lines } = load();
    await submit(desk, id("a"));
    assert.equal(desk.state().asked?.booking, id("a"));
    assert.deepEqual(requests, [], "who is here is asked without a request");
    await submit(desk, "1 3");
    assert.deepEqual(lines(), ["checked-in", "choose"]);
    assert.equal(desk.state().asked, null);
    desk.undoLast();
    await desk.settled();
    assert.deepEqual(requests, ["in a 1", "in a 3", "out a 1", "out a 3"]);
  });

  test("a whole party is one request, also where each of them is named", async () => {
    const { load, requests } = deskOn([bookingOf(id("a"), {}, [{}, {}, { here: noon }, {}])]);
    const { desk, lines } = load();
    await submit(desk, id("a"));
    await submit(desk, "1 2 4");
    assert.deepEqual(lines(), ["checked-in", "choose"]);
    assert.deepEqual(requests, ["in a null"]);
  });

  test("a party is not asked about any more once the next code came", async () => {
    const { load, requests } = deskOn([bookingOf(id("a"), {}, [{}, {}]), bookingOf(id("b"))]);
    await submit(load().desk, id("a"), id("b"), "");
    assert.deepEqual(requests, ["in b null"]);
  });

  test("external ids and names find people, here first, then on the days to come", async () => {
    const { load, requests } = deskOn([
      bookingOf(id("a"), { external_id: "ANN-1" }),
      bookingOf(id("b"), { external_id: "ANN-10" }),
      bookingOf(id("c"), { external_id: "CLEO", ...tomorrow }),
    ]);
    const { desk, lines } = load();
    assert.equal(desk.submit("ann"), false, "the box keeps a name that means several");
    for (const typed of ["ANN-1", "ann-10", "CLEO", "NOBODY"]) assert.ok(desk.submit(typed));
    await desk.settled();
    assert.deepEqual(lines().toReversed(), [
      "several",
      "checked-in",
      "checked-in",
      "elsewhere",
      "unknown",
    ]);
    assert.deepEqual(requests, ["in a null", "in b null", "find CLEO", "find NOBODY"]);
  });

  test("who may only look sees, and nothing is sent that changes anything", async () => {
    const { load, requests, line } = deskOn(
      [bookingOf(id("a")), bookingOf(id("b"), {}, [{}, {}])],
      {
        mayCheckIn: false,
      },
    );
    const { desk, lines } = load();
    await submit(desk, id("a"), id("b"), "1", "");
    assert.deepEqual(lines().toReversed().slice(0, 2), ["expected", "expected"]);
    line.state = "down";
    await submit(desk, id("a"));
    assert.equal(lines()[0], "no-answer");
    assert.equal(desk.state().unsent, 0);
    assert.ok(requests.every((each) => !/^(in|out) /.test(each)));
  });
});

describe("a desk without a connection", () => {
  test("keeps every scan by its name, and sends them in their order", async () => {
    const letters = ["a", "b", "c"];
    const { load, line, requests } = deskOn(letters.map((each) => bookingOf(id(each))));
    const { desk, lines } = load();
    line.state = "down";
    await submit(desk, ...letters.map(id));
    assert.deepEqual(lines(), ["unsent", "unsent", "unsent"]);
    assert.equal(desk.state().unsent, 3);
    const [newest] = desk.state().scans;
    assert.ok(newest?.outcome.kind === "unsent" && newest.outcome.who.startsWith(id("c")));
    requests.length = 0;
    line.state = "up";
    await until(() => desk.state().unsent === 0);
    assert.deepEqual(lines(), ["checked-in", "checked-in", "checked-in"]);
    assert.deepEqual(requests.slice(-3), ["in a null", "in b null", "in c null"]);
    assert.deepEqual(desk.state().conflicts, []);
  });

  test("names what turned out otherwise meanwhile, until that was read", async () => {
    const [gone, taken] = [bookingOf(id("a")), bookingOf(id("b"))];
    const { load, line, kept, change } = deskOn([gone, taken]);
    const { desk } = load();
    line.state = "down";
    await submit(desk, id("a"), id("b"), id("d"));
    kept.set(id("a"), { ...gone, booking_status: "CANCELLED" });
    change({ operation: "checkIn", booking: id("b"), ticket: null, key: "elsewhere" });
    line.state = "up";
    await until(() => desk.state().unsent === 0);
    const kinds = desk.state().conflicts.map(({ outcome }) => outcome.kind);
    assert.deepEqual(kinds, ["unknown", "already", "cancelled"]);
    desk.dismissConflicts();
    assert.deepEqual(desk.state().conflicts, []);
  });

  test("an answer that was lost is asked for again under its key, and changes nothing twice", async () => {
    const { load, line, kept } = deskOn([bookingOf(id("a"))]);
    const { desk, lines } = load();
    line.state = "lost";
    await submit(desk, id("a"));
    assert.deepEqual(lines(), ["unsent"]);
    line.state = "up";
    await until(() => desk.state().unsent === 0);
    assert.deepEqual(lines(), ["checked-in"]);
    assert.equal(kept.get(id("a"))?.history.length, 1);
    assert.ok(desk.state().canUndo, "it is this desk's own check-in");
  });

  test("does not repeat a check-in that another desk has taken back meanwhile", async () => {
    const { load, line, kept, change } = deskOn([bookingOf(id("a"))]);
    const { desk, lines } = load();
    line.state = "lost";
    await submit(desk, id("a"));
    line.state = "down";
    change({ operation: "undoCheckIn", booking: id("a"), ticket: null, key: "elsewhere" });
    line.state = "up";
    await until(() => desk.state().unsent === 0);
    assert.deepEqual(lines(), ["taken-back"]);
    assert.equal(kept.get(id("a"))?.tickets[0]?.attendee.checked_in_at, null);
  });

  test("goes on after the page was loaded again, with what was unsent", async () => {
    const { load, line, memory } = deskOn([bookingOf(id("a")), bookingOf(id("b"))]);
    const before = load();
    line.state = "down";
    await submit(before.desk, id("a"), id("b"));
    before.close();
    const { desk, lines } = load();
    await until(() => desk.state().unsent === 2);
    assert.deepEqual(lines(), ["unsent", "unsent"]);
    line.state = "up";
    await until(() => desk.state().unsent === 0);
    assert.deepEqual(lines(), ["checked-in", "checked-in"]);
    assert.equal(memory.size, 0);
  });

  test("does not take one ticket for two people", async () => {
    const { load, line } = deskOn([bookingOf(id("a"))]);
    const { desk, lines } = load();
    line.state = "down";
    await submit(desk, id("a"), id("a"));
    assert.deepEqual(lines(), ["already", "unsent"]);
    assert.equal(desk.state().unsent, 1);
  });

  test("does not take the scan of an unlisted party for the check-in of all its people", async () => {
    const { load, line, kept } = deskOn([]);
    kept.set(id("a"), bookingOf(id("a"), {}, [{}, {}]));
    const { desk, lines } = load();
    line.state = "down";
    await submit(desk, id("a"), id("a"));
    assert.deepEqual(lines(), ["unsent", "unsent"]);
    line.state = "up";
    await until(() => desk.state().unsent === 0);
    assert.deepEqual(lines(), ["choose", "choose"]);
  });

  test("says what its list knows: who is here already, and who waits", async () => {
    const { load, line } = deskOn([
      bookingOf(id("a"), {}, [{ here: "2026-05-04T09:00:00Z" }]),
      bookingOf(id("b"), { booking_status: "WAITLIST" }),
    ]);
    const { desk, lines } = load();
    line.state = "down";
    await submit(desk, id("a"), id("b"));
    assert.deepEqual(lines(), ["waitlist", "already"]);
    assert.equal(desk.state().unsent, 0);
  });

  test("lets a scan be undone before it was sent", async () => {
    const { load, line, requests } = deskOn([bookingOf(id("a")), bookingOf(id("b"))]);
    const { desk, lines } = load();
    line.state = "lost";
    await submit(desk, id("a"));
    line.state = "down";
    await submit(desk, id("b"));
    desk.undoLast();
    desk.undoLast();
    line.state = "up";
    await until(() => lines().includes("undone"));
    assert.deepEqual(lines(), ["undone", "withdrawn", "checked-in"]);
    assert.ok(!requests.includes("in b null"), "it was never sent");
  });
});

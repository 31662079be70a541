import assert from "node:assert/strict";
import { test } from "node:test";
import type { Booking } from "../../api/operations.ts";
import { UnreachableError } from "../../api/problem.ts";
import { bookingOf, door } from "./desk-fixtures.ts";
import type { DoorApi } from "./door-api.ts";
import { openDesk } from "./desk.ts";

const id = (letter: string) => `${letter.repeat(8)}-0000-4000-8000-000000000000`;

/** A desk on a service in memory that writes its history as the real one does. */
function deskOn(bookings: readonly Booking[], more: { readonly mayCheckIn?: boolean } = {}) {
  const kept = new Map(bookings.map((each) => [each.booking, each]));
  const sent: string[] = [];
  const fail: { next: Error | null; recorded: boolean } = { next: null, recorded: false };
  const change = (booking: string, ticket: number | null, requestId: string, at: string | null) => {
    const found = kept.get(booking);
    assert.ok(found);
    const changed = found.tickets.filter(
      ({ number, attendee }) =>
        (ticket === null || ticket === number) &&
        (attendee.checked_in_at === null) === (at !== null),
    );
    if (changed.length === 0) return found;
    const numbers = changed.map(({ number }) => number);
    const next: Booking = {
      ...found,
      tickets: found.tickets.map((each) =>
        numbers.includes(each.number)
          ? { ...each, attendee: { ...each.attendee, checked_in_at: at } }
          : each,
      ),
      history: [
        ...found.history,
        {
          number: found.history.length + 1,
          event: at === null ? "check-in-undone" : "checked-in",
          booking_status: found.booking_status,
          at: at ?? "",
          recorded_at: at ?? "",
          actor: "operator: door",
          request_id: requestId,
          details: { check_ins: numbers.map((number) => ({ ticket: number })) },
        },
      ],
    };
    kept.set(booking, next);
    return next;
  };
  const answer = async (work: () => Booking): Promise<Booking> => {
    const { next: error } = fail;
    if (error === null) return work();
    fail.next = null;
    if (fail.recorded) work();
    throw error;
  };
  const api: DoorApi = {
    show: async (booking) => kept.get(booking) ?? null,
    ofContact: async (externalId) =>
      [...kept.values()].filter(({ external_id }) => external_id === externalId),
    whyWaiting: async () => "It is number 1.",
    checkIn: (booking, ticket, requestId) => {
      sent.push(`in ${booking.charAt(0)} ${ticket}`);
      return answer(() => change(booking, ticket, requestId, "2026-05-04T10:00:00Z"));
    },
    undo: (booking, ticket, requestId) => {
      sent.push(`out ${booking.charAt(0)} ${ticket}`);
      return answer(() => change(booking, ticket, requestId, null));
    },
  };
  let made = 0;
  const desk = openDesk({
    api,
    door: () => door,
    expected: () =>
      [...kept.values()].filter(({ slot_starting_at: at }) => at.startsWith("2026-05-04")),
    mayCheckIn: more.mayCheckIn ?? true,
    wholeParties: () => false,
    placeOf: () => "Tasting",
    newRequestId: () => `request-${(made += 1)}`,
    onSeen: () => {},
  });
  const kinds = () => desk.state().outcomes.map(({ outcome }) => outcome.kind);
  return { desk, sent, fail, kinds };
}

test("codes that come faster than the answers are taken in order, each once", async () => {
  const { desk, sent, kinds } = deskOn([bookingOf(id("a")), bookingOf(id("b"))]);
  await Promise.all([id("a"), id("a"), id("b"), id("c")].map((code) => desk.submit(code)));
  assert.deepEqual(kinds().toReversed(), ["checked-in", "already", "checked-in", "unknown"]);
  assert.deepEqual(sent, ["in a null", "in b null"]);
});

test("undoing takes back the last check-ins, newest first, and then nothing", async () => {
  const { desk, sent, kinds } = deskOn([bookingOf(id("a")), bookingOf(id("b"))]);
  for (const code of [id("a"), id("b")]) await desk.submit(code);
  assert.ok(desk.state().canUndo);
  for (let times = 0; times < 3; times += 1) await desk.undoLast();
  assert.deepEqual(kinds().slice(0, 3), ["nothing-to-undo", "undone", "undone"]);
  assert.deepEqual(sent.slice(2), ["out b null", "out a null"]);
  assert.ok(!desk.state().canUndo);
});

test("of a party come those who are named, and only they are taken back", async () => {
  const { desk, sent, kinds } = deskOn([bookingOf(id("a"), {}, [{}, {}, {}])]);
  await desk.submit(id("a"));
  assert.equal(desk.state().asked?.booking, id("a"));
  await desk.submit("1 3");
  assert.deepEqual(kinds(), ["checked-in", "choose"]);
  assert.equal(desk.state().asked, null);
  await desk.undoLast();
  assert.deepEqual(sent, ["in a 1", "in a 3", "out a 1", "out a 3"]);
});

test("a party is not asked about any more once the next code came", async () => {
  const { desk, sent } = deskOn([bookingOf(id("a"), {}, [{}, {}]), bookingOf(id("b"))]);
  await desk.submit(id("a"));
  await desk.submit(id("b"));
  await desk.submit("");
  assert.deepEqual(sent, ["in b null"]);
});

for (const recorded of [false, true]) {
  test(`a lost answer, ${recorded ? "" : "not "}recorded, is tried again as the same request`, async () => {
    const { desk, fail, kinds } = deskOn([bookingOf(id("a"))]);
    Object.assign(fail, { next: new UnreachableError("No answer."), recorded });
    await desk.submit(id("a"));
    assert.deepEqual(desk.state().outcomes[0]?.outcome, { kind: "no-answer", sent: true });
    await desk.submit("");
    assert.deepEqual(kinds(), ["checked-in", "no-answer"]);
    assert.ok(desk.state().canUndo, "it is this desk's own check-in");
    await desk.submit("");
    assert.equal(kinds().length, 2, "Enter alone does nothing then");
  });
}

test("external ids and names find people, here first, then on the days to come", async () => {
  const { desk, sent, kinds } = deskOn([
    bookingOf(id("a"), { external_id: "ANN-1" }),
    bookingOf(id("b"), { external_id: "ANN-10" }),
    bookingOf(id("c"), { external_id: "CLEO", slot_starting_at: "2026-05-05T10:00:00Z" }),
  ]);
  for (const typed of ["ann", "ANN-1", "ann-10", "CLEO", "NOBODY"]) await desk.submit(typed);
  assert.deepEqual(kinds().toReversed(), [
    "several",
    "checked-in",
    "checked-in",
    "elsewhere",
    "unknown",
  ]);
  assert.deepEqual(sent, ["in a null", "in b null"]);
});

test("who may only look is told, and nothing is sent", async () => {
  const { desk, sent, kinds } = deskOn([bookingOf(id("a")), bookingOf(id("b"), {}, [{}, {}])], {
    mayCheckIn: false,
  });
  for (const code of [id("a"), id("b"), "1", ""]) await desk.submit(code);
  assert.deepEqual(kinds().toReversed().slice(0, 2), ["expected", "expected"]);
  assert.deepEqual(sent, []);
});

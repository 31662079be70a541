import assert from "node:assert/strict";
import { test } from "node:test";
import { parseCsvRows } from "../../../../src/domain/data-file/csv-splitter.ts";
import { parseSlotCsv } from "../../../../src/domain/data-file/slot-csv.ts";
import type { Slot } from "../../api/operations.ts";
import { arrivalSteps } from "../slot/arrival-steps.ts";
import { isHeldBack, admissionHint, seatsLeft } from "../bookings/admission-hint.ts";
import { capacityConsequences, limitConsequences } from "../slot/capacity-consequences.ts";
import { csvTemplate, slotsCsv } from "./csv-template.ts";
import { lengthIn, usualLength } from "./typed-length.ts";
import { limitsIn } from "./typed-limits.ts";
import { moveInGrid } from "./move-in-grid.ts";
import { changeSentences, exceptOf, timesOf, type PatternForm } from "./pattern-words.ts";

// Only the seats are looked at.
const seats = (capacity: number, taken: number, waiting: number) =>
  ({ capacity, taken, waiting_tickets: waiting }) as Slot;

test("lowering a capacity below what is taken is on purpose only", () => {
  assert.equal(capacityConsequences(seats(6, 6, 0), 3, "manual").overbooks, true);
  assert.match(capacityConsequences(seats(6, 6, 0), 3, "manual").words[0] ?? "", /3 more than/);
  assert.equal(capacityConsequences(seats(6, 6, 0), 6, "manual").overbooks, false);
  assert.equal(capacityConsequences(seats(6, 4, 0), 4, "manual").overbooks, false);
});

test("an overbooked slot may come closer to its capacity without being asked", () => {
  const { words, overbooks } = capacityConsequences(seats(3, 6, 0), 4, "manual");
  assert.equal(overbooks, false);
  assert.match(words.join(" "), /2 seats too many/);
});

test("A40 raising a capacity says whether those who wait move up by themselves", () => {
  assert.match(
    capacityConsequences(seats(6, 6, 5), 8, "automatic").words.join(" "),
    /move up at once/,
  );
  assert.match(capacityConsequences(seats(6, 6, 5), 8, "manual").words.join(" "), /by hand/);
  assert.doesNotMatch(
    capacityConsequences(seats(6, 6, 0), 8, "automatic").words.join(" "),
    /move up/,
  );
});

test("what is no number has no consequence", () => {
  for (const wanted of [Number.NaN, -1, 1.5]) {
    assert.deepEqual(capacityConsequences(seats(6, 6, 0), wanted, "manual").words, []);
  }
});

test("arrivals are steps, several in one second one step", () => {
  const second = Date.parse("2027-01-01T09:00:01Z") / 1000;
  assert.deepEqual(
    arrivalSteps(["2027-01-01T09:00:01.500Z", "2027-01-01T09:00:02Z", "2027-01-01T09:00:02.900Z"]),
    { at: [second, second + 1], arrived: [1, 3] },
  );
  assert.deepEqual(arrivalSteps([]), { at: [], arrived: [] });
});

test("keys lead through the grid and never out of it", () => {
  const move = (key: string, row: number, column: number, control = false) =>
    moveInGrid(key, control, { row, column }, [28, 10]);
  assert.deepEqual(move("ArrowRight", 0, 9), { row: 0, column: 9 });
  assert.deepEqual(move("ArrowLeft", 0, 9), { row: 0, column: 8 });
  assert.deepEqual(move("ArrowDown", 27, 3), { row: 27, column: 3 });
  assert.deepEqual(move("PageDown", 3, 3), { row: 10, column: 3 });
  assert.deepEqual(move("PageUp", 3, 3), { row: 0, column: 3 });
  assert.deepEqual(move("Home", 5, 5), { row: 5, column: 0 });
  assert.deepEqual(move("End", 5, 5, true), { row: 27, column: 9 });
  assert.equal(move("Enter", 5, 5), null);
});

const form: PatternForm = {
  days: ["mon"],
  from: "2027-03-01",
  to: "2027-03-31",
  by: "list",
  first: "09:00",
  end: "17:00",
  everyMinutes: "60",
  except: "",
  exceptFile: "",
  list: "",
  capacity: "8",
  length: usualLength,
  lengthBy: "minutes",
  limits: {},
};

test("times are read as people write them, and a wrong one is named", () => {
  assert.deepEqual(timesOf({ ...form, list: "9:30, 11:00;14:15" }), {
    at: ["09:30", "11:00", "14:15"],
  });
  assert.deepEqual(exceptOf({ ...form, except: "2027-03-01, 2027-03-08..2027-03-14" }), {
    except: ["2027-03-01", "2027-03-08..2027-03-14"],
  });
  assert.match(Object.values(timesOf({ ...form, list: "9:30, 25:00" })).join(), /“25:00”/);
  assert.match(Object.values(timesOf({ ...form, list: " " })).join(), /at least one/);
  assert.deepEqual(timesOf({ ...form, by: "every" }), {
    between: { from: "09:00", to: "17:00", every_minutes: 60 },
  });
});

test("B66 the nights when clocks are changed are told in words", () => {
  const sentences = changeSentences({
    created: [],
    existing: [],
    overlap: null,
    dry_run: true,
    skipped: ["2027-03-28T02:00", "2027-03-28T02:30"],
    over_clock_change: [],
    length_by: "minutes",
    excepted_days: 3,
    excepted: [],
    repeated: ["2027-10-31T02:30"],
    timezone: "Europe/Paris",
  });
  assert.equal(sentences.length, 3);
  assert.equal(sentences[0], "3 days of the pattern are left out.");
  assert.match(
    sentences[1] ?? "",
    /Sunday,? 28 March 2027: .* forward over 02:00 and 02:30, so no/,
  );
  assert.match(sentences[2] ?? "", /Sunday,? 31 October 2027: .* 02:30 twice/);
});

test("the CSV template names what exists, and quotes what has to be quoted", () => {
  const place = {
    interaction: 'pk,"odd"',
    zone: "Europe/Paris",
    activity: "",
    activities: [{ id: "tasting", name: "Tasting" }],
    host: "",
    hosts: [],
  };
  const [header, row] = csvTemplate(place).split("\r\n");
  assert.equal(
    header,
    "\uFEFFinteraction,activity,host,starting_at,capacity,slot_duration_in_minutes,ticket_types",
  );
  assert.match(row ?? "", /^"pk,""odd""",tasting,,\d{4}-\d\d-\d\d 09:00,8,,$/);
});

test("downloaded slots are read by the service as they are", () => {
  const place = { interaction: "pk", activity: "=tasting" };
  const type = { taken: 0, free: 0 };
  const slot = {
    ...place,
    host: "ann",
    starting_at: "2031-05-01T08:00:00Z",
    capacity: 20,
    slot_duration_in_minutes: null,
    ticket_types: {
      vip: { ...type, capacity: 2, own: true },
      general: { ...type, capacity: 18, own: false },
      crew: { ...type, capacity: 0, own: true },
    },
  };
  const text = slotsCsv([
    slot as unknown as Slot,
    { ...slot, ticket_types: {} } as unknown as Slot,
  ]);
  const read = parseSlotCsv(text, {}, () => null, 0).map(({ content }) => content);
  const line = { kind: "slot", ...place, host: "ann", capacity: 20, closed: undefined };
  const starting = { starting_at: Date.parse(slot.starting_at), slot_duration_in_minutes: null };
  assert.deepEqual(read, [
    { ...line, ...starting, ticket_types: { vip: 2, crew: 0 } },
    { ...line, ...starting, ticket_types: null },
  ]);
});

test("A87 a booking form says what is left of a ticket type, and who will wait", () => {
  const vip = { capacity: 2, taken: 1, free: 1, waiting: 0, own: false };
  const slot = { capacity: 20, taken: 10, free: 10, waiting_tickets: 0, ticket_types: { vip } };
  const left = (ticketType: string) => seatsLeft(slot, { ticketType }, () => "VIP");
  assert.equal(left("vip"), "10 of 20 left (VIP: 1 of 2 left)");
  assert.equal(left(""), "10 of 20 left (VIP: 1 of 2 left)");
  assert.equal(left("general"), "10 of 20 left");
  const hint = (of: object, ticketType: string, tickets: number, waitlist: any = []) =>
    admissionHint({ ...slot, ...of }, { ticketType, tickets, isLimited: true }, waitlist);
  assert.match(hint({}, "vip", 1), /will be confirmed/);
  assert.match(hint({}, "vip", 2), /^Only 1 left of this ticket type/);
  assert.match(hint({}, "general", 2), /will be confirmed/);
  assert.match(hint({ free: 0, taken: 20 }, "vip", 1), /^It is full/);
  const full = { ticket_types: { vip: { ...vip, taken: 2, free: 0 } }, waiting_tickets: 2 };
  assert.match(hint({ ...full, waiting_tickets: 0 }, "vip", 1), /^The limit .* is reached/);
  // Whoever waits for a place of their type holds back that type alone.
  const waiting = [{ ticket_type: "vip", waitlist: { limited_by: "ticket_type" } }];
  assert.match(hint(full, "general", 1, waiting), /will be confirmed/);
  assert.match(hint(full, "vip", 1, waiting), /^Others wait already: it will join/);
  assert.equal(hint(full, "vip", 1, null), "Others wait already.");
  for (const limitedBy of ["slot", null]) {
    const next = [...waiting, { ticket_type: "crew", waitlist: { limited_by: limitedBy } }] as any;
    assert.equal(isHeldBack(next, "general"), true);
  }
});

test("a limit below what is taken is on purpose only; a closer one needs no word", () => {
  const of = (taken: number | null, before: number | null, wanted: number | null) =>
    limitConsequences({ name: "VIP", taken, before, wanted });
  assert.equal(of(3, null, 2).overbooks, true);
  assert.equal(of(3, 4, 2).overbooks, true);
  assert.equal(of(4, 2, 3).overbooks, false);
  assert.match(of(3, 4, 2).words.join(), /3 are taken, 1 more/);
  assert.match(of(3, 4, 5).words.join(), /2 are left/);
  assert.deepEqual(of(null, null, 5), { words: [], overbooks: false });
  assert.match(of(3, 4, null).words.join(), /only the slot/);
});

test("lengths and limits are sent as they are typed, and what is not typed is not said", () => {
  assert.deepEqual(lengthIn(usualLength), {});
  assert.deepEqual(lengthIn({ by: "none", minutes: "5" }), { slot_duration_in_minutes: null });
  assert.deepEqual(lengthIn({ by: "minutes", minutes: "5" }), { slot_duration_in_minutes: 5 });
  const types = ["vip", "general", "crew"].map((id) => ({ id, name: id, perSlot: null }));
  assert.deepEqual(limitsIn({ vip: "0", general: "", other: "3" }, types), {
    vip: 0,
    general: null,
  });
  assert.deepEqual(timesOf({ ...form, by: "whole" }), { between: { from: "09:00", to: "17:00" } });
});

test("no cell of the CSV template is a formula, and the service reads every id as it is", () => {
  const ids = [
    "=1+1",
    "+1",
    "-1",
    "@SUM(A1)",
    "\t=1",
    "\r=1",
    "'=1",
    "''@x",
    "'quoted'",
    "a=1",
    "x;=1",
    "＝1",
  ];
  for (const id of ids) {
    const place = {
      interaction: "pk",
      zone: "Europe/Paris",
      activity: id,
      activities: [],
      host: id,
      hosts: [],
    };
    const text = csvTemplate(place);
    const rows = parseCsvRows(text);
    assert.ok(Array.isArray(rows));
    for (const cell of rows.flatMap(({ record }) => record)) {
      assert.doesNotMatch(cell, /(^|;)\s*[=+\-@＝]/);
    }
    // No id has a tab or a line end.
    if (/[\t\r]/.test(id)) continue;
    const [read] = parseSlotCsv(text, {}, () => "Europe/Paris", Date.now());
    const { activity, host } = { ...read?.content } as { activity?: string; host?: string };
    assert.deepEqual([activity, host], [id, id]);
  }
});

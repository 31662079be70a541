import assert from "node:assert/strict";
import { test } from "node:test";
import { parseCsvRows } from "../../../../src/domain/data-file/csv.ts";
import { parseSlotCsv } from "../../../../src/domain/data-file/slot-csv.ts";
import type { Slot } from "../../api/operations.ts";
import { arrivalSteps } from "../slot/arrival-steps.ts";
import { capacityConsequences } from "../slot/capacity-consequences.ts";
import { csvTemplate } from "./csv-template.ts";
import { moveInGrid } from "./move-in-grid.ts";
import { changeSentences, timesOf, type PatternForm } from "./pattern-words.ts";

// Only the seats are looked at.
const seats = (capacity: number, taken: number, waiting: number) =>
  ({ capacity, taken, waiting_tickets: waiting }) as Slot;

test("lowering a capacity below what is taken is on purpose only", () => {
  assert.equal(capacityConsequences(seats(6, 6, 0), 3, false).overbooks, true);
  assert.match(capacityConsequences(seats(6, 6, 0), 3, false).words[0] ?? "", /3 more than/);
  assert.equal(capacityConsequences(seats(6, 6, 0), 6, false).overbooks, false);
  assert.equal(capacityConsequences(seats(6, 4, 0), 4, false).overbooks, false);
});

test("an overbooked slot may come closer to its capacity without being asked", () => {
  const { words, overbooks } = capacityConsequences(seats(3, 6, 0), 4, false);
  assert.equal(overbooks, false);
  assert.match(words.join(" "), /2 seats too many/);
});

test("A40 raising a capacity says whether those who wait move up by themselves", () => {
  assert.match(capacityConsequences(seats(6, 6, 5), 8, true).words.join(" "), /move up at once/);
  assert.match(capacityConsequences(seats(6, 6, 5), 8, false).words.join(" "), /by hand/);
  assert.doesNotMatch(capacityConsequences(seats(6, 6, 0), 8, true).words.join(" "), /move up/);
});

test("what is no number has no consequence", () => {
  for (const wanted of [Number.NaN, -1, 1.5]) {
    assert.deepEqual(capacityConsequences(seats(6, 6, 0), wanted, false).words, []);
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
  list: "",
  capacity: "8",
};

test("times are read as people write them, and a wrong one is named", () => {
  assert.deepEqual(timesOf({ ...form, list: "9:30, 11:00;14:15" }), {
    at: ["09:30", "11:00", "14:15"],
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
    dry_run: true,
    skipped: ["2027-03-28T02:00", "2027-03-28T02:30"],
    repeated: ["2027-10-31T02:30"],
    timezone: "Europe/Paris",
  });
  assert.equal(sentences.length, 2);
  assert.match(
    sentences[0] ?? "",
    /Sunday,? 28 March 2027: .* forward over 02:00 and 02:30, so no/,
  );
  assert.match(sentences[1] ?? "", /Sunday,? 31 October 2027: .* 02:30 twice/);
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
  assert.equal(header, "interaction,activity,host,starting_at,capacity");
  assert.match(row ?? "", /^"pk,""odd""",tasting,,\d{4}-\d\d-\d\d 09:00,8$/);
});

test("no cell of the CSV template is a formula, and the service reads every id as it is", () => {
  const ids = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "'=1", "''@x", "'quoted'", "a=1"];
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
      assert.doesNotMatch(cell, /^[=+\-@\t\r]/);
    }
    // No id has a tab or a line end.
    if (/[\t\r]/.test(id)) continue;
    const [read] = parseSlotCsv(text, {}, () => "Europe/Paris", Date.now());
    const { activity, host } = { ...read?.content } as { activity?: string; host?: string };
    assert.deepEqual([activity, host], [id, id]);
  }
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { instantsOf } from "../../../../src/domain/local-time.ts";
import { changeWords, clockChanges } from "./clock-changes.ts";

const changesIn = (year: number, zone: string) =>
  clockChanges(Date.UTC(year, 0, 1), Date.UTC(year + 1, 0, 1), zone).map((change) => [
    new Date(change.at).toISOString(),
    changeWords(change),
  ]);

test("both nights of daylight saving are found to the minute, wherever they are", () => {
  assert.deepEqual(changesIn(2027, "Europe/Paris"), [
    ["2027-03-28T01:00:00.000Z", "clocks jump from 02:00 to 03:00: times in between do not exist"],
    ["2027-10-31T01:00:00.000Z", "clocks go back from 03:00 to 02:00: times in between come twice"],
  ]);
  // Half an hour only, and on the other side of the world.
  assert.deepEqual(changesIn(2027, "Australia/Lord_Howe"), [
    ["2027-04-03T15:00:00.000Z", "clocks go back from 02:00 to 01:30: times in between come twice"],
    ["2027-10-02T15:30:00.000Z", "clocks jump from 02:00 to 02:30: times in between do not exist"],
  ]);
  assert.deepEqual(changesIn(2027, "Asia/Kolkata"), []);
});

test("a time on the wall names one instant, none when it is jumped over, two when it comes twice", () => {
  const at = (wall: string, zone: string) =>
    instantsOf(Date.parse(`${wall}Z`), zone).map((each) => new Date(each).toISOString());
  assert.deepEqual(at("2027-03-27T02:30:00", "Europe/Paris"), ["2027-03-27T01:30:00.000Z"]);
  assert.deepEqual(at("2027-03-28T02:30:00", "Europe/Paris"), []);
  assert.deepEqual(at("2027-10-31T02:30:00", "Europe/Paris"), [
    "2027-10-31T00:30:00.000Z",
    "2027-10-31T01:30:00.000Z",
  ]);
  assert.deepEqual(at("2027-01-05T12:30:00", "Pacific/Auckland"), ["2027-01-04T23:30:00.000Z"]);
  assert.deepEqual(at("2027-01-04T12:30:00", "Pacific/Pago_Pago"), ["2027-01-04T23:30:00.000Z"]);
});

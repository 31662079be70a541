import assert from "node:assert/strict";
import { test } from "node:test";
import { Sessions } from "./sessions.ts";

const customer = { key: "ada", name: "Ada", externalId: "1" };
const minuteMs = 60_000;

test("a session lasts while it is used, and ends half an hour after", () => {
  const sessions = new Sessions();
  const { id } = sessions.open(customer, 0);
  assert.equal(sessions.find(id, 29 * minuteMs)?.id, id);
  assert.equal(sessions.find(id, 58 * minuteMs)?.id, id);
  assert.equal(sessions.find(id, 89 * minuteMs), null);
  assert.equal(sessions.find(id, 58 * minuteMs), null, "ended is ended");
});

test("of too many sessions, the one used longest ago ends", () => {
  const sessions = new Sessions();
  const used = sessions.open(customer, 0);
  const idle = sessions.open(customer, 0);
  sessions.find(used.id, 1);
  for (let count = 2; count < 10_001; count += 1) sessions.open(customer, 2);
  assert.equal(sessions.find(idle.id, 3), null);
  assert.notEqual(sessions.find(used.id, 3), null);
});

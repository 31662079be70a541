import assert from "node:assert/strict";
import { test } from "node:test";
import { carriesToken, Sessions } from "./sessions.ts";

const hours = 3_600_000;

test("P28 a session is found by its id until it ends, twelve hours later", () => {
  const sessions = new Sessions();
  const { id, session } = sessions.begin("hash", 0);
  assert.equal(sessions.find(id, 12 * hours - 1), session);
  assert.equal(sessions.find(id, 12 * hours), null);
  assert.equal(sessions.find(`${id}x`, 0), null);
});

test("P28 a session that was ended is gone, and others stay", () => {
  const sessions = new Sessions();
  const [one, other] = [sessions.begin("hash", 0), sessions.begin("hash", 0)];
  sessions.end(one.session);
  assert.equal(sessions.find(one.id, 0), null);
  assert.equal(sessions.find(other.id, 0), other.session);
});

test("P28 each session has a token of its own", () => {
  const sessions = new Sessions();
  const [one, other] = [sessions.begin("hash", 0), sessions.begin("hash", 0)];
  assert.ok(carriesToken(one.session, one.session.csrfToken));
  assert.ok(!carriesToken(one.session, other.session.csrfToken));
  assert.ok(!carriesToken(one.session, undefined));
});

test("the number of sessions is bounded: the oldest ends first", () => {
  const sessions = new Sessions();
  const [first, second] = [sessions.begin("hash", 0), sessions.begin("hash", 0)];
  for (let more = 0; more < 9_999; more += 1) sessions.begin("hash", 0);
  assert.equal(sessions.find(first.id, 0), null);
  assert.equal(sessions.find(second.id, 0), second.session);
});

import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { carriesToken, Sessions } from "./sessions.ts";

const hours = 3_600_000;
const who = { keyHash: "hash", operatorId: "one" };

/** Sessions under a clock that a test moves. */
function start() {
  const clock = { now: 0 };
  return { clock, sessions: new Sessions(() => clock.now) };
}

test("P28 a session is found by its secret until it ends, twelve hours later", () => {
  const { clock, sessions } = start();
  const { secret, session } = sessions.begin(who, 0);
  for (clock.now = hours; clock.now < 12 * hours; clock.now += hours) {
    assert.equal(sessions.find(secret), session);
  }
  clock.now = 12 * hours - 1;
  assert.equal(sessions.find(secret), session);
  clock.now = 12 * hours;
  assert.equal(sessions.find(secret), null);
  assert.equal(sessions.find(`${secret}x`), null);
});

test("P28 a session does not end with a clock that is set forward, nor live on with one set back", () => {
  const sessions = new Sessions();
  const { secret, session } = sessions.begin(who, Date.now());
  for (const step of [13 * hours, -13 * hours]) {
    mock.timers.enable({ apis: ["Date"], now: Date.now() + step });
    assert.equal(sessions.find(secret), session);
    mock.timers.reset();
  }
});

test("a session ends that was not used for two hours", () => {
  const { clock, sessions } = start();
  const { secret, session } = sessions.begin(who, 0);
  clock.now = 2 * hours - 1;
  assert.equal(sessions.find(secret), session);
  clock.now += 2 * hours;
  assert.equal(sessions.find(secret), null);
  assert.deepEqual(sessions.ofOperator("one"), []);
});

test("an operator's sessions are listed, the latest first, and nobody else's", () => {
  const { sessions } = start();
  const [first, second] = [sessions.begin(who, 0), sessions.begin(who, 1)];
  sessions.begin({ keyHash: "other", operatorId: "two" }, 2);
  assert.deepEqual(sessions.ofOperator("one"), [second.session, first.session]);
});

test("P28 a session that was ended is gone, and others stay", () => {
  const { sessions } = start();
  const [one, other] = [sessions.begin(who, 0), sessions.begin(who, 0)];
  sessions.end(one.session);
  assert.equal(sessions.find(one.secret), null);
  assert.equal(sessions.find(other.secret), other.session);
});

test("P28 each session has a token of its own", () => {
  const { sessions } = start();
  const [one, other] = [sessions.begin(who, 0), sessions.begin(who, 0)];
  assert.ok(carriesToken(one.session, one.session.csrfToken));
  assert.ok(!carriesToken(one.session, other.session.csrfToken));
  assert.ok(!carriesToken(one.session, undefined));
});

test("the number of sessions is bounded: the oldest ends first", () => {
  const { sessions } = start();
  const [first, second] = [sessions.begin(who, 0), sessions.begin(who, 0)];
  for (let more = 0; more < 9_999; more += 1) {
    sessions.begin({ keyHash: "other", operatorId: `other-${more % 100}` }, 0);
  }
  assert.equal(sessions.find(first.secret), null);
  assert.equal(sessions.find(second.secret), second.session);
});

test("an operator with very many sessions ends their own oldest one, and nobody else's", () => {
  const { sessions } = start();
  const other = sessions.begin({ keyHash: "other", operatorId: "two" }, 0);
  const own = Array.from({ length: 200 }, (_, at) => sessions.begin(who, at));
  assert.equal(sessions.find(other.secret), other.session);
  const [first] = own;
  assert.equal(sessions.find(first?.secret ?? ""), null);
  assert.deepEqual(
    sessions.ofOperator("one"),
    own
      .map(({ session }) => session)
      .toReversed()
      .slice(0, 100),
  );
});

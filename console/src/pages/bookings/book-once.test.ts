import assert from "node:assert/strict";
import { test } from "node:test";
import type { Booking } from "../../api/operations.ts";
import { ProblemError, UnreachableError } from "../../api/problem.ts";
import { bookOnce, type BookingApi } from "./book-once.ts";

/** A service whose answers get lost: it books when asked, whatever it then says. */
function service(answers: readonly (Error | "booked")[]) {
  const made: string[] = [];
  const left = [...answers];
  const api: BookingApi = {
    book: async (requestId) => {
      const answer = left.shift();
      if (!(answer instanceof ProblemError && answer.status < 500)) made.push(requestId);
      if (answer !== "booked") throw answer ?? new Error("not expected");
      return bookingOf(requestId);
    },
    ofRequest: async (requestId) => (made.includes(requestId) ? bookingOf(requestId) : null),
  };
  return { api, made };
}

const bookingOf = (requestId: string) => ({ booking: `of ${requestId}` }) as Booking;
const lost = new UnreachableError("The service does not answer.");

test("a booking that was answered is told as it is", async () => {
  const { api, made } = service(["booked"]);
  const attempt = await bookOnce(api, "r1", false);
  assert.deepEqual(attempt, { kind: "booked", booking: bookingOf("r1") });
  assert.deepEqual(made, ["r1"]);
});

for (const error of [lost, new ProblemError(503, null)]) {
  test(`a lost answer (${error.name}) is found out about, and nothing is sent twice`, async () => {
    const { api, made } = service([error]);
    assert.deepEqual(await bookOnce(api, "r1", false), {
      kind: "booked",
      booking: bookingOf("r1"),
    });
    assert.deepEqual(made, ["r1"]);
  });
}

test("whoever tries again gets the first booking, not a second one", async () => {
  const { api, made } = service([lost, "booked"]);
  const deaf = { ...api, ofRequest: () => Promise.reject(lost) };
  assert.equal((await bookOnce(deaf, "r1", false)).kind, "unknown");
  assert.deepEqual(await bookOnce(api, "r1", true), { kind: "booked", booking: bookingOf("r1") });
  assert.deepEqual(made, ["r1"]);
});

test("while nobody answers, trying again sends nothing", async () => {
  const { api, made } = service([lost, "booked"]);
  const deaf = { ...api, ofRequest: () => Promise.reject(lost) };
  await bookOnce(deaf, "r1", false);
  assert.equal((await bookOnce(deaf, "r1", true)).kind, "unknown");
  assert.deepEqual(made, ["r1"]);
});

test("a refusal is certain, and is told", async () => {
  const refusal = new ProblemError(409, { detail: "Full." });
  const { api, made } = service([refusal]);
  assert.deepEqual(await bookOnce(api, "r1", false), { kind: "refused", error: refusal });
  assert.deepEqual(made, []);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { pino } from "pino";
import { logAnswersWith } from "./logging.ts";
import type { ObservedAnswer } from "../http/call/sent-answer.ts";

const text = fc.string({ unit: "binary" });

const answer: fc.Arbitrary<ObservedAnswer> = fc.record({
  requestId: text,
  traceparent: fc.option(fc.constant("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")),
  method: fc.constantFrom("GET", "POST", "none"),
  endpoint: fc.constantFrom("oauth:token", "none"),
  status: fc.integer({ min: 200, max: 599 }),
  refusal: fc.option(fc.constantFrom("rate-limited", "token-missing")),
  account: fc.option(text),
  clientId: fc.option(text),
  address: text,
  seconds: fc.double({ min: 0, max: 100, noNaN: true }),
});

/** Lines as pino writes them, with this time and the fields of every line. */
function pinosLine(one: ObservedAnswer, now: number, base: object | null): string {
  let written = "";
  const formatters = { level: (label: string) => ({ level: label }) };
  const timestamp = () => `,"time":"${new Date(now).toISOString()}"`;
  pino({ base, timestamp, formatters }, { write: (line) => (written += line) }).info(
    {
      request_id: one.requestId,
      traceparent: one.traceparent ?? undefined,
      method: one.method,
      endpoint: one.endpoint,
      status: one.status,
      refusal: one.refusal ?? undefined,
      account: one.account ?? undefined,
      client_id: one.clientId ?? undefined,
      address: one.address,
      duration_ms: Math.round(one.seconds * 1e6) / 1e3,
    },
    "answered",
  );
  return written;
}

test("an answer's line is byte for byte what pino would write", () => {
  for (const base of [null, { process: 7 }]) {
    const lines: string[] = [];
    const log = logAnswersWith(pino({ base }), (line) => lines.push(line));
    fc.assert(
      fc.property(answer, fc.integer({ min: 0, max: 4e12 }), (one, now) => {
        log(one, now);
        // JSON escapes lone surrogates, which pino leaves to its stream.
        if (!Object.values(one).every((value) => String(value).isWellFormed())) return;
        assert.equal(lines.at(-1), pinosLine(one, now, base));
      }),
    );
    for (const line of lines) assert.equal(JSON.parse(line).msg, "answered");
  }
});

test("where the level is above info, nothing is written", () => {
  const lines: string[] = [];
  const log = logAnswersWith(pino({ level: "warn" }), (line) => lines.push(line));
  log(fc.sample(answer, 1)[0] as ObservedAnswer, 0);
  assert.deepEqual(lines, []);
});

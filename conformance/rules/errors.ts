import { paths } from "../engine/caller.ts";
import { expect, expectEqual, expectError, objectOf, show } from "../engine/expect.ts";
import { answersOfPath, insideTheVersion } from "../engine/history.ts";
import type { Rule } from "../rule.ts";

export const rules: readonly Rule[] = [
  {
    name: "answers-are-json",
    requirements: ["R50"],
    sentence: "All request and response bodies are JSON.",
    looksBack: true,
    async check({ history }) {
      for (const exchange of insideTheVersion(history())) {
        const { headers, json } = exchange.answer;
        const type = headers["content-type"] ?? "";
        const isJson = /^application\/json\b/i.test(type);
        expect(isJson, `Content-Type: expected application/json, received ${show(type)}`, exchange);
        expect(json !== undefined, "the body is not JSON", exchange);
      }
    },
  },
  {
    name: "browsers-are-not-let-in",
    requirements: ["R1"],
    sentence: "All calls are server to server.",
    async check({ account, unknownId }) {
      const origin = { origin: "https://page.invalid" };
      for (const path of Object.values(paths)) {
        const headers = { ...origin, "access-control-request-method": "POST" };
        const preflight = await account.send({ method: "OPTIONS", path, headers });
        const allowed = preflight.answer.headers["access-control-allow-origin"];
        expect(allowed === undefined, `OPTIONS ${path} lets ${show(allowed)} in`);
      }
      const list = await account.list({ external_id: unknownId() }, { headers: origin });
      const allowed = list.answer.headers["access-control-allow-origin"];
      expect(allowed === undefined, `a list with an Origin lets ${show(allowed)} in`);
    },
  },
  {
    name: "callers-request-id-is-kept",
    requirements: ["R90"],
    sentence: "Callers log request identifiers and timestamps, never full secrets or full tokens.",
    decisions: ["A48"],
    async check({ account, unknownId }) {
      const id = unknownId();
      const query = { external_id: unknownId() };
      const exchange = await account.list(query, { headers: { "x-request-id": id } });
      expectEqual(exchange.answer.headers["x-request-id"], id, "X-Request-Id of the answer");
    },
  },
  {
    name: "contact-ids-stay-inside",
    requirements: ["R9", "R38"],
    sentence: "The platform's internal identifier of the same person, resolved from external_id.",
    looksBack: true,
    async check({ history }) {
      for (const exchange of history()) {
        const found = /contacts\/[0-9a-f]{8}-[0-9a-f-]{27}/i.exec(exchange.answer.text)?.[0];
        expect(found === undefined, `the answer holds a contact id: ${show(found)}`, exchange);
      }
    },
  },
  {
    name: "error-messages-show-no-internals",
    requirements: ["R100"],
    sentence: "500 with a message about the request",
    looksBack: true,
    async check({ history }) {
      for (const exchange of history()) {
        const { status, text } = exchange.answer;
        if (status < 400) continue;
        const inside = /\bat .*:\d+:\d+|node_modules|\bSELECT\b.*\bFROM\b|Traceback|\bundefined\b/;
        const found = inside.exec(text)?.[0];
        expect(found === undefined, `the error shows something internal: ${show(found)}`, exchange);
      }
    },
  },
  {
    name: "errors-have-code-and-message",
    requirements: ["R93"],
    sentence: "Errors are JSON with a numeric code (integer) and a message (string).",
    looksBack: true,
    async check({ history }) {
      for (const exchange of insideTheVersion(history())) {
        const { status, json } = exchange.answer;
        if (status < 400) continue;
        const { error } = objectOf(json);
        // Another rule checks the other shape.
        if (status === 401 && error !== undefined) continue;
        expectError(exchange, status, `an answer with status ${status}`);
      }
    },
  },
  {
    name: "every-answer-has-a-request-id",
    requirements: ["R90"],
    sentence: "Callers log request identifiers and timestamps, never full secrets or full tokens.",
    decisions: ["A48"],
    looksBack: true,
    async check({ history }) {
      const seen = new Set<string>();
      for (const exchange of history()) {
        const id = exchange.answer.headers["x-request-id"] ?? "";
        expect(id !== "", "the answer has no X-Request-Id", exchange);
        expect(!seen.has(id), "two answers have the same X-Request-Id", exchange);
        seen.add(id);
      }
    },
  },
  {
    name: "no-answer-holds-a-secret",
    requirements: ["R90", "R100", "R1"],
    sentence: "never full secrets or full tokens.",
    looksBack: true,
    async check({ history, holdsSecret }) {
      const granted = new Set(answersOfPath(history(), "token", 200));
      for (const exchange of history()) {
        const { headers, text } = exchange.answer;
        const body = granted.has(exchange) ? "" : text;
        const held = holdsSecret(`${JSON.stringify(headers)}${body}`);
        expect(!held, "the answer holds a client secret or an access token", exchange);
      }
    },
  },
  {
    name: "no-cors-headers",
    requirements: ["R1"],
    sentence: "All calls are server to server.",
    looksBack: true,
    async check({ history }) {
      for (const exchange of history()) {
        const names = Object.keys(exchange.answer.headers);
        const found = names.find((name) => name.startsWith("access-control-"));
        expect(found === undefined, `the answer lets browsers in: ${show(found)}`, exchange);
      }
    },
  },
  {
    name: "only-a-missing-token-has-an-error-field",
    requirements: ["R94", "R93"],
    sentence:
      "A call with no token at all receives 401 with a different body carrying the fields error and message.",
    looksBack: true,
    async check({ history }) {
      for (const exchange of history()) {
        const { status, json } = exchange.answer;
        const bearer = /^Bearer\s+\S/.test(exchange.request.headers["authorization"] ?? "");
        if (status !== 401 || !bearer) continue;
        const { error } = objectOf(json);
        expect(error === undefined, "a token was sent, and the body is that of none", exchange);
      }
    },
  },
];

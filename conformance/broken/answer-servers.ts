import { correct, type BrokenServer } from "./broken-server.ts";
import type { Json } from "../reference/behaviour.ts";

/** Servers whose answers have a wrong form, whatever their content. */
export const answerServers: readonly BrokenServer[] = [
  {
    name: "sends code as a string",
    breaks: "R93",
    change: {
      error: (status, code, message) => ({ status, body: { code: String(code), message } }),
    },
  },
  {
    name: "sends codes as names",
    breaks: "R93",
    change: { error: (status, _code, message) => ({ status, body: { code: "INVALID", message } }) },
  },
  {
    name: "sends errors without a message",
    breaks: "R93",
    change: { error: (status, code) => ({ status, body: { code } }) },
  },
  {
    name: "sends an empty message",
    breaks: "R93",
    change: { error: (status, code) => ({ status, body: { code, message: "" } }) },
  },
  {
    name: "wraps errors in an error object",
    breaks: "R93",
    change: {
      error: (status, code, message) => ({ status, body: { error: { code, message } } }),
    },
  },
  {
    name: "answers unknown paths with a page of HTML",
    breaks: "R50",
    change: {
      finish: (answer) =>
        answer.status === 404
          ? { ...answer, raw: "<h1>Not found</h1>", headers: { "content-type": "text/html" } }
          : answer,
    },
  },
  {
    name: "sends JSON and calls it text",
    breaks: "R50",
    change: {
      headers(request) {
        return { ...correct.headers.call(this, request), "content-type": "text/plain" };
      },
    },
  },
  {
    name: "shows a stack trace",
    breaks: "R100",
    change: {
      unreadableCancel: () =>
        correct.error(500, 3, "SyntaxError: bad JSON at parse (/srv/app.js:10:5)"),
    },
  },
  {
    name: "repeats the token in the error",
    breaks: "R90",
    change: {
      finish: (answer, request) =>
        answer.status === 401
          ? correct.error(401, 16, `token refused: ${request.headers["authorization"] ?? ""}`)
          : answer,
    },
  },
  {
    name: "repeats the token request's body in the error",
    breaks: "R90",
    change: {
      refusedCredentials: (body) => correct.error(500, 16, `refused: ${JSON.stringify(body)}`),
    },
  },
  {
    name: "sends no request identifier",
    breaks: "R90",
    change: {
      headers(request) {
        const { "x-request-id": _, ...headers } = correct.headers.call(this, request);
        return headers;
      },
    },
  },
  {
    name: "replaces the caller's request identifier",
    breaks: "R90",
    change: {
      headers(request) {
        return correct.headers.call(this, { ...request, headers: {} });
      },
    },
  },
  {
    name: "lets browsers in",
    breaks: "R1",
    change: {
      headers(request) {
        return { ...correct.headers.call(this, request), "access-control-allow-origin": "*" };
      },
    },
  },
  {
    name: "lets the origin in that asks",
    breaks: "R1",
    change: {
      headers(request) {
        const { origin } = request.headers;
        const allowed = origin === undefined ? {} : { "access-control-allow-origin": origin };
        return { ...correct.headers.call(this, request), ...allowed };
      },
    },
  },
  {
    name: "serves the interface without its version",
    breaks: "R109",
    change: {
      endpointOf: (path) => correct.endpointOf(path.startsWith("/v1/") ? path : `/v1${path}`),
    },
  },
  {
    name: "serves every version",
    breaks: "R109",
    change: { endpointOf: (path) => correct.endpointOf(path.replace(/^\/v\d\//, "/v1/")) },
  },
  {
    name: "serves its metrics to callers",
    breaks: "R7",
    change: {
      finish: (answer, request) =>
        request.path === "/metrics" ? { status: 200, body: { requests: 1 } } : answer,
    },
  },
  {
    name: "lets callers register clients",
    breaks: "R3",
    change: {
      finish: (answer, request) =>
        request.path === "/v1/clients" ? { status: 200, body: {} } : answer,
    },
  },
  {
    name: "sends page_size 0 in an empty answer",
    breaks: "R76",
    change: {
      listAnswer(result) {
        const answer: Json = correct.listAnswer.call(this, result);
        return result.total === 0 ? { ...answer, page_size: 0 } : answer;
      },
    },
  },
];

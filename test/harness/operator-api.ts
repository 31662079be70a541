import assert from "node:assert/strict";
import type { AccountName } from "../../src/domain/account.ts";
import { operatorRoles, type OperatorRole, type OperatorScope } from "../../src/domain/operator.ts";
import { isRefused } from "../../src/domain/refusal.ts";
import { createOperator } from "./operate.ts";
import { call, type Answer, type Call } from "./call.ts";
import { assertOperatorAnswer } from "./operator-answers.ts";
import { audit, type TestService } from "./service.ts";

export const acmePath = "/accounts/acme/production";

/** A client of the operator API with a key. */
export interface Desk {
  readonly key: string;
  /** Sends a request below `/operator/v1`. */
  ask(
    method: string,
    path: string,
    body?: Call["body"],
    headers?: Call["headers"],
  ): Promise<Answer>;
}

let made = 0;

/** Makes an operator with a role or one scope, of all accounts and campaigns unless some are named. */
export async function openDesk(
  service: TestService,
  may: OperatorRole | OperatorScope = "admin",
  accounts: readonly AccountName[] | null = null,
  interactions: readonly string[] | null = null,
): Promise<Desk> {
  made += 1;
  const role = operatorRoles.find((each) => each === may);
  const rights = role === undefined ? { scopes: [may as OperatorScope] } : { role };
  const order = { name: `${may}-${made}`, ...rights, accounts, interactions };
  const issued = await createOperator(service.store, audit(), order);
  if (isRefused(issued)) assert.fail(JSON.stringify(issued.refused));
  const { key } = issued;
  return {
    key,
    ask: (method, path, body, headers = {}) =>
      callApi(service, {
        method,
        path,
        token: key,
        headers,
        ...(body !== undefined && { body }),
      }),
  };
}

/** Calls the operator API below its prefix, and checks the answer against the document. */
export async function callApi(
  service: { readonly operator: string },
  request: Call,
): Promise<Answer> {
  const path = `/operator/v1${request.path}`;
  const answer = await call(service.operator, { host: "localhost", ...request, path });
  assertOperatorAnswer(request.method ?? "GET", request.path, answer);
  return answer;
}

/** Asserts that an answer is a problem of this name and status, in the form of RFC 9457. */
export function assertProblem(answer: Answer, status: number, name: string): void {
  assert.equal(answer.status, status, answer.text);
  assert.match(answer.headers["content-type"] ?? "", /^application\/problem\+json\b/);
  assert.equal(answer.json.type, `urn:booking-service:problem:${name}`);
  assert.equal(answer.json.status, status);
  for (const member of ["title", "detail", "request_id"]) {
    assert.equal(typeof answer.json[member], "string", member);
  }
  assert.equal(answer.json.request_id, answer.headers["x-request-id"]);
}

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { endpoints, type Operation } from "../../contract/endpoints.ts";
import { errors, type ErrorReason } from "../../contract/errors.ts";
import { openApiDocument } from "../../scripts/openapi/document.ts";
import type { Example } from "../../scripts/openapi/examples.ts";
import type { Answer } from "../harness/call.ts";
import { committedDocument, DocumentedAnswers } from "../harness/documented-answers.ts";
import { goodAnswers, provocations, type Provocation } from "./provocations.ts";
import { Stage } from "./stage.ts";

/**
 * The document is generated from the contract and from answers that running services give here, and
 * compared with the committed one. `UPDATE=1` writes it instead.
 */
interface Provoked extends Example {
  readonly method: string;
  readonly answer: Answer;
}

let stage: Stage;
let provoked: readonly Provoked[];
let document: any;
before(async () => {
  stage = await Stage.open();
  const slow = named.filter(({ name }) => name === "request-too-slow");
  const rest = named.filter((one) => !slow.includes(one));
  // What waits for a limit of the service waits beside the others.
  const answers = await Promise.all([Promise.all(slow.map(provoke)), oneAfterTheOther(rest)]);
  provoked = inOrder(answers.flat());
  document = JSON.parse(JSON.stringify(openApiDocument(provoked)));
});
after(() => stage[Symbol.asyncDispose]());

interface Named {
  readonly operation: Operation;
  readonly name: string;
  readonly provocation: Provocation;
}

const named: readonly Named[] = (Object.keys(provocations) as Operation[]).flatMap((operation) =>
  Object.entries(provocations[operation]).map(([name, provocation]) => ({
    operation,
    name,
    provocation,
  })),
);

async function provoke({ operation, name, provocation }: Named): Promise<Provoked> {
  const answer = await provocation.ask(stage);
  const { status } = answer;
  const body = withoutSecret(answer.json);
  const said = sayingsOf(operation, name);
  return { operation, name, status, ...said, body, answer, method: provocation.method };
}

async function oneAfterTheOther(all: readonly Named[]): Promise<Provoked[]> {
  const answered: Provoked[] = [];
  for (const one of all) answered.push(await provoke(one));
  return answered;
}

function inOrder(all: readonly Provoked[]): Provoked[] {
  const place = ({ operation, name }: Provoked) =>
    named.findIndex((one) => one.operation === operation && one.name === name);
  return all.toSorted((one, other) => place(one) - place(other));
}

function sayingsOf(operation: Operation, name: string) {
  const good: Readonly<Record<string, string>> = goodAnswers[operation];
  const summary = good[name];
  if (summary !== undefined) return { summary, description: "" };
  const { when, remedy } = errors[name as ErrorReason];
  const words = name.replaceAll("-", " ").replace(/^http/, "HTTP");
  return {
    summary: `${words.charAt(0).toUpperCase()}${words.slice(1)}`,
    description: `${when} _${remedy}_`,
  };
}

/** Tokens are random: the document shows one that nobody has. */
function withoutSecret(body: any): any {
  if (body?.access_token === undefined) return body;
  return { ...body, access_token: body.access_token.replace(/.+/, exampleToken) };
}

const exampleToken = "bst_EXAMPLE-xQ2v9Jc1Lr8s0TzW4nYkPq7uHb3Df6gA5mEoRiVt";

describe("the OpenAPI document", () => {
  test("is the one that the contract and the service's answers make", () => {
    const generated = `${JSON.stringify(document, null, 2)}\n`;
    if (process.env["UPDATE"] === "1") writeFileSync(committedDocument, generated);
    assert.equal(
      readFileSync(committedDocument, "utf8"),
      generated,
      "contract/openapi.json is out of date: run npm run openapi and look at the difference",
    );
  });

  for (const { operation, name } of named) {
    test(`R50 R93 R94 ${operation}: ${name} can be provoked, and is as documented`, () => {
      const one = provoked.find((each) => each.operation === operation && each.name === name);
      assert.ok(one !== undefined);
      const { path } = endpoints[operation];
      assert.deepEqual(new DocumentedAnswers(document).breaches(one.method, path, one.answer), []);
      const { status, code } = expectedOf(name);
      assert.equal(one.answer.status, status, one.answer.text);
      if (status !== 200) assert.equal(one.answer.json.code ?? null, code);
    });
  }

  test("shows every example as the service gave it, and none that it did not give", () => {
    const shown: string[] = [];
    for (const { operationId, responses } of operations()) {
      for (const [status, response] of Object.entries<any>(responses)) {
        for (const [name, { value }] of examplesOf(response)) {
          const given = provoked.find(
            (one) =>
              one.name === name &&
              one.status === Number(status) &&
              (response.$ref !== undefined || one.operation === operationId) &&
              JSON.stringify(one.body) === JSON.stringify(value),
          );
          assert.ok(given !== undefined, `${operationId} ${status} ${name}`);
          shown.push(`${operationId} ${name}`);
        }
      }
    }
    assert.deepEqual(
      shown.toSorted(),
      named.map(({ operation, name }) => `${operation} ${name}`).toSorted(),
    );
  });

  test("R102 every error of the contract is an answer of some endpoint", () => {
    const met = new Set(named.map(({ name }) => name));
    assert.deepEqual(
      Object.keys(errors).filter((reason) => !met.has(reason)),
      [],
    );
  });
});

describe("an answer that is not as documented is seen:", () => {
  const good = (): Provoked => {
    const one = provoked.find(({ name }) => name === "bookings");
    return one ?? assert.fail();
  };
  const spoil: Record<string, (answer: Answer) => Answer> = {
    "another status": (answer) => ({ ...answer, status: 418 }),
    "an undocumented header": (answer) => withHeader(answer, "x-surprise", "1"),
    "a missing header": (answer) => withHeader(answer, "x-request-id", undefined),
    "a header of another form": (answer) => withHeader(answer, "ratelimit", "2999"),
    "another type": (answer) => withHeader(answer, "content-type", "text/html"),
    "a field too many": (answer) => ({ ...answer, json: { ...answer.json, next: 2 } }),
    "a field too few": (answer) => ({ ...answer, json: { ...answer.json, page_size: undefined } }),
    "a number as text": (answer) => ({ ...answer, json: { ...answer.json, page_size: "100" } }),
    "an empty list": (answer) => ({ ...answer, json: { ...answer.json, bookings: [] } }),
    CHECKED_IN: (answer) => withRecord(answer, { booking_status: "CHECKED_IN" }),
    "a host that is null": (answer) => withRecord(answer, { host: null }),
    "a time with an offset": (answer) =>
      withRecord(answer, { booked_at: "2025-04-01T12:11:12+02:00" }),
    "an error with a code that this status has not": (answer) => ({
      ...answer,
      status: 500,
      json: { code: 9, message: "No." },
    }),
  };
  for (const [what, change] of Object.entries(spoil)) {
    test(what, () => {
      const { method, answer } = good();
      const { path } = endpoints.fetchContactBookings;
      const documented = new DocumentedAnswers(document);
      assert.deepEqual(documented.breaches(method, path, answer), []);
      assert.notDeepEqual(documented.breaches(method, path, change(answer)), []);
    });
  }

  test("a path of its own, and another method, answered as if they were an endpoint", () => {
    const { answer } = good();
    const documented = new DocumentedAnswers(document);
    const { path } = endpoints.fetchContactBookings;
    assert.notDeepEqual(documented.breaches("GET", "/v1/other", answer), []);
    assert.notDeepEqual(documented.breaches("POST", path, answer), []);
  });
});

function expectedOf(name: string): { readonly status: number; readonly code: number | null } {
  return name in errors ? errors[name as ErrorReason] : { status: 200, code: null };
}

function operations(): any[] {
  return Object.values<any>(document.paths).flatMap((path) => Object.values(path));
}

function examplesOf(response: any): [string, any][] {
  const name = response.$ref?.split("/").at(-1);
  const { content } = name === undefined ? response : document.components.responses[name];
  return Object.entries(content["application/json"].examples);
}

function withHeader(answer: Answer, name: string, value: string | undefined): Answer {
  const { [name]: _, ...headers } = answer.headers;
  return { ...answer, headers: value === undefined ? headers : { ...headers, [name]: value } };
}

function withRecord(answer: Answer, fields: object): Answer {
  const [first, ...more] = answer.json.bookings;
  return { ...answer, json: { ...answer.json, bookings: [{ ...first, ...fields }, ...more] } };
}

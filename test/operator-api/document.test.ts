import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, test } from "node:test";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { consoleTypes, type Document } from "../../scripts/openapi/console-types.ts";
import { operatorApiDocument } from "../../scripts/openapi/operator-document.ts";
import { routes } from "../../src/operator/api/serving/routes.ts";
import type { Answer } from "../harness/call.ts";
import { OperatorAnswers } from "../harness/operator-answers.ts";
import { callApi } from "../harness/operator-api.ts";
import { startTestService } from "../harness/service.ts";

/** Made of the routes; `npm run openapi` writes it. */
const committed = new URL("../../contract/operator-openapi.json", import.meta.url);
const made = `${JSON.stringify(operatorApiDocument(), null, 2)}\n`;

const committedTypes = new URL("../../console/src/api/operations.ts", import.meta.url);
const madeTypes = consoleTypes(JSON.parse(made) as Document);

test("the console's types are made of the same document", () => {
  assert.equal(readFileSync(committedTypes, "utf8"), madeTypes);
});

test("the committed OpenAPI document of the operator API is the one that the routes make", () => {
  assert.equal(readFileSync(committed, "utf8"), made);
});

test("it holds every operation of the table once, and signing in", () => {
  const { paths } = JSON.parse(made) as {
    paths: Record<string, Record<string, { operationId: string }>>;
  };
  const told = Object.values(paths).flatMap((each) =>
    Object.values(each).map(({ operationId }) => operationId),
  );
  const operations = ["signIn", "signInWithCode", ...routes.map(({ name }) => name)];
  assert.deepEqual(told.toSorted(), operations.toSorted());
  assert.equal(new Set(told).size, told.length);
});

test("the strictest linter finds nothing in it", async () => {
  const problems = await lintFromString({
    source: made,
    absoluteRef: fileURLToPath(committed),
    config: await createConfig({ extends: ["recommended-strict"] }),
  });
  assert.deepEqual(
    problems.map(({ ruleId, message, location: [place] }) => {
      const pointer = place !== undefined && "pointer" in place ? place.pointer : "";
      return `${ruleId}: ${message} (${pointer})`;
    }),
    [],
  );
});

test("it is served to everybody on the operator's listener", async () => {
  await using service = await startTestService();
  const answer = await callApi(service, { path: "/openapi.json" });
  assert.equal(answer.status, 200);
  assert.deepEqual(answer.json, JSON.parse(made));
});

describe("every answer to a test is held against the document", () => {
  const answers = new OperatorAnswers(JSON.parse(made) as object);
  const ofType = (type: string, status: number, json: unknown) => ({
    status,
    headers: { "content-type": `${type}; charset=utf-8` },
    text: JSON.stringify(json),
    json,
  });
  const entry = {
    client_id: "c",
    audience: "a",
    account: "acme/uat",
    created_at: "2031-01-01T00:00:00Z",
    label: null,
    revoked_at: null,
    secrets: [],
  };
  const breaches = (given: Partial<Answer>, method = "GET") =>
    answers.breaches(method, "/accounts/acme/uat/credentials?x=1", {
      ...ofType("application/json", 200, { items: [entry] }),
      ...given,
    });

  test("one that is as documented has no breach", () => assert.deepEqual(breaches({}), []));

  for (const [what, given] of Object.entries({
    "a field that is not documented": { json: { items: [{ ...entry, hash: "x" }] } },
    "a missing field": { json: { items: [{ ...entry, audience: undefined }] } },
    "a status that is not documented": { status: 206 },
    "a type that is not documented": { headers: { "content-type": "text/html" } },
    "a problem that is none": ofType("application/problem+json", 503, { title: "?" }),
  })) {
    test(`${what} is one`, () => assert.equal(breaches(given).length > 0, true));
  }

  test("so is a good answer of what is no operation", () => {
    assert.equal(breaches({}, "PATCH").length, 1);
  });
});

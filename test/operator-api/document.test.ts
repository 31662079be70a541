import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { consoleTypes, type Document } from "../../scripts/openapi/console-types.ts";
import { operatorApiDocument } from "../../src/operator/api/open-api-document.ts";
import { routes } from "../../src/operator/api/routes.ts";
import { callApi } from "../harness/operator-api.ts";
import { startTestService } from "../harness/service.ts";

/** Made of the routes; `UPDATE=1` writes it. */
const committed = new URL("../../contract/operator-openapi.json", import.meta.url);
const made = `${JSON.stringify(operatorApiDocument(), null, 2)}\n`;
if (process.env["UPDATE"] === "1") writeFileSync(committed, made);

const committedTypes = new URL("../../console/src/api/operations.ts", import.meta.url);
const madeTypes = consoleTypes(JSON.parse(made) as Document);
if (process.env["UPDATE"] === "1") writeFileSync(committedTypes, madeTypes);

test("the console's types are made of the same document", () => {
  assert.equal(readFileSync(committedTypes, "utf8"), madeTypes);
});

test("the committed OpenAPI document of the operator API is the one that the routes make", () => {
  assert.deepEqual(JSON.parse(readFileSync(committed, "utf8")), JSON.parse(made));
});

test("it holds every operation of the table once, and signing in", () => {
  const { paths } = JSON.parse(made) as {
    paths: Record<string, Record<string, { operationId: string }>>;
  };
  const told = Object.values(paths).flatMap((each) =>
    Object.values(each).map(({ operationId }) => operationId),
  );
  const operations = ["signIn", "signInWithCode", ...routes.map(({ operation }) => operation)];
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

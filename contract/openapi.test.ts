import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { committedDocument } from "../test/harness/documented-answers.ts";

/** Redocly's strictest set: structure, references, examples against their schemas, and manners. */
async function problemsOf(document: object): Promise<string[]> {
  const problems = await lintFromString({
    source: JSON.stringify(document),
    absoluteRef: fileURLToPath(committedDocument),
    config: await createConfig({ extends: ["recommended-strict"] }),
  });
  return problems.map(({ ruleId, message, location }) => {
    const [place] = location;
    return `${ruleId}: ${message} (${place !== undefined && "pointer" in place ? place.pointer : ""})`;
  });
}

const document = JSON.parse(readFileSync(committedDocument, "utf8"));

test("the linter finds nothing in the OpenAPI document", async () => {
  assert.deepEqual(await problemsOf(document), []);
});

test("the linter would find an example that is not of its schema, and a lost reference", async () => {
  const spoilt = structuredClone(document);
  spoilt.components.responses.NotFound.content["application/json"].examples["not-found"].value = {
    code: "5",
  };
  delete spoilt.components.schemas.BookingStatus;
  const problems = (await problemsOf(spoilt)).join("\n");
  assert.match(problems, /no-invalid-media-type-examples/);
  assert.match(problems, /no-unresolved-refs/);
});

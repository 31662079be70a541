import assert from "node:assert/strict";
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { describe, test } from "node:test";
import { bruToJsonV2 } from "@usebruno/lang";
import { brunoCollection, type CollectionSource } from "../../scripts/bruno/collection.ts";

const folder = "examples/bruno";
const read = (name: string) =>
  JSON.parse(readFileSync(`contract/${name}`, "utf8")) as CollectionSource;
const calls = read("openapi.json");
const operatorApi = read("operator-openapi.json");
const collection = brunoCollection(calls, operatorApi);

describe("the Bruno collection", () => {
  test("is made of the committed documents, as they are now", () => {
    if (process.env["UPDATE"] === "1") {
      rmSync(folder, { recursive: true, force: true });
      for (const [path, text] of collection) {
        mkdirSync(dirname(`${folder}/${path}`), { recursive: true });
        writeFileSync(`${folder}/${path}`, text);
      }
    }
    const paths = globSync("**/*.{bru,json}", { cwd: folder });
    assert.deepEqual(paths.toSorted(), [...collection.keys()].toSorted());
    for (const [path, text] of collection) {
      assert.equal(readFileSync(`${folder}/${path}`, "utf8"), text, path);
    }
  });

  test("has a request for every operation, which Bruno reads as it is meant", () => {
    const operations = [calls, operatorApi].flatMap(({ paths }) =>
      Object.entries(paths).flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, { operationId }]) => ({ path, method, operationId })),
      ),
    );
    assert.ok(operations.length > 50);
    for (const { path, method, operationId } of operations) {
      const [, text = ""] =
        [...collection].find(([name]) => name.endsWith(`/${operationId}.bru`)) ?? [];
      const request = bruToJsonV2(text);
      assert.equal(request.http.method, method, operationId);
      const url = path.replaceAll(/\{(\w+)\}/g, ":$1");
      const [sentPath = "", query] = request.http.url.replace(/^\{\{\w+\}\}/, "").split("?");
      assert.equal(sentPath, url);
      // Bruno sends the query of the URL, and nothing of the table.
      const table = (request.params ?? []).filter(
        ({ type, enabled }) => type === "query" && enabled,
      );
      assert.deepEqual(
        [...new URLSearchParams(query)],
        table.map(({ name, value }) => [name, value]),
        operationId,
      );
      if (request.http.body === "json") JSON.parse(request.body?.json ?? "");
    }
  });

  test("sends no secret of its own", () => {
    for (const text of collection.values()) {
      assert.doesNotMatch(text, /\bbs[tskl]_[\w-]{8}/);
    }
    const environment = collection.get("environments/local.bru") ?? "";
    assert.match(environment, /vars:secret \[\s*client_secret,\s*operator_key\s*\]/);
  });
});

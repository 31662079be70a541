import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { buildConsole } from "../../../scripts/build-console.ts";
import type { OpenApiDocument } from "../../../scripts/reference/open-api.ts";
import { referencePage } from "../../../scripts/reference/reference-page.ts";

const source = readFileSync(new URL("../../../contract/openapi.json", import.meta.url), "utf8");

describe("the reference page", () => {
  const page = referencePage(JSON.parse(source) as OpenApiDocument);

  test("is built of the committed document, as it is now", async () => {
    assert.notEqual(await buildConsole(), "no build packages");
    const built = new URL("../../../console/dist/reference/index.html", import.meta.url);
    assert.equal(readFileSync(built, "utf8"), page);
  });

  test("holds nothing that its content security policy would forbid", () => {
    assert.doesNotMatch(page, /<style|<[^>]+\sstyle=|<[^>]+\son\w+=|javascript:/i);
    for (const [script] of page.matchAll(/<script[^>]*>[^<]*/g)) {
      assert.match(script, /^<script src="\/reference\/(copy|tabs)\.js" defer>$/);
    }
  });

  test("loads nothing from elsewhere", () => {
    for (const [, target = ""] of page.matchAll(/\s(?:src|href|action)="([^"]*)"/g)) {
      assert.match(target, /^(\/[\w./-]+|#[\w-]+|data:,)$/);
    }
  });

  test("leads every link of its contents to a place of its own", () => {
    const anchors = [...page.matchAll(/\shref="#([^"]+)"/g)].map(([, anchor]) => anchor ?? "");
    assert.ok(anchors.length > 8);
    for (const anchor of anchors) {
      assert.equal(page.split(` id="${anchor}"`).length, 2, anchor);
    }
  });

  test("says everything that the document says: each path, field, header, error and example", () => {
    const text = textOf(page);
    const said = sayingsOf(JSON.parse(source));
    assert.ok(said.length > 150, `only ${said.length}`);
    assert.deepEqual(
      said.filter((saying) => !text.includes(squeezed(saying))),
      [],
    );
  });

  test("escapes whatever a description, a name or an example holds", () => {
    const hostile = `<img src=x onerror="alert('1')">`;
    const spoilt = JSON.parse(source, (_key, value: unknown) =>
      typeof value === "string" && !value.startsWith("#/") ? `${value} ${hostile}` : value,
    ) as OpenApiDocument;
    const found = referencePage(spoilt);
    assert.doesNotMatch(found, /<img/);
    assert.match(found, /&#60;img/);
  });
});

/** Descriptions, without their Markdown, and the messages of the examples. */
function sayingsOf(value: unknown, key = ""): string[] {
  if (typeof value === "string") {
    const shown = ["description", "message", "name", "operationId"].includes(key);
    return shown && !value.includes("|") ? value.split("\n").filter((line) => line !== "") : [];
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inside]) =>
    ["license", "servers", "tags"].includes(name) ? [] : sayingsOf(inside, name),
  );
}

function squeezed(text: string): string {
  return text.replaceAll(/^(-|##) |[*`_\\"\s]/gm, "");
}

function textOf(page: string): string {
  const entities = /&#(\d+);|&(lt|gt|amp|quot);/g;
  const named: Record<string, string> = { lt: "<", gt: ">", amp: "&", quot: '"' };
  const text = page
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll(entities, (_, code, name) =>
      name === undefined ? String.fromCharCode(Number(code)) : (named[name] ?? ""),
    );
  return squeezed(text);
}

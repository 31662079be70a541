import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { before, describe, test } from "node:test";
import MiniSearch from "minisearch";
import { buildDocs } from "../../scripts/build-docs.ts";
import { contents, pageOf } from "../../scripts/docs/pages.ts";
import { searchOptions } from "../../scripts/docs/search-options.ts";
import { resolveLink, sources } from "../../scripts/docs/resolve-link.ts";

const site = "docs/dist";

describe("the documentation site", () => {
  let pages: ReadonlyMap<string, string>;
  before(async () => {
    assert.notEqual(await buildDocs(), "no build packages");
    const paths = globSync("**/*.html", { cwd: site });
    pages = new Map(paths.map((path) => [path, readFileSync(`${site}/${path}`, "utf8")]));
  });

  test("has every page of docs/, and each of its contents", () => {
    const inDocs = globSync("docs/**/*.md", { exclude: ["docs/dist/**"] });
    assert.deepEqual(
      inDocs.filter((path) => !sources.includes(path)),
      [],
      "name the page in scripts/docs/pages.ts",
    );
    const addresses = sources.map((source) => pageOf(source).address);
    assert.equal(new Set(addresses).size, addresses.length);
    for (const address of addresses) assert.ok(pages.has(address), address);
  });

  test("has no dead link, between pages or within one", () => {
    const dead: string[] = [];
    let followed = 0;
    for (const [path, page] of pages) {
      for (const [, link = ""] of page.matchAll(/\s(?:href|src)="([^"]*)"/g)) {
        if (/^(https?|mailto|data):/.test(link)) continue;
        followed += 1;
        const [file = "", anchor] = link.split("#", 2);
        const target = file === "" ? path : posix.join(posix.dirname(path), file);
        const found = pages.get(target);
        const isThere = existsSync(`${site}/${target}`) && !target.startsWith("..");
        const hasAnchor = anchor === undefined || found?.includes(` id="${anchor}"`) === true;
        if (!isThere || !hasAnchor) dead.push(`${path}: ${link}`);
      }
    }
    assert.ok(followed > 1000);
    assert.deepEqual(dead, []);
  });

  test("holds nothing that its content security policy would forbid", () => {
    for (const [path, page] of pages) {
      assert.doesNotMatch(page, /<style|<[^>]+\sstyle=|<[^>]+\son\w+=|javascript:/i, path);
      for (const [script] of page.matchAll(/<script[^>]*>[^<]*/g)) {
        assert.match(script, /^<script src="[\w./]+" (defer|type="module")>$/);
      }
      assert.doesNotMatch(page, /<(link|script|img)[^>]+(src|href)="https?:/, path);
    }
  });

  test("shows no mark that is for scripts alone", () => {
    for (const [path, page] of pages) assert.ok(!page.includes("&lt;!--"), path);
  });

  test("cites no decision by its number in a page of callers and operators", () => {
    for (const source of contents.slice(0, 3).flatMap((part) => part.sources)) {
      // These say what such a number is.
      if (/calling|conformance|decisions|^proofs/.test(source)) continue;
      assert.doesNotMatch(readFileSync(source, "utf8"), /\b[AB]\d{1,3}\b/, source);
    }
  });

  test("does not begin its findings with what was attacked or measured", () => {
    const text = readFileSync(`${site}/search-index.json`, "utf8");
    assert.ok(!text.includes("<!--"));
    const index = MiniSearch.loadJSON(text, searchOptions);
    for (const words of ["backup", "restore", "webhook", "key", "proxy", "erase", "scanner"]) {
      const [first] = index.search(words);
      const background = /^(threat-model|proofs|performance|bench)/;
      assert.doesNotMatch(String(first?.id), background, words);
    }
  });

  test("describes every operation of the operator API", () => {
    const document = JSON.parse(readFileSync("contract/operator-openapi.json", "utf8")) as {
      paths: Record<string, Record<string, { operationId: string }>>;
    };
    const overview = pages.get("operator-api.html") ?? "";
    const ids = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    assert.ok(ids.length > 45);
    for (const id of ids) {
      const [, address = ""] = new RegExp(`href="([^"#]+)#${id}"`).exec(overview) ?? [];
      assert.ok(pages.get(address)?.includes(`id="${id}"`), id);
    }
  });

  test("is not built from a page with a link to nothing", () => {
    assert.equal(resolveLink("docs/calling.md", "sandbox.md#x"), "sandbox.html#x");
    assert.equal(resolveLink("docs/decisions/README.md", "../calling.md"), "../calling.html");
    assert.equal(resolveLink("sdk/README.md", "CHANGELOG.md"), "changelog.html");
    assert.throws(() => resolveLink("sdk/README.md", "package.json"), /not on the site/);
    assert.throws(() => resolveLink("docs/calling.md", "gone.md"), /gone\.md/);
  });
});

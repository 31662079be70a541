import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { test } from "node:test";

const source = new URL("../src/", import.meta.url).pathname;
const sheets = globSync("**/*.css", { cwd: source }).map((path) => ({
  path,
  /** Each selector's first compound, which says whose rule it is. */
  firsts: selectorsOf(readFileSync(`${source}${path}`, "utf8")).map(firstCompound),
}));

function selectorsOf(css: string): readonly string[] {
  const bare = css.replace(/\/\*.*?\*\//gs, "");
  return [...bare.matchAll(/([^{}]+)\{/g)].flatMap(([, selector = ""]) =>
    selector.trim().startsWith("@")
      ? []
      : // Commas inside parentheses belong to one selector.
        selector.split(/,(?![^(]*\))/).map((each) => each.trim()),
  );
}

function firstCompound(selector: string): string {
  return selector.split(/[\s>+~]/, 1)[0] ?? "";
}

function classesOf(compound: string): readonly string[] {
  return [...compound.matchAll(/\.([\w-]+)/g)].map(([, name = ""]) => name);
}

test("a page's style sheet, which stays once it is loaded, changes no other page", () => {
  assert.ok(sheets.length > 10);
  const found = sheets
    .filter(({ path }) => !path.startsWith("styles/"))
    .flatMap(({ path, firsts }) => {
      const others = new Set(
        sheets.flatMap((each) => (each.path === path ? [] : each.firsts.flatMap(classesOf))),
      );
      return firsts
        .filter((first) => classesOf(first).every((name) => others.has(name)))
        .map((first) => `${basename(path)}: ${first}`);
    });
  assert.deepEqual(found, []);
});

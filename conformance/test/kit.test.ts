import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { brokenServers } from "../broken/broken-servers.ts";
import { classify, forgottenRequirements } from "../classify.ts";
import { paths } from "../engine/caller.ts";
import type { Rule } from "../rule.ts";
import { Facts } from "../facts.ts";
import { withLists } from "../readme-lists.ts";
import { requirements } from "../requirements.ts";
import { rules } from "../rules.ts";
import { unobservable } from "../unobservable.ts";
import { runAgainst } from "./run-against.ts";

const docs = (name: string) =>
  readFileSync(new URL(`../../docs/${name}.md`, import.meta.url), "utf8");

describe("the kit", () => {
  test("has every rule of every chapter, each name once", async () => {
    const folder = new URL("../", import.meta.url);
    const written: string[] = [];
    for (const file of globSync("rules/*.ts", { cwd: folder })) {
      const chapter = (await import(new URL(file, folder).href)) as { rules: readonly Rule[] };
      written.push(...chapter.rules.map(({ name }) => name));
    }
    assert.equal(new Set(written).size, rules.length);
    assert.deepEqual(rules.map(({ name }) => name).toSorted(), written.toSorted());
  });

  test("has a rule, or a reason why there is none, for every requirement", () => {
    assert.deepEqual(forgottenRequirements(rules), []);
  });

  test("would notice a requirement that nobody wrote a rule for", () => {
    const without = rules.filter((rule) => !rule.requirements.includes("R19"));
    assert.deepEqual(forgottenRequirements(without), ["R19"]);
    const standing = (from: typeof rules) =>
      classify([], from).find(({ id }) => id === "R19")?.standing;
    assert.equal(standing(without), "forgotten");
    assert.equal(standing(rules), "not tried");
  });

  test("has no reason against a rule where it has one", () => {
    const cited = new Set<string>(rules.flatMap((rule) => rule.requirements));
    assert.deepEqual(
      Object.keys(unobservable).filter((id) => cited.has(id)),
      [],
    );
  });

  test("has as requirements sentences of the specification, word for word", () => {
    const plain = (text: string) =>
      text
        .replaceAll(/[`*]/g, "")
        .replaceAll(/\s*\|\s*/g, " / ")
        .replaceAll(/\s+/g, " ");
    const specification = plain(docs("specification"));
    assert.deepEqual(
      requirements.map(({ id }) => id),
      Array.from({ length: 114 }, (_, at) => `R${at + 1}`),
    );
    assert.deepEqual(
      requirements.filter(({ sentence }) => !specification.includes(plain(sentence))),
      [],
    );
  });

  test("quotes in each rule a sentence of a requirement that it names", () => {
    const misquoted = rules.filter(
      (rule) =>
        !requirements.some(
          ({ id, sentence }) => rule.requirements.includes(id) && sentence.includes(rule.sentence),
        ),
    );
    assert.deepEqual(
      misquoted.map(({ name }) => name),
      [],
    );
  });

  test("rests on decisions that are written down, and on no others", () => {
    const written = docs("decisions/README");
    for (const id of rules.flatMap((rule) => rule.decisions ?? [])) {
      assert.ok(written.includes(`- [${id}](`), id);
    }
  });

  test("needs facts that a data file can tell, and every fact is needed", () => {
    const needed = new Set(rules.flatMap((rule) => rule.needs ?? []));
    const known = Object.keys(Facts.properties);
    assert.deepEqual([...needed].toSorted(), known.toSorted());
  });

  test("tells in its README what it has: after a change, run conformance/write-readme.ts", () => {
    const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
    const words = (text: string) => text.replaceAll(/[\s\\]+/g, "");
    assert.equal(words(withLists(readme, rules, brokenServers)), words(readme));
    for (const fact of Object.keys(Facts.properties))
      assert.match(readme, new RegExp(`\`${fact}\``));
  });

  test("sends no cancel with a token in a read-only run, and says what it left out", async () => {
    const verdicts = await runAgainst(rules, undefined, { readOnly: true });
    assert.deepEqual(broken(verdicts), []);
    const sent = verdicts.flatMap(({ exchanges }) => exchanges.map(({ request }) => request));
    const cancels = sent.filter(
      ({ method, url, headers }) =>
        method === "POST" && url.includes(paths.cancel) && "authorization" in headers,
    );
    assert.deepEqual(cancels, []);
    const left = verdicts.filter((found) => found.verdict === "skip");
    assert.equal(left.length, rules.filter((rule) => rule.cancels === true).length);
    assert.ok(left.every((found) => found.verdict === "skip" && found.reason === "read-only"));
  });

  test("fails a rule that would cancel in a read-only run without having said so", async () => {
    const hasty: Rule = {
      name: "hasty",
      requirements: ["R83"],
      sentence: "",
      async check({ account, unknownId }) {
        await account.cancel({ booking: unknownId() });
      },
    };
    const [found] = await runAgainst([hasty], undefined, { readOnly: true });
    assert.equal(found?.verdict, "fail");
    assert.deepEqual(
      found?.exchanges.filter(({ request }) => request.url.includes("cancel")),
      [],
    );
  });

  test("skips without a data file what needs one, and names the missing facts", async () => {
    const verdicts = await runAgainst(rules, undefined, {
      change: (target) => ({ ...target, facts: {} }),
    });
    assert.deepEqual(broken(verdicts), []);
    for (const found of verdicts) {
      const needs = found.rule.needs ?? [];
      assert.equal(found.verdict, needs.length === 0 ? "pass" : "skip", found.rule.name);
      for (const fact of needs) {
        assert.ok(found.verdict === "skip" && found.message.includes(fact), found.rule.name);
      }
    }
  });

  test("leaves out of an interface-only run what rests on a decision", async () => {
    const verdicts = await runAgainst(rules, undefined, { interfaceOnly: true });
    for (const { rule, verdict } of verdicts) {
      assert.equal(verdict, rule.decisions === undefined ? "pass" : "skip", rule.name);
    }
  });

  test("says that it could not try what needs a token where there is none", async () => {
    const verdicts = await runAgainst(rules, undefined, {
      change: (target) => ({
        ...target,
        credentials: { ...target.credentials, client_secret: "wrong-secret" },
      }),
    });
    const found = verdicts.find(({ rule }) => rule.name === "language-picks-the-translation");
    assert.ok(found?.verdict === "skip" && found.reason === "no-token");
    const token = verdicts.find(({ rule }) => rule.name === "token-opens-the-list");
    assert.equal(token?.verdict, "fail");
  });

  test("waits no longer than it is allowed to", async () => {
    const verdicts = await runAgainst(rules, undefined, { waitMsMax: 0 });
    assert.deepEqual(broken(verdicts), []);
    assert.ok(verdicts.some((found) => found.verdict === "skip" && found.reason === "would-wait"));
  });
});

function broken(verdicts: Awaited<ReturnType<typeof runAgainst>>): string[] {
  return verdicts.flatMap((found) =>
    found.verdict === "fail" ? [`${found.rule.name}: ${found.message}`] : [],
  );
}

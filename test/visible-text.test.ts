import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { visibleText } from "../src/operations/machinery/visible-text.ts";
import { runCommandHere } from "./harness/command-here.ts";
import { acmeWith, booking } from "./harness/seed.ts";
import { startTestService, type TestService } from "./harness/service.ts";

/** Moves the cursor, rings, reorders, ends the line; C1 has the same meanings in one character. */
const spiteful = "A\x1b[2J\x07\x9b5m\u202e\u2066\r\nEvil";
const raw = /(?![\t\n])[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
const shown = String.raw`A\u001b[2J\u0007\u009b5m\u202e\u2066`;

describe("a terminal obeys nobody's name", () => {
  let service: TestService;
  const mine = {
    ...booking(`${spiteful}-1`),
    tickets: [{ cancelled_at: null, attendee: { display_name: spiteful, checked_in_at: null } }],
  };
  before(async () => {
    service = await startTestService([acmeWith([mine])]);
  });
  after(() => service[Symbol.asyncDispose]());
  const run = (words: string, input = "") =>
    runCommandHere(service.databaseUrl, words.split(" "), { input });

  test("in what is printed for people, control and bidi characters are codes", async () => {
    const group = JSON.stringify({ kind: "group", unique_key: "g", display_name: spiteful });
    assert.equal((await run("import acme/production -", group)).status, 0);
    for (const words of [
      `show ${mine.booking}`,
      "find --account acme/production",
      "catalogue list acme/production group",
      "catalogue show acme/production group g",
    ]) {
      const { out, err } = await run(words);
      assert.ok(out.includes(shown), `${words}: ${out}`);
      assert.doesNotMatch(out + err, raw, words);
    }
    const { out } = await run("find --account acme/production");
    assert.equal(out.trim().split("\n").length, 2, "a name ends no line");
  });

  test("also in what is said of a bad line", async () => {
    const bad = JSON.stringify({ ...mine, booking: `${spiteful}-2` });
    const { status, out, err } = await run("import acme/production -", bad);
    assert.equal(status, 1);
    assert.match(out + err, /\\u202e/);
    assert.doesNotMatch(out + err, raw);
  });

  test("with --json they are what is stored", async () => {
    const { json } = await run(`show ${mine.booking} --json`);
    assert.equal(json.tickets[0].attendee.display_name, spiteful);
    assert.equal(json.external_id, `${spiteful}-1`);
  });

  test("JSON on a terminal has codes, which mean the same", async () => {
    for (const words of [
      ["show", mine.booking, "--json"],
      ["changes", "acme/production", "--from-start"],
      ["export", "acme/production"],
      ["contact", "export", "acme/production", "--external-id", mine.external_id],
      ["find", "acme/production", "--csv"],
    ]) {
      const { out } = await runCommandHere(service.databaseUrl, words, { onTerminal: true });
      assert.match(out, /5m\\u202e/, words.join(" "));
      assert.doesNotMatch(out, raw, words.join(" "));
      const ofBooking = out.split("\n").find((line) => line.startsWith("{")) ?? "{}";
      JSON.parse(ofBooking);
    }
  });
});

test("what the program itself prints stays: its styles, tabs, lines, and every script's letters", () => {
  for (const text of ["\x1b[1mbold\x1b[22m \x1b[36mcyan\x1b[39m", "a\tb\nc", "É東🎫 שלום مرحبا"])
    assert.equal(visibleText(text), text);
  assert.equal(visibleText("\x1b[8mhidden"), String.raw`\u001b[8mhidden`);
});

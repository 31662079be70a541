import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { accountLimits, allLimits } from "../../src/domain/account-limits.ts";
import { operations } from "../../src/operations/all.ts";
import { sessionBeginnings } from "../../src/operator/api/session/sign-in.ts";
import { routes } from "../../src/operator/api/serving/routes.ts";

const page = "docs/threat-model.md";
const heading = "#### What a key can make, and what one more costs others";

const record = "record of a change, of a request, of an idempotency key";
const catalogue = "group, activity, host, ticket type, slot";
const webhook = "secret of a webhook, test delivery";

/** What each operation that writes makes, as the page calls it. What only changes or ends something makes a record. */
const made: Readonly<Record<string, string>> = {
  signIn: "session",
  signInWithCode: "session",
  createAccount: "account",
  addApiHost: "API host",
  createCredential: "client",
  rotateCredential: "secret of a client",
  createOperator: "operator",
  createWebhook: "webhook",
  rotateWebhook: webhook,
  testWebhook: webhook,
  startImport: "import",
  startCsvImport: "import",
  book: "booking, contact",
  bookAs: "booking, contact",
  makeHold: "hold",
  putInteraction: "campaign",
  editCatalogue: "campaign",
  putGroup: catalogue,
  putActivity: catalogue,
  putHost: catalogue,
  putTicketType: catalogue,
  addSlots: catalogue,
  addSlotsByPattern: catalogue,
  importSlots: catalogue,
};

/** Operations that make nothing but a record of it. */
const makesNothing =
  /^(accept|remove|delete|close|disable|enable|revoke|label|cancel|check|undo|promote|move|change|extend|release|erase|merge|end|sign[O]ut|pause|resume|replay|giveUp|verify)/;

const rows = new Map(
  (readFileSync(page, "utf8").split(heading)[1] ?? "")
    .split("\n### ")[0]
    ?.split("\n")
    .filter((line) => line.startsWith("| "))
    .map((line) => line.split("|").map((cell) => cell.trim()))
    .map(([, name = "", limit = "", cost = ""]) => [name, { limit, cost }]),
);

const writing = [...new Map([...operations, ...routes].map((each) => [each.name, each])).values()]
  .filter(({ writes }) => writes)
  .map(({ name, creates = false }) => ({ name, creates: creates !== false }));

describe("the page about what a key can make", () => {
  test("has a line for what every operation that writes makes, with its limit and its cost", () => {
    const names = [...writing, ...sessionBeginnings].map(({ name }) => name);
    const unknown = names.filter((name) => made[name] === undefined && !makesNothing.test(name));
    assert.deepEqual(unknown, [], "Say what they make, here and on the page.");
    assert.deepEqual(
      Object.keys(made).filter((name) => !names.includes(name)),
      [],
    );
    for (const name of [...Object.values(made), record]) {
      const row = rows.get(name);
      assert.ok(row !== undefined, `${page} has no line "${name}"`);
      assert.notEqual(row.limit, "");
      assert.notEqual(row.cost, "");
    }
  });

  test("says of what has a rate that it has one, and of nothing else", () => {
    const withRate = new Set(
      writing.filter(({ creates }) => creates).map(({ name }) => made[name] ?? name),
    );
    const said = [...rows].filter(([, { limit }]) => /\brate\b/.test(limit)).map(([name]) => name);
    assert.deepEqual(said.toSorted(), [...withRate, "session"].toSorted());
  });

  test("names the variable of every limit, which the page of settings has with its default", () => {
    const limits = [...rows.values()].map(({ limit }) => limit).join();
    const settings = readFileSync("docs/operating.md", "utf8");
    for (const of of allLimits) {
      const { variable, byDefault } = accountLimits[of];
      assert.ok(limits.includes(`\`${variable}\``), variable);
      const row = settings
        .split("\n")
        .find((line) => line.startsWith("| ") && line.includes(`\`${variable}\``));
      assert.ok(row?.includes(`\`${byDefault}\``), variable);
    }
  });
});

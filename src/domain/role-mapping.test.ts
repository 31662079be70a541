import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { mappingOf, parseRoleMappings, type RoleMapping } from "./operator.ts";

const production = { tenant: "acme", environment: "production" } as const;
const uat = { tenant: "acme", environment: "uat" } as const;

describe("the roles of an identity provider's people", () => {
  test("are a list, each for some accounts, for none of them, or for all", () => {
    const text = JSON.stringify([
      { value: "desk", role: "staff", accounts: ["acme/production", "acme/uat"] },
      { value: "nobody's", role: "viewer", accounts: [] },
      { value: "everywhere", role: "admin" },
    ]);
    assert.deepEqual(parseRoleMappings(text), [
      { value: "desk", role: "staff", accounts: [production, uat] },
      { value: "nobody's", role: "viewer", accounts: [] },
      { value: "everywhere", role: "admin", accounts: null },
    ]);
  });

  const good = { value: "desk", role: "staff" };
  for (const [what, given] of [
    ["an empty list", []],
    ["an object", good],
    ["nothing", null],
    ["a list of texts", ["desk"]],
    ["a list of nothing", [null]],
    ["a list of lists", [[]]],
    ["a mapping without a value", [{ role: "staff" }]],
    ["an empty value", [{ ...good, value: "" }]],
    ["a number for a value", [{ ...good, value: 7 }]],
    ["a mapping without a role", [{ value: "desk" }]],
    ["an unknown role", [{ ...good, role: "root" }]],
    ["a role in capitals", [{ ...good, role: "Staff" }]],
    ["a misspelt field, which would give the role for all", [{ ...good, account: [] }]],
    ["accounts that are no list", [{ ...good, accounts: "acme/production" }]],
    ["accounts that are null", [{ ...good, accounts: null }]],
    ["an account without its environment", [{ ...good, accounts: ["acme"] }]],
    ["a number for an account", [{ ...good, accounts: [7] }]],
    ["a bad account after a good one", [{ ...good, accounts: ["acme/uat", "acme"] }]],
    ["a bad mapping after a good one", [good, { value: "desk" }]],
    ["a bad mapping before a good one", [{ value: "desk" }, good]],
  ] as const) {
    test(`are refused whole: ${what}`, () => {
      assert.equal(parseRoleMappings(JSON.stringify(given)), null);
    });
  }

  test("are refused where they are no JSON", () => {
    for (const text of ["", "desk=staff", "[", "undefined"]) {
      assert.equal(parseRoleMappings(text), null, text);
    }
  });
});

describe("a claim", () => {
  const mapping = (value: string, role: RoleMapping["role"]): RoleMapping => ({
    value,
    role,
    accounts: null,
  });
  const [staff, admin] = [mapping("desk", "staff"), mapping("lead", "admin")];
  const mappings = [staff, admin];

  test("gives the role of its value, alone or among several", () => {
    assert.equal(mappingOf(mappings, "lead"), admin);
    assert.equal(mappingOf(mappings, ["other", "lead"]), admin);
  });

  test("with several values gives the first mapping's, not the first value's", () => {
    assert.equal(mappingOf(mappings, ["lead", "desk"]), staff);
    assert.equal(mappingOf(mappings.toReversed(), ["desk", "lead"]), admin);
  });

  test("gives no role where no mapping has its value, whole and in its letters", () => {
    for (const claim of [
      undefined,
      null,
      "",
      "des",
      "desks",
      "Desk",
      7,
      [],
      [["desk"]],
      ["other"],
    ]) {
      assert.equal(mappingOf(mappings, claim), null, JSON.stringify(claim));
    }
    assert.equal(mappingOf(mappings, { desk: true }), null);
    assert.equal(mappingOf([], "desk"), null);
  });
});

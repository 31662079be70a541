import assert from "node:assert/strict";
import { test } from "node:test";
import { scopesOf } from "../../../domain/operator.ts";
import { operatorOf } from "../session/person.ts";
import { personOf, saysAll } from "./person-of-claims.ts";

const names = {
  issuer: "https://login.example",
  roleClaim: "realm_access.roles",
  nameClaim: "email",
} as const;
const of = (roles: unknown, more: object = {}) =>
  personOf([{ sub: "s-1", realm_access: { roles }, ...more }], names, 0);

const settings = {
  ...names,
  roles: [
    { value: "desk", role: "staff", accounts: [] },
    { value: "admins", role: "admin", accounts: null },
  ],
  claimLifetimeSeconds: 60,
} as const;
const worth = (person: ReturnType<typeof of>, now = 0, more: object = {}) =>
  operatorOf(person, { ...settings, ...more }, {} as never, now);

test("B321 the first mapping that a claim has counts, and mappings do not add up", async () => {
  assert.equal((await worth(of(["admins", "desk"])))?.role, "staff");
  assert.equal((await worth(of(["admins"])))?.role, "admin");
  assert.equal((await worth(of("desk")))?.role, "staff");
});

test("B321 nobody has a role by a claim that is absent, of another type, or inherited", async () => {
  for (const roles of [undefined, null, [], ["other"], {}, "des", ["Desk"], { desk: true }]) {
    assert.equal(await worth(of(roles)), null);
  }
  const inherited = personOf([{ sub: "s-1" }], { ...names, roleClaim: "constructor.name" }, 0);
  assert.equal(await worth(inherited, 0, { roleClaim: "constructor.name" }), null);
});

test("a claim is worth what the settings of the moment give for it", async () => {
  const admin = of(["admins"]);
  assert.notEqual(await worth(admin, 59_999), null);
  assert.equal(await worth(admin, 60_000), null);
  const roles = [{ value: "admins", role: "viewer", accounts: null }];
  assert.equal((await worth(admin, 0, { roles }))?.role, "viewer");
  assert.deepEqual((await worth(admin, 0, { roles }))?.scopes, scopesOf("viewer"));
  for (const more of [
    { roles: [] },
    { issuer: "https://other.example" },
    { roleClaim: "groups" },
  ]) {
    assert.equal(await worth(admin, 0, more), null, JSON.stringify(more));
  }
  assert.equal(await operatorOf(admin, null, {} as never, 0), null);
});

test("B321 a person is named by the claim, and by the subject where it is absent or not verified", () => {
  const email = "jo@acme.example";
  for (const email_verified of [true, "true"])
    assert.equal(of("desk", { email, email_verified })?.name, `oidc:${email}`);
  for (const email_verified of [undefined, false, "false", null, 1, [true, true]])
    assert.equal(of("desk", { email, email_verified })?.name, "oidc:s-1");
  assert.equal(of("desk")?.name, "oidc:s-1");
  assert.equal(of("desk", { email: ["a"] })?.name, "oidc:s-1");
  // Neither a line of the log nor a terminal is changed by a name.
  assert.equal(of("desk", { email: "a\u0000\u202e\nb", email_verified: true })?.name, "oidc:a___b");
});

test("a role and a name come from the first source that says them, an address with its own word for verified", () => {
  const token = { sub: "s-1", realm_access: { roles: ["desk"] }, email: "old@acme.example" };
  const info = { sub: "s-1", realm_access: { roles: ["admins"] }, email: "jo@acme.example" };
  assert.equal(saysAll(token, names), false);
  assert.equal(saysAll({ ...token, email_verified: true }, names), true);
  assert.equal(saysAll({ sub: "s-1", email: "a", email_verified: true }, names), false);
  const named = (one: object, other: object) =>
    personOf(
      [
        { ...token, ...one },
        { ...info, ...other },
      ],
      names,
      0,
    );
  assert.equal(named({}, { email_verified: true }).name, "oidc:jo@acme.example");
  assert.equal(named({ email_verified: true }, {}).name, "oidc:old@acme.example");
  // Another source's word verifies nothing.
  assert.equal(named({}, { email: undefined, email_verified: true }).name, "oidc:s-1");
  assert.deepEqual(named({}, {}).claimed, ["desk"]);
  assert.deepEqual(named({ realm_access: {} }, {}).claimed, ["admins"]);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { personOf } from "./person-of-claims.ts";

const names = {
  roleClaim: "realm_access.roles",
  nameClaim: "email",
  roles: [
    { value: "desk", role: "staff", accounts: [] },
    { value: "admins", role: "admin", accounts: null },
  ],
} as const;
const of = (roles: unknown, more: object = {}) =>
  personOf({ sub: "s-1", realm_access: { roles }, ...more }, names);

test("B321 the first mapping that a claim has counts, and mappings do not add up", () => {
  assert.equal(of(["admins", "desk"])?.mapping.role, "staff");
  assert.equal(of(["admins"])?.mapping.role, "admin");
  assert.equal(of("desk")?.mapping.role, "staff");
});

test("B321 nobody has a role by a claim that is absent, of another type, or inherited", () => {
  for (const roles of [undefined, null, [], ["other"], {}, "des", ["Desk"], { desk: true }]) {
    assert.equal(of(roles), null);
  }
  assert.equal(personOf({ sub: "s-1" }, { ...names, roleClaim: "constructor.name" }), null);
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

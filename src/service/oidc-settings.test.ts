import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { operatorRoles } from "../domain/operator.ts";
import { readSettings } from "./settings.ts";
import { WrongSetting } from "./variables.ts";

const secret = "hunter2-of-the-client";
const good = {
  OIDC_ISSUER: "https://login.acme.example/realm",
  OIDC_CLIENT_ID: "booking",
  OIDC_CLIENT_SECRET: secret,
  OIDC_CONSOLE_URL: "https://operators.acme.example",
  OIDC_ROLES: '[{"value":"desk","role":"staff","accounts":["acme/production"]}]',
};

function complaint(change: Record<string, string>): string {
  try {
    readSettings({ ...good, ...change });
  } catch (error) {
    if (error instanceof WrongSetting) return error.message;
    throw error;
  }
  return assert.fail(`${JSON.stringify(change)} was accepted`);
}

describe("B321 signing in with an identity provider", () => {
  test("is off without an issuer, whatever else is set", () => {
    assert.equal(readSettings({ ...good, OIDC_ISSUER: "" }).oidc, undefined);
  });

  test("has roles, an address and claims", () => {
    const { oidc } = readSettings(good);
    assert.deepEqual(
      [oidc?.roleClaim, oidc?.nameClaim, oidc?.scope, oidc?.clientSecret],
      ["roles", "email", "openid email profile", secret],
    );
    const accounts = [{ tenant: "acme", environment: "production" }];
    assert.deepEqual(oidc?.roles, [{ value: "desk", role: "staff", accounts }]);
    assert.equal(readSettings({ ...good, OIDC_CLIENT_SECRET: "" }).oidc?.clientSecret, null);
    const local = { ...good, OIDC_ISSUER: "http://localhost:3000" };
    assert.equal(readSettings(local).oidc?.issuer, local.OIDC_ISSUER);
  });

  test("is refused in a sentence that names the variable, and never the secret", () => {
    for (const [name, value] of [
      ["OIDC_CLIENT_ID", ""],
      ["OIDC_CONSOLE_URL", ""],
      ["OIDC_ROLES", ""],
      ["OIDC_ISSUER", "http://login.acme.example"],
      ["OIDC_ISSUER", "login.acme.example"],
      ["OIDC_CONSOLE_URL", "http://operators.acme.example"],
      ["OIDC_SCOPE", "email"],
      ["OIDC_ROLES", "desk=staff"],
      ["OIDC_ROLES", "[]"],
      ["OIDC_ROLES", "{}"],
      ["OIDC_ROLES", '[{"value":"","role":"staff"}]'],
      ["OIDC_ROLES", '[{"value":"desk","role":"root"}]'],
      ["OIDC_ROLES", '[{"value":"desk","role":"staff","accounts":["acme"]}]'],
      ["OIDC_ROLES", '[{"value":"desk","role":"staff","account":["acme/production"]}]'],
    ] as const) {
      const message = complaint({ [name]: value });
      assert.ok(message.startsWith(`${name} `), message);
      assert.ok(!message.includes(secret));
    }
  });

  test("names every role that it may give", () => {
    const message = complaint({ OIDC_ROLES: '[{"value":"desk","role":"root"}]' });
    for (const role of operatorRoles) assert.match(message, new RegExp(`\\b${role}\\b`));
  });
});

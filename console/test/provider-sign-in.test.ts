import assert from "node:assert/strict";
import { test } from "node:test";
import { freePort } from "../../test/harness/free-port.ts";
import { startLyingProvider, toldRole } from "../../test/harness/lying-provider.ts";
import { acme } from "../../test/harness/service.ts";
import { assertAccessible } from "./assert-accessible.ts";
import { startConsoleUnderTest } from "./console-under-test.ts";

test("B321 the button leads to the identity provider, another site, and back to the page with a session", async () => {
  const port = await freePort();
  const provider = await startLyingProvider("booking-console");
  await using shown = await startConsoleUnderTest([{ name: acme, hosts: ["api.acme.example"] }], {
    OPERATOR_PORT: String(port),
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: "booking-console",
    OIDC_CONSOLE_URL: `http://127.0.0.1:${port}`,
    OIDC_ROLES: JSON.stringify([{ value: toldRole, role: "viewer" }]),
  });
  assert.notEqual(new URL(shown.url).hostname, new URL(provider.issuer).hostname);
  const page = await shown.open("/accounts");
  const button = page.getByRole("link", { name: `Sign in with ${new URL(provider.issuer).host}` });
  await button.waitFor();
  await assertAccessible(page, "a sign-in page with an identity provider");
  provider.lie({ tokenStatus: 503 });
  await button.click();
  await page.getByRole("alert").getByText("The identity provider does not answer.").waitFor();
  provider.lie({});
  await page.goto("/accounts");
  await button.click();
  await page.getByRole("heading", { name: "Accounts", exact: true }).waitFor();
  assert.equal(page.url(), `${shown.url}/accounts`);
  await page.context().close();
  await provider.close();
});

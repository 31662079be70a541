import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { runCommandHere } from "./harness/command-here.ts";
import { temporaryFolder } from "./harness/temporary-folder.ts";

async function config(env: NodeJS.ProcessEnv, ...words: string[]) {
  const { status, out, err } = await runCommandHere("", ["config", "--json", ...words], { env });
  assert.deepEqual({ status, err }, { status: 0, err: "" });
  return JSON.parse(out) as Record<string, { value: string | null; source: string }>;
}

describe("booking config", () => {
  test("has every setting with its value, and says where that comes from", async () => {
    using folder = temporaryFolder();
    const file = join(folder.path, "level");
    writeFileSync(file, "warn\n");
    const shown = await config({ PORT: "0", HOST: "", LOG_LEVEL_FILE: file });
    assert.deepEqual(shown["PORT"], { value: "0", source: "environment" });
    assert.deepEqual(shown["LOG_LEVEL"], { value: "warn", source: "environment" });
    assert.deepEqual(shown["HOST"], { value: "127.0.0.1", source: "default" });
    assert.deepEqual(shown["OIDC_ISSUER"], { value: null, source: "default" });
    const database = { value: "sqlite:./data/booking.db", source: "default" };
    assert.deepEqual(shown["DATABASE_URL"], database);
  });

  test("hides every secret, on paper and with --json", async () => {
    const env = {
      DATABASE_URL: "postgres://booking:hidden-1@db.example/booking?password=hidden-2",
      BOOKING_SERVER: "https://desk:hidden-3@operator.example",
      BOOKING_KEY: "hidden-4",
      OIDC_ISSUER: "https://login.example",
      OIDC_CLIENT_ID: "console",
      OIDC_CLIENT_SECRET: "hidden-5",
      OIDC_CONSOLE_URL: "https://console.example",
      OIDC_ROLES: '[{"value":"desk","role":"viewer"}]',
      OTEL_TRACES_EXPORTER: "otlp",
      OTEL_EXPORTER_OTLP_ENDPOINT: "https://user:hidden-6@collector.example/v1?key=hidden-7",
      OTEL_EXPORTER_OTLP_HEADERS: "api-key=hidden-8",
    };
    const shown = await config(env);
    assert.equal(shown["DATABASE_URL"]?.value, "postgres://***@db.example/booking?***");
    assert.equal(shown["OTEL_EXPORTER_OTLP_HEADERS"]?.value, "***");
    for (const name of Object.keys(env)) {
      assert.equal(shown[name]?.source, "environment", name);
    }
    const { out } = await runCommandHere("", ["config"], { env });
    assert.match(out, /^DATABASE_URL +postgres:\/\/\*\*\*@db.example/m);
    assert.doesNotMatch(out + JSON.stringify(shown), /hidden-/);
  });

  test("hides what follows the path, and a password that looks like it", async () => {
    const show = async (url: string) => (await config({ BOOKING_SERVER: url }))["BOOKING_SERVER"];
    const shown: [string, string][] = [
      ["https://h.example/x#key=hidden", "https://h.example/x?***"],
      ["https://h.example/?a=hidden#hidden", "https://h.example/?***"],
      ["https://desk:hid?den@h.example", "https://***"],
      ["https://desk:hid#den@h.example/x", "https://***"],
      ["https://desk:hid@den@h.example/?p=a@b", "https://***@h.example/?***"],
    ];
    for (const [url, value] of shown) {
      assert.deepEqual(await show(url), { value, source: "environment" });
    }
    const wrong = await runCommandHere("", ["config"], {
      env: { TRUSTED_PROXIES: "http://desk:hidden@proxy.example" },
    });
    assert.match(wrong.err, /^TRUSTED_PROXIES is "http:\/\/\*\*\*@proxy.example", but must be /);
  });

  test("with a wrong setting ends with the sentence about it", async () => {
    const { status, out } = await runCommandHere("", ["config", "--json"], {
      env: { PORT: "x" },
    });
    assert.equal(status, 1);
    assert.match(out, /^\{"error":\{"message":"PORT is /);
  });
});

describe("flags and a file of settings", () => {
  test("a flag goes before the environment, that before the file, and that before the default", async () => {
    using folder = temporaryFolder();
    const file = join(folder.path, "booking.env");
    writeFileSync(
      file,
      "PORT=1\nOPERATOR_PORT=2\nHOST='::1' # both\nLOG_LEVEL=warn\nPAGE_SIZE_MAX=\n",
    );
    const env = { PORT: "3", HOST: "", LOG_LEVEL_FILE: join(folder.path, "none") };
    writeFileSync(env.LOG_LEVEL_FILE, "error");
    const shown = await config(env, "--log-level=debug", "--env-file", file, "--port", "4");
    assert.deepEqual(shown["PORT"], { value: "4", source: "flag" });
    assert.deepEqual(shown["LOG_LEVEL"], { value: "debug", source: "flag" });
    assert.deepEqual(shown["OPERATOR_PORT"], { value: "2", source: "env-file" });
    assert.deepEqual(shown["HOST"], { value: "::1", source: "env-file" });
    assert.deepEqual(shown["PAGE_SIZE_MAX"], { value: "1000", source: "default" });
    const without = await config({ ...env, PORT: "3" }, `--env-file=${file}`);
    assert.deepEqual(without["PORT"], { value: "3", source: "environment" });
    assert.deepEqual(without["LOG_LEVEL"], { value: "error", source: "environment" });
  });

  test("every setting without a secret has a flag, and no other has one", async () => {
    const { out } = await runCommandHere("", ["serve", "--help"], { env: {} });
    const flags = Array.from(out.matchAll(/^ +--([a-z-]+) <value>/gm), ([, flag]) => flag);
    const shown = await config({ OTEL_TRACES_EXPORTER: "otlp", OTEL_METRICS_EXPORTER: "otlp" });
    const secret =
      /^(TMPDIR|DATABASE_URL|BOOKING_.*|WEBHOOK_SECRET_KEY|OIDC_.*|.*_(ENDPOINT|HEADERS|CERTIFICATE|KEY))$/;
    const names = Object.keys(shown).filter((name) => !secret.test(name));
    assert.deepEqual(
      flags,
      names.map((name) => name.toLowerCase().replaceAll("_", "-")),
    );
  });

  test("a wrong flag is wrong usage, a missing file a failure, and neither says more than it must", async () => {
    const wrong = await runCommandHere("", ["config", "--port", "x", "--json"], { env: {} });
    assert.equal(wrong.status, 2);
    assert.match(wrong.json.error.message, /--port .* whole number from 0 to 65535/s);
    const url = await runCommandHere("", ["serve", "--database-url", "sqlite:x"], { env: {} });
    assert.equal(url.status, 2);
    const missing = await runCommandHere("", ["config", "--env-file", "/none", "--json"], {
      env: {},
    });
    assert.equal(missing.status, 1);
    assert.match(missing.json.error.message, /^--env-file .*\(ENOENT\)\.$/);
  });

  test("other commands read the file too", async () => {
    using folder = temporaryFolder();
    const file = join(folder.path, "booking.env");
    writeFileSync(file, `DATABASE_URL=sqlite:${join(folder.path, "of-the-file.db")}\n`);
    const { err } = await runCommandHere("", ["account", "list", "--env-file", file], { env: {} });
    assert.match(err, /no database at .*of-the-file\.db/);
  });
});

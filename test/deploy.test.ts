import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { databaseMachines, deployed, settingsFor } from "../proofs/ha/deployed.ts";
import { readSettings } from "../src/service/settings.ts";

const read = (file: string) => readFileSync(deployed(file), "utf8");

/** `npm run prove -- ha` runs these files; what has to agree between them is held here. */
describe("deploy/ha", () => {
  const [first] = databaseMachines;
  const booking = settingsFor(first, "booking.env");
  const url = new URL(booking["DATABASE_URL"] ?? "");

  test("P3 a commit waits for a standby, and no primary goes on without one", () => {
    const patroni = read("patroni.yml");
    for (const line of [
      "synchronous_mode: true",
      "synchronous_mode_strict: true",
      'synchronous_commit: "on"',
      'fsync: "on"',
    ]) {
      assert.match(patroni, new RegExp(`^ +${line}$`, "m"));
    }
  });

  test("Patroni has the time that it needs before its lock runs out", () => {
    const seconds = (word: string) =>
      Number(new RegExp(`^ +${word}: (\\d+)$`, "m").exec(read("patroni.yml"))?.[1]);
    assert.ok(seconds("ttl") >= 20);
    assert.ok(seconds("loop_wait") + 2 * seconds("retry_timeout") <= seconds("ttl"));
  });

  test("the service accepts its settings, and they lead to HAProxy and to the database that is made", () => {
    assert.equal(readSettings(booking).databaseUrl, booking["DATABASE_URL"]);
    assert.match(read("haproxy.cfg"), new RegExp(`^ +bind ${url.host}$`, "m"));
    const made = read("database.sql");
    assert.ok(made.includes(`create role ${url.username} login password '${url.password}';`));
    assert.ok(made.includes(`create database ${url.pathname.slice(1)} owner ${url.username}`));
    assert.match(
      read("patroni.yml"),
      new RegExp(`^ +- host ${url.pathname.slice(1)} ${url.username} .* scram-sha-256$`, "m"),
    );
  });

  test("HAProxy, Patroni and etcd speak of the same three machines", () => {
    const all = (file: string, form: (address: string) => string) =>
      databaseMachines.every(({ address }) => read(file).includes(form(address)));
    assert.ok(all("haproxy.cfg", (address) => ` ${address}:5432`));
    assert.ok(all("patroni.env", (address) => `${address}:2379`));
    assert.ok(all("etcd.env", (address) => `=http://${address}:2380`));
    assert.match(read("haproxy.cfg"), /on-marked-down shutdown-sessions/);
    for (const machine of databaseMachines) {
      const { ETCD_NAME, ETCD_ADVERTISE_CLIENT_URLS } = settingsFor(machine, "etcd.env");
      assert.equal(ETCD_NAME, machine.name);
      assert.equal(ETCD_ADVERTISE_CLIENT_URLS, `http://${machine.address}:2379`);
      const { PATRONI_NAME, PATRONI_POSTGRESQL_LISTEN } = settingsFor(machine, "patroni.env");
      assert.equal(PATRONI_NAME, machine.name);
      assert.equal(PATRONI_POSTGRESQL_LISTEN, `${machine.address}:5432`);
    }
  });

  test("every file is in the README, and every secret in them is a word to be changed", () => {
    const files = readdirSync(fileURLToPath(new URL("../deploy/ha", import.meta.url)));
    for (const file of files.filter((name) => name !== "README.md")) {
      assert.ok(read("README.md").includes(`\`${file}\``), file);
    }
    const secrets = files.flatMap((file) => [
      ...read(file).matchAll(/(?:PASSWORD=|password ')([^'\n]+)/g),
    ]);
    assert.ok(secrets.length >= 4);
    for (const [, secret] of secrets) assert.match(secret ?? "", /^change-me-\d$/);
  });
});

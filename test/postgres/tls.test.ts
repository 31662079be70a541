import assert from "node:assert/strict";
import { chown, mkdir, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { Client } from "pg";
import { generate } from "selfsigned";
import { runCommand } from "../harness/command.ts";
import { startPostgres, type PostgresServer } from "../harness/postgres-server.ts";
import { until } from "../harness/until.ts";

/**
 * The database across a network: `sslmode` in DATABASE_URL decides whether its certificate is checked.
 * The server's certificate is made for the name `localhost` and for no address.
 */
describe("TLS to PostgreSQL", () => {
  let postgres: PostgresServer;
  let trusted: string;
  let stranger: string;

  before(async () => {
    postgres = await startPostgres();
    const folder = path.join(postgres.folder, "tls");
    await mkdir(folder);
    const own = await generate([{ name: "commonName", value: "localhost" }], {
      extensions: [
        { name: "basicConstraints", cA: true, critical: true },
        { name: "subjectAltName", altNames: [{ type: 2, value: "localhost" }] },
      ],
    });
    const other = await generate([{ name: "commonName", value: "localhost" }]);
    // The user that the server runs as.
    const { uid, gid } = await stat(path.join(postgres.folder, "data"));
    const write = async (name: string, content: string): Promise<string> => {
      const file = path.join(folder, name);
      // The server refuses a key that others may read.
      await writeFile(file, content, { mode: 0o600 });
      await chown(file, uid, gid);
      return file;
    };
    await chown(folder, uid, gid);
    trusted = await write("server.crt", own.cert);
    stranger = await write("stranger.crt", other.cert);
    const key = await write("server.key", own.private);

    const admin = new Client(postgres.url);
    await admin.connect();
    await admin.query(`alter system set ssl_cert_file = '${trusted}'`);
    await admin.query(`alter system set ssl_key_file = '${key}'`);
    await admin.query("alter system set ssl = on");
    await admin.query("select pg_reload_conf()");
    await until(async () => (await admin.query("show ssl")).rows[0]?.ssl === "on");
    await admin.end();
  });

  after(() => postgres[Symbol.asyncDispose]());

  const at = (host: string, parameters: Record<string, string>): string => {
    const url = new URL(postgres.url);
    url.hostname = host;
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    return String(url);
  };
  const migrate = (url: string) => runCommand(url, ["migrate", "--json"]);

  test("verify-full works with the certificate's own authority and name, over TLS", async () => {
    const url = at("localhost", { sslmode: "verify-full", sslrootcert: trusted });
    const { status, err } = await migrate(url);
    assert.equal(status, 0, err);

    const client = new Client(url);
    await client.connect();
    const mine = "select ssl from pg_stat_ssl where pid = pg_backend_pid()";
    assert.deepEqual((await client.query(mine)).rows, [{ ssl: true }]);
    await client.end();
  });

  test("verify-full refuses a certificate of another authority", async () => {
    const { status, err } = await migrate(
      at("localhost", { sslmode: "verify-full", sslrootcert: stranger }),
    );
    assert.equal(status, 1);
    assert.match(err, /certificate/);
  });

  test("verify-full refuses a certificate for another name", async () => {
    const { status, err } = await migrate(
      at("127.0.0.1", { sslmode: "verify-full", sslrootcert: trusted }),
    );
    assert.equal(status, 1);
    assert.match(err, /not in the cert's list|altnames/i);
  });

  // The driver is stricter than libpq, whose `require` trusts any certificate.
  test("require checks the certificate as verify-full does", async () => {
    const { status, err } = await migrate(at("localhost", { sslmode: "require" }));
    assert.equal(status, 1);
    assert.match(err, /self-signed certificate/);
  });
});

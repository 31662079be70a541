import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { Readable, Writable } from "node:stream";
import { describe, test } from "node:test";
import { temporaryFolder } from "../../test/harness/temporary-folder.ts";
import { runProgram } from "./run-program.ts";
import { useServiceSettings } from "./service-settings.ts";

/** Runs a command as the Debian package's program, whose service has these settings; returns what it said. */
async function run(words: readonly string[], settings: string, env: NodeJS.ProcessEnv) {
  const said: string[] = [];
  const collect = () =>
    Object.assign(
      new Writable({
        write: (chunk, _encoding, done) => {
          said.push(String(chunk));
          done();
        },
      }),
      { isTTY: false, columns: 80 },
    );
  const process = {
    stdin: Readable.from([]),
    stdout: collect(),
    stderr: collect(),
    env,
    serviceSettings: settings,
  };
  const status = await runProgram(words, process as unknown as Parameters<typeof runProgram>[1]);
  assert.equal(status, 0, said.join(""));
  return said.join("");
}

describe("a command of the Debian package", () => {
  test("uses the service's settings where nothing else says where it runs", async () => {
    using folder = temporaryFolder();
    const settings = `${folder.path}/booking.env`;
    const url = `sqlite:${folder.path}/service.db`;
    writeFileSync(settings, `DATABASE_URL=${url}\nPORT=8099\n`);
    const said = await run(["migrate"], settings, {});
    assert.doesNotMatch(said, /not the service's/);
    assert.ok(existsSync(`${folder.path}/service.db`));
    const config = JSON.parse(await run(["config", "--json"], settings, {}));
    assert.deepEqual(config.DATABASE_URL, { value: url, source: "env-file" });
    assert.equal(config.PORT.value, "8099");
  });

  test("knows the service's database in a file that begins with a byte order mark", async () => {
    using folder = temporaryFolder();
    const settings = `${folder.path}/booking.env`;
    const url = `sqlite:${folder.path}/service.db`;
    writeFileSync(settings, `\ufeffDATABASE_URL=${url}\n`);
    assert.doesNotMatch(await run(["migrate"], settings, {}), /not the service's/);
    assert.doesNotMatch(
      await run(["migrate"], settings, { DATABASE_URL: url }),
      /not the service's/,
    );
  });

  test("says which database it uses where that is another one", async () => {
    using folder = temporaryFolder();
    const settings = `${folder.path}/booking.env`;
    writeFileSync(settings, `DATABASE_URL=sqlite:${folder.path}/service.db\n`);
    const other = `sqlite:${folder.path}/other.db`;
    const said = await run(["migrate"], settings, { DATABASE_URL: other });
    assert.ok(said.includes(`This is the database ${other}, not the service's`), said);
    assert.ok(!existsSync(`${folder.path}/service.db`));
    const own = `${folder.path}/own.env`;
    writeFileSync(own, `DATABASE_URL=${other}\n`);
    assert.match(
      await run(["account", "list", "--env-file", own], settings, {}),
      /not the service's/,
    );
    const service = useServiceSettings({}, true, settings);
    assert.equal(
      service?.note("postgres://ada:secret@db.example/booking"),
      `This is the database postgres://***@db.example/booking, not the service's, which ${settings} names.`,
    );
  });

  test("asks a service over its API, and takes nothing of the settings here", () => {
    using folder = temporaryFolder();
    const settings = `${folder.path}/booking.env`;
    writeFileSync(settings, "DATABASE_URL=sqlite:here.db\n");
    for (const name of ["BOOKING_SERVER", "DATABASE_URL_FILE"]) {
      const environment = { [name]: "elsewhere" };
      assert.deepEqual(useServiceSettings(environment, false, settings)?.added, []);
      assert.deepEqual(environment, { [name]: "elsewhere" });
    }
    assert.deepEqual(useServiceSettings({}, true, settings)?.added, []);
    assert.equal(useServiceSettings({}, false, `${folder.path}/none.env`), null);
  });

  test("of another user cannot read them, and says so", { skip: process.getuid?.() !== 0 }, () => {
    using folder = temporaryFolder();
    const settings = `${folder.path}/booking.env`;
    writeFileSync(settings, "DATABASE_URL=sqlite:service.db\n");
    chmodSync(settings, 0o640);
    chmodSync(dirname(folder.path), 0o755);
    chmodSync(folder.path, 0o755);
    const ask = `
      const { useServiceSettings } = await import(${JSON.stringify(new URL("service-settings.ts", import.meta.url).href)});
      process.setgroups([]);
      process.setgid(65534);
      process.setuid(65534);
      const { added, note } = useServiceSettings({}, false, ${JSON.stringify(settings)});
      console.log(JSON.stringify([added, note("sqlite:./data/booking.db")]));
    `;
    const command = ["--input-type=module", "--eval", ask];
    const answer = JSON.parse(execFileSync(process.execPath, command).toString());
    assert.deepEqual(answer, [
      [],
      `This may not be the service's database: root and the service's user alone can read ${settings}.`,
    ]);
  });
});

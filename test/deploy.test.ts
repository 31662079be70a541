import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import {
  chownSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { databaseMachines, deployed, settingsFor } from "../proofs/ha/deployed.ts";
import { manualPages } from "../bin/manual-pages.ts";
import { debianFiles } from "../scripts/build/make-debian.ts";
import { readSettings } from "../src/service/settings.ts";
import { runCommand } from "./harness/command.ts";
import { program, programWords } from "./harness/program.ts";
import { temporaryFolder } from "./harness/temporary-folder.ts";

const read = (file: string) => readFileSync(deployed(file), "utf8");

/** `npm run prove -- ha` runs these files; what has to agree between them is held here. */
describe("deploy/ha", () => {
  const [first] = databaseMachines;
  const booking = settingsFor(first, "booking.env");
  const url = new URL(booking["DATABASE_URL"] ?? "");

  test("P3 a commit waits for a standby, and no primary acknowledges without one", () => {
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

describe("deploy/systemd", () => {
  const folder = fileURLToPath(new URL("../deploy/systemd/", import.meta.url));
  const hasAnalyser = spawnSync("systemd-analyze", ["--version"]).status === 0;

  for (const unit of ["booking.service", "booking-backup.service", "booking-verify.service"]) {
    test(`${unit} is rated 1.5 or better`, { skip: !hasAnalyser && "no systemd-analyze" }, () => {
      const words = ["security", "--offline=yes", "--threshold=15", `${folder}${unit}`];
      const { status, stdout } = spawnSync("systemd-analyze", words, { encoding: "utf8" });
      assert.equal(status, 0, stdout.slice(-200));
    });
  }

  test("the backup that the timer starts leaves one file, which can be restored", async () => {
    using place = temporaryFolder();
    const unit = readFileSync(`${folder}booking-backup.service`, "utf8");
    const script = /^ExecStart=\/bin\/sh -euc '(.*)'$/m.exec(unit)?.[1] ?? "";
    const [data, backups] = [`${place.path}/booking`, `${place.path}/booking-backups`];
    mkdirSync(backups);
    const url = `sqlite:${data}/booking.db`;
    assert.equal((await runCommand(url, ["migrate"])).status, 0);
    mkdirSync(`${place.path}/bin`);
    const start = [program, ...programWords].map((word) => `'${word}'`).join(" ");
    writeFileSync(`${place.path}/bin/booking`, `#!/bin/sh\nexec ${start} "$@"\n`, { mode: 0o755 });
    // systemd reads a doubled percent sign as one.
    const here = script.replaceAll("%%", "%").replaceAll("/var/lib/", `${place.path}/`);
    const env = { PATH: `${place.path}/bin:${process.env["PATH"]}`, DATABASE_URL: url };
    for (let day = 0; day < 2; day += 1) {
      const { status, stderr } = spawnSync("sh", ["-euc", here], { env, encoding: "utf8" });
      assert.equal(status, 0, stderr);
    }
    const [made = "", ...more] = readdirSync(backups);
    assert.deepEqual(more, []);
    const restored = await runCommand(`sqlite:${place.path}/new.db`, [
      "restore",
      `${backups}/${made}`,
    ]);
    assert.equal(restored.status, 0, restored.err);
  });
});

describe("what root's lines of the units write for node_exporter", () => {
  const nobody = 65_534;
  const cannot =
    process.getuid?.() !== 0 || spawnSync("setpriv", ["--version"]).status !== 0
      ? "needs root and setpriv"
      : false;
  const reports = [
    ["booking-backup", /^ExecStartPost=\+\/bin\/sh -euc '(.*)'$/m],
    ["booking-verify", /^ExecStopPost=\+\/bin\/sh -euc '(.*)'$/m],
  ] as const;

  for (const [name, line] of reports) {
    const unit = readFileSync(
      new URL(`../deploy/systemd/${name}.service`, import.meta.url),
      "utf8",
    );
    // systemd reads a doubled percent sign as one.
    const script = (line.exec(unit)?.[1] ?? "").replaceAll("%%", "%");
    const run = (place: string) => {
      const here = script.replaceAll("/var/lib/prometheus", place);
      const env = { PATH: process.env["PATH"], EXIT_STATUS: "0" };
      const { status, stdout, stderr } = spawnSync("sh", ["-euc", here], { env, encoding: "utf8" });
      assert.equal(status, 0, stderr);
      return stdout;
    };

    for (const owner of [0, nobody]) {
      test(`${name}: the file is its folder's owner's, ${owner}`, { skip: cannot }, () => {
        using place = temporaryFolder();
        const folder = `${place.path}/node-exporter`;
        mkdirSync(folder);
        chownSync(folder, owner, owner);
        run(place.path);
        assert.deepEqual(readdirSync(folder), [`${name}.prom`]);
        assert.match(readFileSync(`${folder}/${name}.prom`, "utf8"), /^booking_\w+ \d+\n/);
        assert.equal(statSync(`${folder}/${name}.prom`).uid, owner);
      });
    }

    test(`${name}: no link leads root out of the folder`, { skip: cannot }, () => {
      using place = temporaryFolder();
      const [kept, elsewhere] = [`${place.path}/kept`, `${place.path}/elsewhere`];
      writeFileSync(kept, "root's", { mode: 0o600 });
      mkdirSync(`${place.path}/owned/node-exporter`, { recursive: true });
      symlinkSync(kept, `${place.path}/owned/node-exporter/.${name}`);
      chownSync(`${place.path}/owned/node-exporter`, nobody, nobody);
      const env = { PATH: process.env["PATH"], EXIT_STATUS: "0" };
      const here = script.replaceAll("/var/lib/prometheus", `${place.path}/owned`);
      assert.notEqual(spawnSync("sh", ["-euc", here], { env }).status, 0);
      assert.equal(readFileSync(kept, "utf8"), "root's");

      mkdirSync(elsewhere);
      symlinkSync(elsewhere, `${place.path}/node-exporter`);
      assert.match(run(place.path), /is a link/);
      assert.deepEqual(readdirSync(elsewhere), []);
    });
  }
});

describe("the Debian package", () => {
  const manual = manualPages();
  const made = {
    version: "1.2.3",
    platform: "linux-arm64",
    executableBytes: 100 * 1024 * 1024,
    notices: "The licences.",
    manual,
  } as const;
  const files = debianFiles(fileURLToPath(new URL("..", import.meta.url)), made);
  const text = (path: string) => String(files[path]?.bytes);

  test("names its version, its machine and what the executable is linked to", () => {
    const control = text("DEBIAN/control");
    for (const line of ["Package: booking", "Version: 1.2.3", "Architecture: arm64"])
      assert.match(control, new RegExp(`^${line}$`, "m"));
    assert.match(control, /^Depends: adduser, libc6 .*libstdc\+\+6/m);
    // apt says how much of the disk it takes.
    const [, kibibytes = ""] = /^Installed-Size: (\d+)$/m.exec(control) ?? [];
    assert.ok(Number(kibibytes) > 100 * 1024 && Number(kibibytes) < 110 * 1024, kibibytes);
    // A description's further lines begin with a space, and no line of the fields is empty.
    assert.match(control, /^(?:[A-Z][A-Za-z-]+: .+\n|Description: .+\n(?: .+\n)+)+$/);
  });

  test("has a manual page of every command, and bash completes commands, flags and choices", () => {
    const zipped = files["usr/share/man/man1/booking.1.gz"]?.bytes as Buffer;
    const page = gunzipSync(zipped).toString();
    for (const part of [
      ".SS booking account host add <account> <host>",
      ".SS booking serve",
      ".B \\-\\-allow\\-overbooked",
      ".SS booking sandbox",
      ".B \\-\\-log\\-format <value>",
    ])
      assert.ok(page.includes(`${part}\n`), part);
    // Every other line that begins like a request of roff is text.
    for (const [line = ""] of page.matchAll(/^[.'].*$/gm))
      assert.match(line, /^\.(TH|SH|SS|TP$|B) ?/);
    const complete = (...words: readonly string[]) => {
      const script = [
        text("usr/share/bash-completion/completions/booking"),
        `COMP_WORDS=(${words.map((word) => `'${word}'`).join(" ")})`,
        `COMP_CWORD=${words.length - 1}`,
        "_booking",
        'echo "${COMPREPLY[@]}"',
      ];
      return execFileSync("bash", ["-c", script.join("\n")], { encoding: "utf8" }).trim();
    };
    assert.equal(complete("booking", "acco"), "account");
    assert.equal(complete("booking", "import", "a/uat", "--format", ""), "ndjson csv");
    assert.equal(complete("booking", "import", "a/uat", "--dry"), "--dry-run");
    assert.equal(complete("booking", "serve", "--log-format", "t"), "text");
    assert.equal(complete("booking", "find", "a/uat", "--status", "W"), "WAITLIST");
    assert.equal(complete("booking", "report", "a/uat", "--by", "ho"), "host");
    assert.equal(complete("booking", "completion", "z"), "zsh");
  });

  test("has the units of deploy/systemd, with the executable where Debian has it", () => {
    const units = readdirSync("deploy/systemd").filter((name) => name !== "README.md");
    assert.equal(units.length, 5);
    for (const unit of units) {
      const expected = readFileSync(`deploy/systemd/${unit}`, "utf8")
        .replaceAll("/usr/local/bin/booking", "/usr/bin/booking")
        .replaceAll("/etc/systemd/system/", "/usr/lib/systemd/system/");
      assert.equal(text(`usr/lib/systemd/system/${unit}`), expected);
    }
  });

  test("keeps an administrator's settings, and no other user reads them", () => {
    const settings = Object.keys(files).filter((path) => path.startsWith("etc/"));
    assert.equal(text("DEBIAN/conffiles"), settings.map((path) => `/${path}\n`).join(""));
    for (const path of settings) assert.equal((files[path]?.mode ?? 0o644) & 0o007, 0, path);
    const named = text("etc/booking/booking.env").matchAll(/^#?([A-Z_]+)=(.*)$/gm);
    const values = Object.fromEntries(Array.from(named, ([, name, value]) => [name, value]));
    assert.equal(readSettings(values).databaseUrl, "sqlite:/var/lib/booking/booking.db");
    assert.match(
      text("usr/lib/systemd/system/booking.service"),
      /^EnvironmentFile=-\/etc\/booking\/booking\.env$/m,
    );
  });

  test("has scripts that a shell reads, and removes data on a purge alone", () => {
    for (const name of ["postinst", "prerm", "postrm"]) {
      assert.equal(files[`DEBIAN/${name}`]?.mode, 0o755);
      const read = spawnSync("sh", ["-n"], { input: text(`DEBIAN/${name}`), encoding: "utf8" });
      assert.equal(read.stderr, "", name);
    }
    const [kept = "", purged = ""] = text("DEBIAN/postrm").split('if [ "$1" = purge ]');
    assert.match(purged, /rm -rf \/var\/lib\/booking$/m);
    assert.doesNotMatch(kept + text("DEBIAN/prerm") + text("DEBIAN/postinst"), /\brm\b/);
  });
});

describe("deploy/watching", () => {
  const folder = fileURLToPath(new URL("../deploy/watching/", import.meta.url));
  const files = ["alerts.yml", "dashboard.json"];

  test("asks only for metrics that the service, or a unit of deploy/systemd, has", () => {
    const read = (pattern: string) => globSync(pattern).map((file) => readFileSync(file, "utf8"));
    const sources = [...read("src/**/*.ts"), ...read("deploy/systemd/*.service")].join("\n");
    const asked = files.flatMap((file) => [
      ...readFileSync(`${folder}${file}`, "utf8").matchAll(/\bbooking_[a-z_]+/g),
    ]);
    const names = new Set(asked.map(([name]) => name.replace(/_(bucket|count|sum)$/, "")));
    assert.ok(names.size >= 12);
    for (const name of names) assert.ok(sources.includes(name), name);
  });

  test("every alert is in the README, and says what to do", () => {
    const alerts = readFileSync(`${folder}alerts.yml`, "utf8").split("- alert: ").slice(1);
    const readme = readFileSync(`${folder}README.md`, "utf8");
    for (const alert of alerts) {
      const [name = ""] = alert.split("\n");
      assert.ok(readme.includes(`\`${name}\``), name);
      assert.match(alert, /severity: (page|ticket)/, name);
      assert.match(alert, /action: "/, name);
    }
  });

  const hasPromtool = spawnSync("promtool", ["--version"]).status === 0;
  test("the alerts alert, by promtool", { skip: !hasPromtool && "no promtool" }, () => {
    const words = ["test", "rules", "alerts.test.yml"];
    const { status, stdout } = spawnSync("promtool", words, { cwd: folder, encoding: "utf8" });
    assert.equal(status, 0, stdout);
  });
});

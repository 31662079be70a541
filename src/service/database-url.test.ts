import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { complaint } from "../../test/harness/setting-complaint.ts";
import { readSettings } from "./settings.ts";
import { temporaryFolder } from "../../test/harness/temporary-folder.ts";

describe("a wrong DATABASE_URL", () => {
  const password = "hunter2-Passw0rd";
  const urls = [
    `postgres://booking:${password}@db.example:port/booking`,
    `postgresql:booking:${password}@db.example:5432/booking?sslmode=require`,
    `mysql://root:${password}@localhost`,
    `file://${password}`,
    `sqlite+x://u:${password}@h`,
    `Server=db;Password=${password};`,
    `//booking:${password}@db.example`,
    `booking:${password}@db.example/booking`,
    `${password}@db.example`,
    password,
    ` postgres://booking:${password}@db.example/booking`,
    `postgres://booking:${password}@db.example/booking\nsqlite:x`,
  ];

  test("is never repeated: it may hold a password (R90)", () => {
    for (const url of urls) {
      const message = complaint({ DATABASE_URL: url });
      for (const part of [password, "hunter2", "Passw0rd", "@h", "@db"]) {
        assert.ok(!message.includes(part), message);
      }
      assert.match(
        message,
        /but must be sqlite:PATH, sqlite::memory: or postgres:\/\/USER:PASS[^@]*@HOST/,
      );
    }
  });

  test("in a file is not repeated either (R90)", () => {
    using folder = temporaryFolder();
    const path = join(folder.path, "url");
    // White space around the value of a file does not count.
    for (const url of urls.map((text) => text.replace(/^ /, "x"))) {
      writeFileSync(path, `${url}\n`);
      assert.ok(!complaint({ DATABASE_URL_FILE: path }).includes(password));
    }
  });

  test("beside a file of its own is not repeated either (R90)", () => {
    for (const url of urls) {
      assert.ok(!complaint({ DATABASE_URL: url, DATABASE_URL_FILE: "x" }).includes(password));
    }
  });

  test("has a part named that must be percent-encoded, and what works stays", () => {
    for (const [login, part] of [
      ["u:a#b", "password"],
      ["u:12#b", "password"],
      ["u:12/34", "password"],
      ["u:a?b", "password"],
      ["u:a/b?c", "password"],
      ["u:a@b/c", "password"],
      ["u:a b", "password"],
      ["u:100%", "password"],
      ["u:%zz", "password"],
      ["u#1:a", "user"],
      ["u/1", "user"],
    ]) {
      const message = complaint({ DATABASE_URL: `postgres://${login}@db.example:5432/booking` });
      assert.match(
        message,
        new RegExp(`^DATABASE_URL has a character in its ${part} that must be`),
      );
      assert.ok(!message.includes(String(login).slice(2)), message);
    }
    for (const login of ["u:a%23b@", "u:a@b@", "u:a:b@", "u@", ""]) {
      for (const parameters of ["", "?application_name=a@b", "?options=-c%20a%3Db&x=/y#z"]) {
        const url = `postgres://${login}db.example:5432/booking${parameters}`;
        assert.equal(readSettings({ DATABASE_URL: url }).databaseUrl, url);
      }
    }
  });

  test("is named by its scheme, so that the mistake is understood", () => {
    assert.match(complaint({ DATABASE_URL: "mysql://h/db" }), /^DATABASE_URL starts with mysql:,/);
    assert.match(complaint({ DATABASE_URL: "./booking.db" }), /^DATABASE_URL has no scheme,/);
  });
});

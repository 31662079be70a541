import assert from "node:assert/strict";
import { test } from "node:test";
import { Variables } from "../../src/service/variables.ts";
import { demoDatabaseUrl, isPlaced, otherAccountsText, placeText } from "./demo-database.ts";

const studio = { name: { tenant: "studio", environment: "production" } } as const;

test("a demo that is served takes its own database, unless DATABASE_URL names one in whatever way", () => {
  const placed = (environment: Record<string, string>, flags: [string, string][] = []) =>
    isPlaced({
      variables: () =>
        new Variables(environment, { flags: new Map(flags), envFile: new Set<string>() }),
    });
  assert.equal(placed({ PORT: "1" }), false);
  assert.equal(placed({ DATABASE_URL: "" }), false);
  assert.equal(placed({ DATABASE_URL: "sqlite:./data/booking.db" }), true);
  assert.equal(placed({ DATABASE_URL_FILE: "/dev/null" }), false);
  assert.equal(placed({}, [["DATABASE_URL", "sqlite:x.db"]]), true);
});

test("the demo says which database it is in, without a password, and how commands find it", () => {
  const own = placeText(demoDatabaseUrl);
  assert.match(own, /`booking serve` keeps yours in sqlite:\.\/data\/booking\.db/);
  assert.match(own, /set DATABASE_URL=sqlite:\.\/data\/demo\.db/);
  const other = placeText("postgres://jo:secret@db.example/demo");
  assert.match(other, /db\.example\/demo/);
  assert.doesNotMatch(other, /secret/);
});

test("a database with other accounts is named, and so is the way to a demo", () => {
  assert.match(
    otherAccountsText("sqlite:mine.db", [studio, studio]),
    /sqlite:mine\.db .*\(studio\/production and 1 more\).* without the demo\. .* leave DATABASE_URL out/,
  );
  assert.match(
    otherAccountsText(demoDatabaseUrl, [studio]),
    /DATABASE_URL=sqlite:\.\/data\/another-demo\.db/,
  );
});

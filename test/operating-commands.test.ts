import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { program, programWords } from "./harness/program.ts";
import { temporaryFolder } from "./harness/temporary-folder.ts";
import { testDatabase } from "./harness/test-database.ts";

/** The commands of the page as they are written, without the remarks behind them. */
const commands = [...readFileSync("docs/operating.md", "utf8").matchAll(/^```sh\n([^]*?)^```/gm)]
  .flatMap(([, block = ""]) => block.replaceAll("\\\n", " ").split("\n"))
  .map((line) => line.replace(/ +#.*$/, ""))
  .filter((line) => line.startsWith("npx booking"));

const dataFile = readFileSync("docs/data-files.md", "utf8")
  .split("\n")
  .filter((line) => line.startsWith('{"kind":'))
  .join("\n");

/** The host that the page removes. */
const unbookedHost = JSON.stringify({
  kind: "host",
  interaction: "pk_summer",
  activity: "tasting",
  id: "station-4",
  display_name: "Station 4",
});

/** In an order in which each can succeed: nobody cancels a booking that is checked in. */
const steps = [
  "migrate",
  "account create",
  "account enable acme/production interactions:fetchContactBookings",
  "account enable acme/production interactions:cancelInteractionBooking",
  "credential create",
  "import acme/production bookings.ndjson --dry-run",
  "import acme/production bookings.ndjson",
  "export",
  "find",
  "show",
  "check-in",
  "check-in 2f6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c11 --undo",
  "cancel",
  "book",
  "book --tickets 8",
  "explain BOOKING",
  "slot list",
  "slot capacity",
  "promote BOOKING",
  "catalogue list",
  "catalogue show",
  "catalogue remove",
  "contact export",
  "contact erase",
  "audit",
  "verify",
];

test("docs/operating.md: its commands run as written, on the data file of the docs", async () => {
  await using database = await testDatabase();
  using folder = temporaryFolder();
  writeFileSync(`${folder.path}/bookings.ndjson`, `${dataFile}\n${unbookedHost}\n`);
  const start = [program, ...programWords].map((word) => `'${word}'`).join(" ");
  const run = (line: string) => {
    const script = `npx() { shift; ${start} "$@"; }\n${line}`;
    const env = { PATH: process.env["PATH"], DATABASE_URL: database.url };
    return spawnSync("sh", ["-ec", script], { cwd: folder.path, env, encoding: "utf8" });
  };
  let waiting = "";
  for (const step of steps) {
    const beginning = `npx booking ${step}`;
    const written =
      commands.find((line) => line === beginning) ??
      commands.find((line) => line.startsWith(beginning));
    let line = (written ?? `npx booking ${step}`).replace("BOOKING", waiting);
    // The remark behind the page's check-in.
    if (step.endsWith("--undo")) assert.ok(commands.some((each) => each.includes("check-in")));
    // So many that the booking has to wait.
    if (step === "book --tickets 8") {
      const book = commands.find((each) => each.startsWith("npx booking book ")) ?? "";
      line = `${book.replace("--tickets 2", "--tickets 8")} --json`;
    } else if (!step.endsWith("--undo")) {
      assert.notEqual(written ?? null, null, `the page has no ${step}`);
    }
    const { status, stdout, stderr } = run(line);
    assert.equal(status, 0, `${line}: ${stderr}`);
    if (step === "book --tickets 8") {
      const booking = JSON.parse(stdout);
      assert.equal(booking.booking_status, "WAITLIST");
      waiting = booking.booking;
    }
  }
});

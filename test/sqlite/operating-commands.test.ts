import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { call } from "../harness/call.ts";
import { freePort } from "../harness/free-port.ts";
import { PageCommands } from "../harness/page-commands.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";
import { testDatabase } from "../harness/test-database.ts";
import { until } from "../harness/until.ts";

const booking = "2f6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c11";
const requestId = "0b6f2c9e-3a51-4d0e-9d3c-5a7c9d1f2e3b";
const host = "api.acme.example";

/** The data file of the docs, with the host that the page removes and a slot to which a booking moves. */
const dataFile = [
  ...readFileSync("docs/data-files.md", "utf8")
    .split("\n")
    .filter((line) => line.startsWith('{"kind":')),
  JSON.stringify({
    kind: "host",
    interaction: "pk_summer",
    activity: "tasting",
    id: "station-4",
    display_name: "Station 4",
  }),
  JSON.stringify({
    kind: "slot",
    interaction: "pk_summer",
    activity: "tasting",
    host: "station-3",
    starting_at: "2030-05-01T09:00:00Z",
    capacity: 8,
  }),
];

interface Client {
  readonly client_id: string;
  readonly client_secret: string;
  readonly audience: string;
}

test("docs/operating.md: all its commands run as written, on the data file of the docs", async () => {
  await using database = await testDatabase("sqlite");
  using folder = temporaryFolder();
  mkdirSync(`${folder.path}/backups`);
  writeFileSync(`${folder.path}/bookings.ndjson`, dataFile.join("\n"));
  const operatorPort = await freePort();
  const commands = new PageCommands("docs/operating.md", folder.path, {
    DATABASE_URL: database.url,
    PORT: "0",
    OPERATOR_PORT: String(operatorPort),
  });
  const client = fillAccount(commands);
  await using service = await commands.serve("PROCESSES=4 booking serve");
  await askTheService(commands, client, { api: service.api, operatorPort });
  workWithBookings(commands);
  workWithAccount(commands, client);
  await service.stop();
  copyAndRestore(commands, folder.path);
  await using demo = await commands.serve("booking demo --serve --account-page", {
    DATABASE_URL: "sqlite:demo.db",
    ACCOUNT_PAGE_PORT: "0",
  });
  await demo.stop();
  assert.deepEqual(commands.left, []);
});

/** Makes account, credential and bookings. */
function fillAccount(commands: PageCommands): Client {
  commands.run("npx booking migrate");
  commands.run("npx booking account create");
  commands.run("npx booking account enable acme/production interactions:fetchContactBookings");
  commands.run("npx booking account enable acme/production interactions:cancelInteractionBooking");
  const client = JSON.parse(commands.run("npx booking credential create", {}, "--json"));
  commands.run("npx booking import acme/production bookings.ndjson --dry-run");
  commands.run("npx booking import acme/production bookings.ndjson");
  commands.run("npx booking find acme/production --external-id CUST-1 --status");
  assert.match(commands.run("npx booking find acme/production --name"), /CUST-/);
  commands.run("npx booking show", {}, "--qr");
  commands.run("npx booking check-in");
  commands.run("npx booking check-in", {}, "--undo");
  commands.run("npx booking cancel");
  return client;
}

/** Commands that need a running service, and requests to it. */
async function askTheService(
  commands: PageCommands,
  client: Client,
  { api, operatorPort }: { api: string; operatorPort: number },
): Promise<void> {
  // On a busy machine the service may answer later than the command waits.
  await until(() => commands.try("booking ready").status === 0);
  const made = commands.run("npx booking operator create jo");
  const [key = ""] = /bsk_\S+/.exec(made) ?? [];
  const here = { "127.0.0.1:8081": `127.0.0.1:${operatorPort}`, $KEY: key };
  commands.run("KEY=bsk_…", { "bsk_…": key });
  for (const [beginning, answer] of [
    ['curl -H "Authorization: Bearer $KEY" http://', '"items"'],
    ["curl -H \"Authorization: Bearer $KEY\" -H 'Content-Type: application/json'", '"CONFIRMED"'],
    ["curl -H \"Authorization: Bearer $KEY\" -H 'Content-Type: application/x-ndjson'", '"import"'],
  ] as const) {
    const printed = commands.run(beginning, here);
    assert.ok(printed.includes(answer), printed);
  }
  commands.run("npx booking operator create shop");
  commands.run("booking whoami");
  commands.run("npx booking operator create door-1");
  commands.run("npx booking operator change door-1");
  commands.run("npx booking operator revoke door-1");
  commands.run("booking operator list");
  const { json: token } = await call(api, {
    host,
    method: "POST",
    path: "/v1/oauth:token",
    body: { ...client, account: undefined, grant_type: "client_credentials" },
  });
  commands.run("booking account host add", { ACCOUNT: "acme/production" });
  commands.run("BASE_URL=http://127.0.0.1:8080");
  const asked = { $BASE_URL: api, $TOKEN: token.access_token };
  assert.match(commands.run('curl -sS "$BASE_URL/v1', asked), /"total_count"/);
  const cancelled = await call(api, {
    host,
    method: "POST",
    path: "/v1/interactions:cancelInteractionBooking",
    body: { booking },
    token: token.access_token,
    headers: { "x-request-id": requestId },
  });
  assert.equal(cancelled.status, 400, "the command line has cancelled the booking");
  await until(() => commands.try("npx booking trace").status === 0);
  commands.run(`npx booking explain ${booking}`);
}

function workWithBookings(commands: PageCommands): void {
  const book = "npx booking book acme/production";
  commands.run(book);
  // So many that the booking has to wait.
  const waiting = JSON.parse(commands.run(book, { "--tickets 2": "--tickets 8" }, "--json"));
  assert.equal(waiting.booking_status, "WAITLIST");
  const ids = { BOOKING: waiting.booking };
  commands.run("npx booking explain BOOKING", ids);
  commands.run("npx booking slot list");
  commands.run("npx booking slot length");
  commands.run("npx booking slot capacity");
  // Its campaign makes no offers.
  assert.match(commands.try("booking accept BOOKING", ids).err, /No seats are kept/);
  commands.run("booking offer list ACCOUNT --external-id X", {
    ACCOUNT: "acme/production",
    "--external-id X": "--external-id CUST-1",
  });
  commands.run("booking cancellation list ACCOUNT --external-id X", {
    ACCOUNT: "acme/production",
    "--external-id X": "--external-id CUST-1",
  });
  commands.run("npx booking promote BOOKING", ids);
  commands.run("booking change BOOKING", ids, "--reference R-1");
  const named = commands.run(
    "booking find --reference",
    {},
    "R-1 --account acme/production --json",
  );
  assert.equal(JSON.parse(named)[0].booking, waiting.booking);
  commands.run("booking move BOOKING --slot TIME", { ...ids, TIME: "2030-05-01T09:00:00Z" });
  commands.run("booking waitlist promote", {
    ACCOUNT: "acme/production",
    "[--interaction PUBLIC_KEY]": "",
  });
  commands.run("booking session list");
  // Nobody has signed in.
  commands.try("booking session end --operator oidc:NAME", { NAME: "anna" });
  commands.run("booking session end --all");
  commands.run("booking cancel BOOKING --after-cutoff", ids);
  commands.run("booking find ACCOUNT --csv", { ACCOUNT: "acme/production" });
  commands.run("booking report", { TIME: "2030-05-01T09:00:00Z" });
  commands.run("npx booking catalogue list");
  commands.run("npx booking catalogue show");
  commands.run("npx booking catalogue remove");
  commands.run("npx booking contact export");
  commands.run("npx booking contact erase");
  const found = commands.run("booking find --account ACCOUNT", {
    ACCOUNT: "acme/production",
    " X ": " CUST-1 ",
  });
  assert.equal(JSON.parse(found).length, 4);
}

function workWithAccount(commands: PageCommands, client: Client): void {
  const id = { CLIENT_ID: client.client_id };
  commands.run("npx booking audit");
  commands.run("npx booking retention");
  commands.run('booking credential create acme/production --label "web shop"');
  commands.run("booking credential label", id);
  commands.run("booking credential list");
  commands.run("booking credential rotate CLIENT_ID --overlap 7d", id);
  commands.run("booking credential rotate CLIENT_ID --now", id);
  commands.run("booking credential revoke", id);
  commands.run("booking account close");
}

function copyAndRestore(commands: PageCommands, folder: string): void {
  commands.run("npx booking doctor");
  commands.run("booking config");
  commands.run("npx booking verify");
  const inFolder = { "/backups/": `${folder}/backups/` };
  commands.run("npx booking backup", inFolder);
  commands.run("npx booking restore", inFolder);
  commands.run("npx booking export");
  // The copy is of before the account was closed.
  assert.equal(commands.try("booking account delete", { ACCOUNT: "acme/production" }).status, 1);
}

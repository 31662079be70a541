import assert from "node:assert/strict";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { operations } from "../../src/operations/all.ts";
import { runCommandHere } from "../harness/command-here.ts";
import type { CommandResult } from "../harness/command.ts";
import { openDesk } from "../harness/operator-api.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";
import { acme, startTestService, type TestService } from "../harness/service.ts";

/*
 * Every command of operations runs twice, on two services with the same data: on the database of the one, and
 * over the operator API of the other. Output and exit status are the same, apart from actors, ids and times.
 */

const place = "--interaction pk_summer --activity tour";
const slot = `${place} --slot 2031-05-01T09:00:00Z`;
const next = `${place} --slot 2031-05-02T09:00:00Z`;
const id = (number: number) => `00000000-0000-4000-8000-00000000000${number}`;

const booking = (number: number, status: string, more: object = {}) => ({
  kind: "booking",
  booking: id(number),
  external_id: `CUST-${number}`,
  interaction: "pk_summer",
  activity: "tour",
  slot_starting_at: "2031-05-01T09:00:00Z",
  ticket_type: "standard",
  booking_status: status,
  booked_at: `2026-04-0${number}T10:00:00Z`,
  ...more,
});
const data = [
  { kind: "group", unique_key: "acme-fr", display_name: "Acme France" },
  {
    kind: "interaction",
    id: "6a1d0000-0000-4000-8000-000000000001",
    public_key: "pk_summer",
    group: "acme-fr",
    timezone: "Europe/Paris",
    default_language: "fr",
    languages: ["fr", "en"],
  },
  { kind: "activity", interaction: "pk_summer", id: "tour", title: { fr: "Visite" } },
  {
    kind: "ticket_type",
    interaction: "pk_summer",
    activity: "tour",
    id: "standard",
    display_name: "Standard",
    has_limited_capacity: true,
  },
  ...["01", "02"].map((day) => ({
    kind: "slot",
    interaction: "pk_summer",
    activity: "tour",
    starting_at: `2031-05-${day}T09:00:00Z`,
    capacity: 2,
  })),
  booking(1, "CONFIRMED", { tickets: [{ attendee: { display_name: "Ada" } }, {}] }),
  booking(2, "WAITLIST"),
  booking(3, "WAITLIST"),
];
const uat = { tenant: "acme", environment: "uat" } as const;

/** In this order; `CLIENT` is the client that `credential create` made. */
const cases: readonly string[] = [
  "whoami",
  "account list",
  "account show acme/production",
  "account show none/production",
  "account create other/uat --api-host other.example --enable interactions:fetchContactBookings",
  "account create other/uat --api-host other.example",
  "account create other/production --api-host other.example",
  "account enable acme/production interactions:cancelInteractionBooking",
  "account disable acme/production interactions:cancelInteractionBooking",
  "account host add acme/production b.acme.example",
  "account host add acme/production other.example",
  "account host remove acme/production b.acme.example",
  "account host remove acme/production b.acme.example",
  "account close other/uat --dry-run",
  "account close other/uat",
  "credential create acme/production --label web",
  "credential list acme/production",
  "webhook list acme/production",
  "webhook create acme/production --url https://crm.example/hook --event booking.cancelled",
  "webhook create acme/production --url http://crm.example/hook",
  ...["show", "pause", "resume", "rotate", "test", "deliveries", "remove"].map(
    (verb) => `webhook ${verb} ${id(9)}`,
  ),
  `webhook replay ${id(9)} --delivery msg_1`,
  `webhook give-up ${id(9)} --delivery msg_1`,
  "credential rotate CLIENT --overlap 7d",
  "credential rotate CLIENT --now",
  "credential rotate CLIENT --overlap 9000d",
  "credential label CLIENT shop",
  "credential label CLIENT",
  "credential revoke CLIENT",
  "credential revoke CLIENT",
  "credential rotate CLIENT",
  "credential rotate bsc_none",
  "operator create jo --role staff --account acme/production",
  "operator create jo --role staff",
  "operator create door --role staff --account none/uat",
  "operator change jo --role viewer --expires 2031-01-01",
  "operator change jo --all-accounts --expires never",
  "operator change nobody --role viewer",
  "operator revoke jo",
  "operator revoke nobody",
  "find acme/production",
  "find acme/production --limit 2",
  "find --account acme/production --status WAITLIST --external-id CUST-2",
  "find acme/production --ticket-type standard",
  "find acme/production --status CONFIRMED --csv",
  "find none/production --csv",
  "find none/production",
  `show ${id(1)}`,
  `show ${id(1)} --account acme/production --qr`,
  `show ${id(9)}`,
  `explain ${id(3)} --account acme/production`,
  `book acme/production --external-id NEW ${next} --ticket-type standard --tickets 2 --attendee Eve`,
  `book acme/production --external-id NEW ${slot} --ticket-type standard --host x`,
  `book acme/production --external-id NEW ${slot} --ticket-type nothing`,
  `book acme/production --external-id NEW ${slot} --ticket-type standard --tickets 2000`,
  `check-in ${id(1)} --account acme/production --ticket 1`,
  `cancel ${id(1)} --account acme/production`,
  `check-in ${id(1)} --account acme/production --undo`,
  `cancel ${id(1)} --account acme/production --ticket 7`,
  `cancel ${id(1)} --account acme/production --ticket 2 --reason ill`,
  `promote ${id(3)} --account acme/production`,
  `promote ${id(2)} --account acme/production`,
  `promote ${id(2)} --account acme/production`,
  `move ${id(3)} --account acme/production --slot 2031-05-02T09:00:00Z`,
  `move ${id(3)} --account acme/production --slot 2031-05-09T09:00:00Z`,
  "report acme/production",
  "report acme/production --by ticket_type --interaction pk_summer --csv",
  "report acme/production --interaction pk_none",
  "waitlist promote acme/production --interaction pk_none",
  "waitlist promote acme/production",
  "slot list acme/production",
  "slot list acme/production --interaction pk_none",
  "slot list acme/production --limit 1",
  "slot list acme/production --csv",
  `slot show acme/production ${slot}`,
  `slot waitlist acme/production ${next}`,
  `slot arrivals acme/production ${slot}`,
  `slot add acme/production ${place} --slot 2031-06-01T09:00:00Z --at 2031-06-02T09:00:00Z --capacity 3`,
  `hold acme/production --hold ${id(40)} ${place} --slot 2031-06-02T09:00:00Z --ticket-type standard`,
  `hold acme/production --hold ${id(41)} ${place} --slot 2031-06-02T09:00:00Z --ticket-type standard --tickets 9`,
  "hold list acme/production",
  `hold show acme/production ${id(40)}`,
  `hold extend acme/production ${id(40)} --seconds 600`,
  `hold release acme/production ${id(40)}`,
  `hold release acme/production ${id(42)}`,
  `offer list acme/production --external-id CUST-2`,
  `cancellation list acme/production --external-id CUST-1`,
  `accept ${id(2)} --account acme/production`,
  `change ${id(1)} --account acme/production --reference R-1`,
  `change ${id(1)} --account acme/production`,
  `slot change acme/production ${place} --slot 2031-06-02T09:00:00Z --to-slot 2031-06-03T09:00:00Z --dry-run`,
  `slot change acme/production ${place} --slot 2031-06-02T09:00:00Z --to-slot 2031-06-03T09:00:00Z`,
  `slot pattern acme/production ${place} --from 2031-10-25 --to 2031-10-27 --at 02:30 --capacity 4`,
  `slot pattern acme/production ${place} --from 2031-10-25 --to 2031-10-24 --at 02:30 --capacity 4`,
  `slot length acme/production ${place} --slot-duration-in-minutes 50 --also-slots-from 2031-05-01 --dry-run`,
  `slot length acme/production ${place} --slot-duration-in-minutes 50 --also-slots-from 2031-05-01`,
  `slot capacity acme/production ${next} --capacity 1`,
  `slot capacity acme/production ${next} --capacity 1 --overbook`,
  "slot csv acme/production - --interaction pk_summer --activity tour",
  "slot csv acme/production -",
  `slot close acme/production ${next} --dry-run --reason flooded`,
  `slot close acme/production ${next}`,
  `slot remove acme/production ${place} --slot 2031-06-01T09:00:00Z`,
  `slot remove acme/production ${next}`,
  "catalogue list acme/production group",
  "catalogue list acme/production ticket_type",
  "catalogue list acme/production activity --interaction pk_none",
  "catalogue show acme/production activity tour --interaction pk_summer",
  "catalogue show acme/production group nothing",
  "catalogue remove acme/production group acme-fr",
  "catalogue remove acme/production interaction pk_summer --with-everything-unbooked",
  "catalogue remove other/uat group nothing",
  "contact export acme/production --external-id CUST-1",
  "contact export acme/production --external-id NOBODY",
  "contact merge acme/production --external-id CUST-3 --into CUST-1 --dry-run",
  "contact merge acme/production --external-id CUST-3 --into CUST-1",
  "contact merge acme/production --external-id CUST-1 --into CUST-1",
  "contact erase acme/production --external-id CUST-1 --dry-run",
  "contact erase acme/production --external-id CUST-1 --upcoming cancel",
  "trace 0b6f2c9e-3a51-4d0e-9d3c-5a7c9d1f2e3b",
  "audit acme/production --limit 5",
  "audit none/production",
  "operator list",
  "session list",
  "session end",
  "session end --all",
  "session end --operator nobody",
  "session end 00000000-0000-4000-8000-000000000009",
  "changes acme/production --from-start",
  "changes acme/production --from-start --limit 3",
  "changes acme/production --limit 3",
  "changes acme/production --after 0123456789ab-1-1-0123456789ab",
  "changes acme/production --after 1",
  "changes acme/production --after 0123456789ab-1-1-0123456789ab --from-start",
  "changes none/production --follow",
  "import other/uat GOOD --dry-run",
  "import other/uat GOOD",
  "import other/uat GOOD --update",
  "import other/uat GOOD --overwrite",
  "import acme/production GOOD --format ndjson",
  "import other/uat -",
  "import other/uat - --format csv",
  "import other/uat BAD",
  "import other/uat BAD --skip-bad LEFT",
  "import other/uat CSV --format csv --dry-run",
  "import other/uat CSV --format csv --skip-bad LEFT",
  "import other/uat GOOD --format tsv",
  "import other/uat CROWDED",
  "import other/uat CROWDED --allow-overbooked --update",
  "import other/uat NONE",
  "import none/uat GOOD",
  "import other/uat GOOD --skip-bad GOOD",
  "import list none/uat",
  "export other/uat",
  "export acme/production",
  "export none/production",
  "account delete acme/production --confirm acme/production",
  "account delete other/uat --confirm other/ua",
  "account delete other/uat --confirm other/uat --dry-run",
  "verify",
  "verify acme/production",
  "verify none/production",
];

describe("a command runs on the database and over the operator API alike", () => {
  let here: TestService;
  let there: TestService;
  let key = "";
  const folder = temporaryFolder();
  const files: Readonly<Record<string, string>> = {
    GOOD: linesOf(data),
    BAD: `${linesOf([{ kind: "group", unique_key: "nameless" }, booking(9, "LOST")])}no JSON\n${linesOf(data)}`,
    CROWDED: linesOf([4, 5, 6].map((number) => booking(number, "CONFIRMED"))),
    CSV: csvOf(booking(7, "WAITLIST"), booking(8, "LOST")),
  };
  const pathOf = (name: string) => join(folder.path, name);
  before(async () => {
    for (const [name, text] of Object.entries(files)) writeFileSync(pathOf(name), text);
    const accounts = [
      { name: acme, hosts: ["api.acme.example"], data },
      { name: uat, hosts: ["uat.acme.example"], data },
    ];
    here = await startTestService(accounts);
    there = await startTestService(accounts);
    // Both databases have the operator, so that lists and audits are the same.
    await openDesk(here);
    ({ key } = await openDesk(there));
  });
  after(async () => {
    await here[Symbol.asyncDispose]();
    await there[Symbol.asyncDispose]();
    folder[Symbol.dispose]();
  });

  const clients = { here: "", there: "" };
  async function run(
    words: string,
    where: "here" | "there",
    json: boolean,
  ): Promise<CommandResult> {
    const all = words
      .replace("CLIENT", clients[where])
      .split(" ")
      .map((word) => (word in files || ["LEFT", "NONE"].includes(word) ? pathOf(word) : word));
    const input = "starting_at,capacity\n2031-07-01T09:00:00Z,4\n";
    const env = where === "here" ? { DATABASE_URL: here.databaseUrl } : { BOOKING_KEY: key };
    const server = where === "here" ? [] : ["--server", there.operator];
    const result = await runCommandHere("", [...all, ...server, ...(json ? ["--json"] : [])], {
      input,
      env,
    });
    clients[where] ||= /bsc_[\w-]+/.exec(result.out)?.[0] ?? "";
    return result;
  }

  // Both ways of printing are compared, of which the second one finds what the first one has done.
  for (const [index, words] of cases.entries()) {
    for (const json of [true, false]) {
      test(`${index} ${words}${json ? " --json" : ""}`, async () => {
        rmSync(pathOf("LEFT"), { force: true });
        const one = await run(words, "here", json);
        const leftHere = existsSync(pathOf("LEFT")) && readFileSync(pathOf("LEFT"), "utf8");
        rmSync(pathOf("LEFT"), { force: true });
        const other = await run(words, "there", json);
        const leftThere = existsSync(pathOf("LEFT")) && readFileSync(pathOf("LEFT"), "utf8");
        assert.equal(leftThere, leftHere);
        assert.equal(leftHere !== false, words.includes("LEFT"));
        assert.equal(masked(other.err), masked(one.err));
        assert.equal(other.status, one.status);
        const shown = (text: string) =>
          json && text.startsWith("{") && !text.trim().includes("\n")
            ? JSON.parse(masked(text))
            : masked(text);
        assert.deepEqual(shown(other.out), shown(one.out));
      });
    }
  }

  test("every command of an operation is among these", () => {
    for (const { command } of operations) {
      if (command === undefined) continue;
      const isRun = cases.some(
        (each) => each === command.words || each.startsWith(`${command.words} `),
      );
      assert.ok(isRun, `booking ${command.words}`);
    }
  });
});

function linesOf(lines: readonly object[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

function csvOf(...lines: readonly object[]): string {
  const rows = lines.map((line) => Object.values({ ...line, kind: undefined }).join(","));
  return [Object.keys(lines[0] ?? {}).join(","), ...rows].join("\n").replace("kind,", "note,");
}

/** Text without what differs between two runs: actors, ids, times, secrets. */
function masked(text: string): string {
  return (
    text
      .replaceAll(/operator: [\w-]+|command line: \S+?(?=[",.\s])|test(?=[",\s.])/g, "ACTOR")
      .replaceAll(/"request_id":(?:null|"[^"]*")/g, '"request_id":"ID"')
      .replaceAll(/admin-\d+|command line/g, "NAME")
      .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (found) =>
        found.startsWith("00000000-") ? found : "UUID",
      )
      .replaceAll(/202[67]-(?!04-)\d\d-\d\d(?:T[\d:.]+Z| [\d:]+ [A-Z]+)/g, "TIME")
      .replaceAll(/\b[0-9a-f]{12}-\d+-\d+-[0-9a-f]{12}\b/g, "CURSOR")
      .replaceAll(/\b17\d{11}\b/g, "0")
      .replaceAll(/"last_used_at":null/g, '"last_used_at":"TIME"')
      .replaceAll(/ never\b/g, " TIME")
      .replaceAll(/\bbs[a-z]*_[\w-]+/g, "SECRET")
      // Imports by command make no job.
      .replaceAll(/("?import_(?:job|left_out)"?:?\s*)\d+/g, "$1 0")
      // Slots that one change concerns are in the feed in any order.
      .replaceAll(/(?:^.*"change":"slot-changed".*\n)+/gm, (lines) =>
        lines.split("\n").toSorted().join("\n").trimStart().concat("\n"),
      )
      .replaceAll(/ {2,}/g, " ")
  );
}

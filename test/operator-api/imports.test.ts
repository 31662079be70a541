import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { request, type ClientRequest, type IncomingMessage } from "node:http";
import { after, before, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import type { AccountId } from "../../src/domain/account.ts";
import type { Answer } from "../harness/call.ts";
import { acmePath, assertProblem, openDesk, type Desk } from "../harness/operator-api.ts";
import { runCommandHere } from "../harness/command-here.ts";
import { execute, query } from "../harness/query.ts";
import { booking, catalogue, productionHost, withSlots } from "../harness/seed.ts";
import { acme, startTestService, type TestService } from "../harness/service.ts";
import { until } from "../harness/until.ts";

let service: TestService;
let desk: Desk;
before(async () => {
  service = await startTestService([
    { name: acme, hosts: [productionHost] },
    { name: { tenant: "other", environment: "uat" }, hosts: ["api.other.example"] },
  ]);
  desk = await openDesk(service);
});
after(async () => {
  await service[Symbol.asyncDispose]();
  assert.deepEqual(leftFiles(), []);
});

const ndjson = { "content-type": "application/x-ndjson" };
const path = `${acmePath}/imports`;
const text = (lines: readonly object[]) =>
  lines.map((line) => `${JSON.stringify(line)}\n`).join("");

async function ended(started: Answer): Promise<any> {
  assert.equal(started.status, 202, started.text);
  return until(async () => {
    const { json } = await desk.ask("GET", `${path}/${started.json.import}`);
    return json.state !== "running" && json;
  });
}

/** An import whose file of so many bytes is still to be sent. */
function upload(bytes: number): ClientRequest {
  return request(new URL(service.operator), {
    method: "POST",
    path: `/operator/v1${path}`,
    agent: false,
    headers: {
      host: "localhost",
      authorization: `Bearer ${desk.key}`,
      ...ndjson,
      "content-length": String(bytes),
    },
  });
}

function leftFiles(): string[] {
  return readdirSync(tmpdir()).filter((name) => name.startsWith("booking-import-"));
}

/** What an upload has stored, as soon as there is something beside the files before it. */
function arriving(before: readonly string[]): Promise<string> {
  return until(() => leftFiles().find((name) => !before.includes(name)));
}

describe("an import", () => {
  test("is a job that shows its result, and leaves no file", async () => {
    const lines = text([...catalogue, ...withSlots([booking("CUST-1")])]);
    const dry = await ended(await desk.ask("POST", `${path}?dry_run=true`, lines, ndjson));
    assert.equal(dry.state, "done");
    assert.equal((await desk.ask("GET", acmePath)).json.counts.booking, 0);
    const started = await desk.ask("POST", path, lines, ndjson);
    assert.equal(started.headers.location, `/operator/v1${path}/${started.json.import}`);
    const job = await ended(started);
    assert.equal(job.state, "done", JSON.stringify(job));
    assert.equal(job.counts.created.booking, 1);
    assert.equal(job.progress.done > 0, true);
    assert.equal((await desk.ask("GET", acmePath)).json.counts.booking, 1);
    const listed = await desk.ask("GET", path);
    assert.deepEqual(listed.json.items.map((each: any) => each.import)[0], started.json.import);
    assert.deepEqual(leftFiles(), []);
    const audit = await desk.ask("GET", "/audit-events?action=data%20imported");
    assert.match(audit.json.items[0].actor, /^operator: admin-/);
    assert.equal(audit.json.items[0].request_id, started.headers["x-request-id"]);
  });

  test("with a bad line changes nothing and names the line", async () => {
    const job = await ended(
      await desk.ask("POST", path, `${JSON.stringify(catalogue[0])}\n{"kind":"x"}\n`, ndjson),
    );
    assert.equal(job.state, "refused");
    assert.equal(job.error_count, 1);
    assert.equal(job.errors[0].line, 2);
  });

  test("takes the good lines of a file or a spreadsheet where that is asked, and names the others", async () => {
    const bad = { kind: "group", unique_key: "without-a-name" };
    const lines = text([...withSlots([booking("CUST-2")]), bad]);
    const job = await ended(await desk.ask("POST", `${path}?skip_bad=true`, lines, ndjson));
    assert.equal(job.state, "done", JSON.stringify(job));
    assert.deepEqual([job.format, job.skip_bad, job.skipped_count], ["ndjson", true, 1]);
    const [{ line, field }] = job.skipped;
    assert.deepEqual([line, field], [lines.trim().split("\n").length, "display_name"]);
    assert.equal(job.counts.created.booking, 1);
    const left = await desk.ask("GET", `${path}/${job.import}/skipped`);
    assert.match(left.headers["content-type"] ?? "", /^application\/x-ndjson/);
    const [why, badLine, ...rest] = left.text.split("\n");
    assert.match(why ?? "", /^# line \d+: group without-a-name display_name: expected /);
    assert.deepEqual([JSON.parse(badLine ?? ""), rest], [bad, [""]]);
    const mendedLine = left.text.replace("}", ',"display_name":"Now"}');
    const mended = await ended(await desk.ask("POST", path, mendedLine, ndjson));
    assert.deepEqual(mended.counts?.created, { group: 1 });
    const none = await desk.ask("GET", `${path}/${mended.import}/skipped`);
    assertProblem(none, 404, "no-skipped-lines");

    const place = booking("CUST-3");
    const fields = ["interaction", "activity", "slot_starting_at", "ticket_type", "booked_at"];
    const values = fields.map((name) => (place as any)[name]);
    const row = (id: string, who: string, status: string) =>
      [id, who, status, "1", ...values].join(";");
    const csv = [
      ["booking", "external_id", "booking_status", "tickets", ...fields].join(";"),
      row("0199c3b0-0000-4000-8000-000000000001", "CUST-3", "CONFIRMED"),
      row("0199c3b0-0000-4000-8000-000000000002", "CUST-4", "PERHAPS"),
    ].join("\n");
    const csvPath = `${path}/csv`;
    const asCsv = { "content-type": "text/csv" };
    const whole = await ended(await desk.ask("POST", csvPath, csv, asCsv));
    assert.deepEqual([whole.state, whole.error_count], ["refused", 1]);
    assert.deepEqual([whole.errors[0].line, whole.errors[0].field], [3, "booking_status"]);
    const good = await ended(await desk.ask("POST", `${csvPath}?skip_bad=true`, csv, asCsv));
    assert.deepEqual(
      [good.state, good.format, good.counts?.created.booking, good.skipped_count],
      ["done", "csv", 1, 1],
    );
    const found = async (who: string) =>
      (await desk.ask("GET", `${acmePath}/bookings?external_id=${who}`)).json.items.length;
    assert.deepEqual([await found("CUST-3"), await found("CUST-4")], [1, 0]);
    const leftRows = await desk.ask("GET", `${path}/${good.import}/skipped`);
    assert.match(leftRows.headers["content-type"] ?? "", /^text\/csv/);
    assert.match(leftRows.headers["content-disposition"] ?? "", /"left-out\.csv"/);
    assert.match(leftRows.text, /^\uFEFF?import_error;booking;.*\r\n"?line 3: booking /);
    const mendedRows = leftRows.text.replace("PERHAPS", "CONFIRMED");
    const again = await ended(await desk.ask("POST", csvPath, mendedRows, asCsv));
    assert.deepEqual(again.counts?.created, { booking: 1 });
    assert.equal(await found("CUST-4"), 1);
    // A first row that names no columns is no bad row among good ones.
    const headless = csv.replace("external_id", "customer");
    const refused = await ended(
      await desk.ask("POST", `${csvPath}?skip_bad=true`, headless, asCsv),
    );
    assert.deepEqual([refused.state, refused.errors[0].line], ["refused", 1]);
    assertProblem(await desk.ask("POST", csvPath, csv, ndjson), 415, "media-type");
  });

  test("P19 skips no more bad lines than a report can hold, and is refused with the first of them", async () => {
    const good = text([{ kind: "group", unique_key: "kept-out", display_name: "No" }]);
    const file = `${good}${"x\n".repeat(100_001)}`;
    const job = await ended(await desk.ask("POST", `${path}?skip_bad=true`, file, ndjson));
    assert.deepEqual(
      [job.state, job.error_count, job.errors.length, job.skipped_count],
      ["refused", 100_001, 100, 0],
    );
  });

  test("says an external id no more that its column of the key had, once the contact is erased", async () => {
    const place = { ...withSlots([booking("CUST-77")]).at(-1), booking_status: "CANCELLED" };
    const column = { ...place, booking: "CUST-77" };
    const near = { ...place, booking: "CUST-778" };
    await ended(await desk.ask("POST", path, text([place]), ndjson));
    const job = await ended(await desk.ask("POST", path, text([column, near]), ndjson));
    assert.deepEqual(
      job.errors.map(({ key }: any) => key),
      ["CUST-77", "CUST-778"],
    );
    const erased = await desk.ask("POST", `${acmePath}/contacts/erase`, { external_id: "CUST-77" });
    assert.equal(erased.status, 200, erased.text);
    const { json } = await desk.ask("GET", `${path}/${job.import}`);
    assert.deepEqual(
      json.errors.map(({ key }: any) => key),
      ["erased", "CUST-778"],
    );
    const kept = JSON.stringify(query(service.databaseUrl, "select job from import_job"));
    assert.doesNotMatch(kept, /CUST-77\b/);
  });

  test("says a reference no more once the contact of its booking is erased", async () => {
    const external_id = "CUST-88";
    const line = { ...withSlots([booking(external_id)]).at(-1), reference: "ORDER-88" };
    const other = { ...line, booking: randomUUID() };
    await ended(await desk.ask("POST", path, text([line]), ndjson));
    const bad = { ...other, booking: "ORDER-88" };
    const job = await ended(await desk.ask("POST", path, text([bad]), ndjson));
    assert.equal(job.errors[0].key, "ORDER-88");
    const erased = await desk.ask("POST", `${acmePath}/contacts/erase`, {
      external_id,
      upcoming: "keep",
    });
    assert.equal(erased.status, 200, erased.text);
    const kept = JSON.stringify(query(service.databaseUrl, "select job from import_job"));
    assert.doesNotMatch(kept, /ORDER-88/);
  });

  test("says a name no more that a line had in place of an activity, once its contact is erased", async () => {
    const external_id = "CUST-66";
    const line = { ...withSlots([booking(external_id)]).at(-1) };
    const ticket = { attendee: { display_name: "Zoë Ünal" } };
    await ended(await desk.ask("POST", path, text([{ ...line, tickets: [ticket] }]), ndjson));
    const others = ["Talk of Ann and zoë ünal", "Zoë Ünaldi"];
    const bad = others.map((activity) => ({ ...line, booking: randomUUID(), activity }));
    const job = await ended(await desk.ask("POST", path, text(bad), ndjson));
    for (const [index, activity] of others.entries()) {
      assert.ok(job.errors[index].expected.includes(`"${activity}"`), job.errors[index].expected);
    }
    const order = { external_id, upcoming: "keep" };
    const erased = await desk.ask("POST", `${acmePath}/contacts/erase`, order);
    assert.equal(erased.status, 200, erased.text);
    const { json } = await desk.ask("GET", `${path}/${job.import}`);
    assert.match(json.errors[0].expected, /"erased"/);
    assert.doesNotMatch(json.errors[0].expected, /zoë/i);
    assert.match(json.errors[1].expected, /"Zoë Ünaldi"/);
  });

  test("is listed by a command, on the database and over the API, a bad file with its count", async () => {
    const good = `${path}?${new URLSearchParams({ file_name: "season.ndjson" }).toString()}`;
    const done = await ended(await desk.ask("POST", good, text(catalogue), ndjson));
    const bad = await ended(await desk.ask("POST", path, '{"kind":"x"}\n', ndjson));
    const list = async (...words: string[]) => {
      const command = ["import", "list", "acme/production", ...words];
      const listed = await runCommandHere(service.databaseUrl, command);
      assert.equal(listed.status, 0, listed.err);
      return listed;
    };
    const { items } = (await desk.ask("GET", path)).json;
    assert.deepEqual((await list("--json")).json, items);
    const there = await runCommandHere(
      "",
      ["import", "list", "acme/production", "--server", service.operator, "--json"],
      { env: { BOOKING_KEY: desk.key } },
    );
    assert.deepEqual(there.json, items);
    const rows = (await list()).out.split("\n");
    assert.match(rows[0] ?? "", /^IMPORT +FILE +BY +BEGAN +STATE +MADE +UPDATED +BAD LINES$/);
    const rowOf = (job: any) => rows.find((row) => row.startsWith(job.import)) ?? "";
    assert.match(rowOf(done), / season\.ndjson +operator: .* done +\d+ +\d+$/);
    assert.match(rowOf(bad), / refused +1$/);
    const none = ["import", "list", "other/uat"];
    const empty = await runCommandHere(service.databaseUrl, none);
    assert.equal(empty.out, "No import is remembered.\n");
  });

  test("is listed with its file's name, which goes with whom it names", async () => {
    const external_id = "CUST-99";
    const line = { ...withSlots([booking(external_id)]).at(-1) };
    const ticket = { attendee: { display_name: "Zoë Zimmer" } };
    const sent = text([{ ...line, tickets: [ticket] }]);
    const names = ["of CUST-99.ndjson", "C:\\Users\\zoe_ZIMMER.ndjson", "CUST-998.ndjson"];
    const jobs: any[] = [];
    for (const name of names) {
      const query = new URLSearchParams({ file_name: name }).toString();
      jobs.push(await ended(await desk.ask("POST", `${path}?${query}`, sent, ndjson)));
    }
    assert.deepEqual(
      jobs.map(({ file_name }) => file_name),
      ["of CUST-99.ndjson", "zoe_ZIMMER.ndjson", "CUST-998.ndjson"],
    );
    const order = { external_id, upcoming: "keep" };
    const erased = await desk.ask("POST", `${acmePath}/contacts/erase`, order);
    assert.equal(erased.status, 200, erased.text);
    const { items } = (await desk.ask("GET", path)).json;
    const after = jobs.map((job) => items.find((each: any) => each.import === job.import));
    assert.deepEqual(
      after.map(({ file_name }) => file_name),
      [null, null, "CUST-998.ndjson"],
    );
    assert.equal((await ended(await desk.ask("POST", path, sent, ndjson))).file_name, null);
  });

  test("is forgotten after a hundred newer ones", async () => {
    const bad = '{"kind":"x"}\n';
    const skipping = await ended(await desk.ask("POST", `${path}?skip_bad=true`, bad, ndjson));
    assert.equal(skipping.skipped_count, 1);
    assert.deepEqual(leftFiles(), []);
    const { importJobs } = service.store.account(1 as AccountId);
    for (let later = 1; later <= 100; later += 1) {
      const at = Date.now() + later;
      await importJobs.add({ id: randomUUID(), startedAt: at, job: {} });
    }
    assertProblem(await desk.ask("GET", `${path}/${skipping.import}`), 404, "unknown-import");
    const left = `select number from import_left_out where import_id = '${skipping.import}'`;
    assert.deepEqual(query(service.databaseUrl, left), []);
    execute(service.databaseUrl, "delete from import_job where job = '{}'");
  });

  test("belongs to its account, and is read as what it is", async () => {
    const started = await desk.ask("POST", path, text([...catalogue]), ndjson);
    const { import: id } = await ended(started);
    const elsewhere = `/accounts/other/uat/imports/${id}`;
    assertProblem(await desk.ask("GET", elsewhere), 404, "unknown-import");
    assertProblem(await desk.ask("POST", path, "{}"), 415, "media-type");
    assertProblem(await desk.ask("POST", `${path}?dry=true`, "{}", ndjson), 400, "malformed");
  });

  test("whose file arrives slowly is dated by when it was there", async () => {
    const file = text([{ kind: "group", unique_key: "slow", display_name: "Slow" }]);
    const kept = leftFiles();
    const outgoing = upload(file.length);
    const answered = once(outgoing, "response") as Promise<[IncomingMessage]>;
    outgoing.write(file.slice(0, 5));
    await arriving(kept);
    await sleep(500);
    const sentAt = Date.now();
    outgoing.end(file.slice(5));
    const [answer] = await answered;
    assert.equal(answer.statusCode, 202);
    answer.resume();
    const event = await until(async () => {
      const { json } = await desk.ask("GET", "/audit-events?action=data%20imported");
      return json.items.find((each: any) => each.request_id === answer.headers["x-request-id"]);
    });
    assert.ok(Date.parse(event.at) >= sentAt - 100, `${event.at} is before ${sentAt}`);
  });

  test("whose file finds no room is refused without an invitation to repeat it", async () => {
    const { TMPDIR } = process.env;
    process.env["TMPDIR"] = `${tmpdir()}/none`;
    try {
      const answer = await desk.ask("POST", path, text(catalogue), ndjson);
      assertProblem(answer, 507, "no-temporary-space");
      assert.equal(answer.headers["retry-after"], undefined);
      assert.match(answer.json.detail, /TMPDIR.*`booking doctor` names it/);
    } finally {
      if (TMPDIR === undefined) delete process.env["TMPDIR"];
      else process.env["TMPDIR"] = TMPDIR;
    }
  });

  test("that breaks off on its way starts nothing and leaves no file", async () => {
    const before = (await desk.ask("GET", path)).json.items.length;
    const kept = leftFiles();
    const outgoing = upload(1000).on("error", () => {});
    outgoing.write('{"kind":');
    const arrived = await arriving(kept);
    outgoing.destroy();
    await until(() => !leftFiles().includes(arrived));
    assert.equal((await desk.ask("GET", path)).json.items.length, before);
  });
});

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { parseCsvRows } from "../src/domain/data-file/csv-splitter.ts";
import { runCommandHere } from "./harness/command-here.ts";
import { acmePath, openDesk, type Desk } from "./harness/operator-api.ts";
import { booking, catalogue, productionHost } from "./harness/seed.ts";
import { acme, startTestService, type TestService } from "./harness/service.ts";

/* 700 slots, so that several windows of slots and a page within a window are read. */
const hour = 3_600_000;
const first = Date.UTC(2031, 0, 1, 8);
const startOf = (index: number) => new Date(first + index * hour).toISOString().slice(0, 19) + "Z";
const slots = Array.from({ length: 700 }, (_, index) => ({
  kind: "slot",
  interaction: index % 2 === 0 ? "pk_summer" : "pk_winter",
  activity: "tasting",
  starting_at: startOf(index),
  capacity: 500,
}));
const bookings = slots.flatMap(({ interaction, starting_at }, index) =>
  Array.from({ length: index === 4 ? 450 : index % 3 }, (_, each) =>
    booking(index === 2 && each === 0 ? "=1+1" : `CUST-${index}`, {
      interaction,
      slot_starting_at: starting_at,
      ticket_type: each % 2 === 0 ? "standard" : "open",
      tickets: [
        { attendee: { display_name: "Ada, née Byron", checked_in_at: "2024-02-03T00:00:00Z" } },
        { attendee: { display_name: "Bob" } },
        { cancelled_at: "2024-02-02T00:00:00Z" },
      ],
    }),
  ),
);

let service: TestService;
let desk: Desk;
before(async () => {
  const data = [...catalogue, ...slots, ...bookings];
  service = await startTestService([{ name: acme, hosts: [productionHost], data }]);
  desk = await openDesk(service);
});
after(() => service[Symbol.asyncDispose]());

type Row = Readonly<Record<string, string>>;
function rowsOf(text: string): Row[] {
  const rows = parseCsvRows(text);
  assert.ok(Array.isArray(rows));
  const [header, ...body] = rows.map(({ record }) => record);
  return body.map((record) =>
    Object.fromEntries((header ?? []).map((name, index) => [name, record[index] ?? ""])),
  );
}
const ask = async (path: string, as: Desk = desk) => {
  const answer = await as.ask("GET", `${acmePath}/${path}`);
  assert.equal(answer.status, 200, answer.text);
  assert.equal(answer.headers["content-type"], "text/csv; charset=utf-8");
  return rowsOf(answer.text);
};
const inOrder = (lines: readonly any[]) =>
  lines
    .toSorted(
      (one, other) =>
        Date.parse(one.slot_starting_at) - Date.parse(other.slot_starting_at) ||
        (one.booking < other.booking ? -1 : 1),
    )
    .map((line) => line.booking);

describe("bookings as CSV", () => {
  test("are all that match, each once, in the order of their slots", async () => {
    const all = await ask("bookings.csv");
    assert.deepEqual(
      all.map((row) => row["booking"]),
      inOrder(bookings),
    );
  });

  test("have the campaign's time and zone, live tickets and names, and no formula", async () => {
    const rows = await ask(`bookings.csv?slot=${startOf(2)}`);
    const row = rows.find(({ external_id }) => external_id !== "CUST-2");
    assert.deepEqual(
      { ...row, booked_at: "", booking: "" },
      {
        slot: "2031-01-01 11:00",
        time_zone: "Europe/Paris",
        slot_starting_at: startOf(2),
        booking_status: "CONFIRMED",
        external_id: "'=1+1",
        interaction: "pk_summer",
        activity: "tasting",
        host: "",
        ticket_type: "standard",
        tickets: "2",
        checked_in: "1",
        checked_in_at: "2024-02-03T00:00:00Z",
        attendees: "Ada, née Byron | Bob",
        booked_at: "",
        booking: "",
        reference: "",
        data: "",
      },
    );
  });

  test("are those of the filter, of a selection, and of a key's campaigns", async () => {
    const [from, to] = [startOf(3), startOf(20)];
    const isAsked = (line: any) =>
      line.slot_starting_at >= from &&
      line.slot_starting_at <= to &&
      line.ticket_type === "open" &&
      line.interaction === "pk_summer";
    const query = `from=${from}&to=${to}&ticket_type=open`;
    const some = await ask(`bookings.csv?${query}&interaction=pk_summer&status=CONFIRMED`);
    assert.deepEqual(
      some.map((row) => row["booking"]),
      inOrder(bookings.filter(isAsked)),
    );
    const listed = await desk.ask(
      "GET",
      `${acmePath}/bookings?${query}&interaction=pk_summer&limit=3`,
    );
    assert.deepEqual(
      listed.json.items.map((item: Row) => item["booking"]),
      inOrder(bookings.filter(isAsked)).slice(0, 3),
    );
    const chosen = inOrder(bookings).slice(5, 8);
    const named = await ask(`bookings.csv?${chosen.map((id) => `booking=${id}`).join("&")}`);
    assert.deepEqual(
      named.map((row) => row["booking"]),
      chosen,
    );
    const winter = await openDesk(service, "read", null, ["pk_winter"]);
    const theirs = await ask("bookings.csv", winter);
    const isWinter = (line: any) => line.interaction === "pk_winter";
    assert.deepEqual(
      theirs.map((row) => row["booking"]),
      inOrder(bookings.filter(isWinter)),
    );
  });

  test("are printed by the command, without its limit", async () => {
    const file = await desk.ask("GET", `${acmePath}/bookings.csv?status=CONFIRMED`);
    const words = ["find", "acme/production", "--status", "CONFIRMED", "--csv"];
    const typed = await runCommandHere(service.databaseUrl, words);
    assert.equal(typed.status, 0, typed.err);
    assert.equal(typed.out, file.text.replaceAll("\r\n", "\n"));
  });
});

describe("slots as CSV", () => {
  test("are all that match, with their seats", async () => {
    const all = await ask("slots.csv");
    assert.deepEqual(
      all.map((row) => [row["starting_at"], row["interaction"]]),
      slots.map(({ starting_at, interaction }) => [starting_at, interaction]),
    );
    const [one] = await ask(`slots.csv?from=${startOf(4)}&to=${startOf(4)}&interaction=pk_summer`);
    assert.deepEqual(
      [one?.["start"], one?.["time_zone"], one?.["capacity"], one?.["taken"], one?.["free"]],
      ["2031-01-01 13:00", "Europe/Paris", "500", "450", "50"],
    );
  });
});

describe("the delimiter of CSV", () => {
  const run = async (...words: string[]) => {
    const { status, out, err } = await runCommandHere(service.databaseUrl, words);
    assert.equal(status, 0, err);
    return out;
  };
  const of = (text: string) => text.split(/\r?\n/, 1)[0]?.replaceAll(/[a-z_\uFEFF]/g, "");
  const commands = [
    ["find", "acme/production", "--csv", "--slot", startOf(2)],
    ["report", "acme/production", "--csv", "--by", "activity"],
    ["slot", "list", "acme/production", "--csv", "--from", startOf(2), "--to", startOf(3)],
    ["import", "--template", "csv"],
  ];

  test("is a comma, or what each command that writes CSV is asked for, and the file has a mark", async () => {
    for (const words of commands) {
      const plain = await run(...words);
      assert.match(of(plain) ?? "", /^,+$/, words.join(" "));
      for (const [name, sign] of [
        ["comma", ","],
        ["semicolon", ";"],
        ["tab", "\t"],
      ] as const) {
        const text = await run(...words, "--delimiter", name);
        assert.equal(text.charCodeAt(0), 0xfeff, words.join(" "));
        assert.deepEqual(rowsOf(text), rowsOf(plain), words.join(" "));
        assert.equal(new Set(of(text)).size, 1);
        assert.equal(of(text)?.[0], sign, words.join(" "));
      }
    }
    const early = await run("import", "--delimiter=semicolon", "--template", "csv");
    assert.match(early, /^\uFEFFbooking;external_id;/);
  });

  test("is refused where no CSV is written, and where it is another word", async () => {
    for (const words of [
      ["find", "acme/production", "--delimiter", "tab"],
      ["report", "acme/production", "--delimiter", "tab"],
      ["slot", "list", "acme/production", "--delimiter", "tab"],
      ["import", "acme/production", import.meta.filename, "--delimiter", "tab"],
      ["import", "--template", "csv", "--delimiter", "pipe"],
      ["find", "acme/production", "--csv", "--delimiter", "pipe"],
    ]) {
      const { status, out } = await runCommandHere(service.databaseUrl, words);
      assert.deepEqual([status, out], [2, ""], words.join(" "));
    }
    const { status } = await desk.ask("GET", `${acmePath}/bookings.csv?delimiter=pipe`);
    assert.equal(status, 400);
  });

  test("is asked for over the API too", async () => {
    for (const path of ["bookings.csv?", "slots.csv?", "report/csv?"]) {
      const rows = await ask(`${path}from=${startOf(2)}&to=${startOf(3)}`);
      const { text } = await desk.ask(
        "GET",
        `${acmePath}/${path}from=${startOf(2)}&to=${startOf(3)}&delimiter=semicolon`,
      );
      assert.deepEqual([rowsOf(text), of(text)?.[0]], [rows, ";"]);
    }
  });
});

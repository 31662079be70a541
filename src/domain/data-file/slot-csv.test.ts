import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { isBadContent } from "./data-line.ts";
import { formatInstant } from "../instant.ts";
import { formatSlotCsv, parseSlotCsv, type SlotCsvDefaults } from "./slot-csv.ts";

const zoneOf = (publicKey: string) => (publicKey === "pk_summer" ? "Europe/Paris" : null);

/** Each row as `line start capacity`, or as `line field`. */
function read(text: string, defaults: SlotCsvDefaults = {}): string[] {
  return parseSlotCsv(text, defaults, zoneOf, 0).map(({ line, content }) => {
    if (isBadContent(content)) return `${line} ${content.bad.field}`;
    if (content.kind !== "slot") assert.fail();
    return `${line} ${formatInstant(content.starting_at)} ${content.capacity}`;
  });
}

const place = { interaction: "pk_summer", activity: "tasting" };

describe("slots from a spreadsheet", () => {
  test("are read by the names of their columns, in any order", () => {
    assert.deepEqual(
      read(
        "capacity,starting_at,activity,interaction,host\n" +
          "8,2031-05-01T08:00:00Z,tasting,pk_summer,\n" +
          '4,2031-05-01T10:00:00+02:00,"tasting",pk_summer,ann\n',
      ),
      ["2 2031-05-01T08:00:00Z 8", "3 2031-05-01T08:00:00Z 4"],
    );
  });

  test("may come with semicolons or tabs, a byte order mark, other line ends and empty lines", () => {
    for (const delimiter of [",", ";", "\t"]) {
      const rows = [
        "\uFEFFStarting_At,Capacity",
        "2031-05-01T08:00:00Z,8",
        "",
        "2031-05-02T08:00:00Z,9",
      ];
      const text = rows.join("\r\n").replaceAll(",", delimiter);
      assert.deepEqual(read(text, place), ["2 2031-05-01T08:00:00Z 8", "4 2031-05-02T08:00:00Z 9"]);
    }
  });

  test("may have blanks around a column's name, and empty cells behind the columns, but no others", () => {
    const rows = [
      "starting_at , capacity",
      "2031-05-01T08:00:00Z,8,, ",
      "2031-05-02T08:00:00Z,9,x",
    ];
    assert.deepEqual(read(rows.join("\n"), place), ["2 2031-05-01T08:00:00Z 8", "3 null"]);
  });

  test("B66 start by clocks in the campaign's zone where no offset is given", () => {
    assert.deepEqual(
      read(
        "starting_at,capacity\n2031-05-01 10:00,8\n2031-01-01T10:00,8\n2031-03-30 02:30,8\n2031-10-26 02:30,8",
        place,
      ),
      [
        "2 2031-05-01T08:00:00Z 8",
        "3 2031-01-01T09:00:00Z 8",
        "4 starting_at",
        "5 2031-10-26T00:30:00Z 8",
      ],
    );
  });

  test("are bad one by one, each with its line and what is wrong", () => {
    assert.deepEqual(
      read(
        [
          "starting_at,capacity,interaction",
          "2031-05-01T08:00:00Z,many,",
          "2031-05-01T08:00:00Z,-1,",
          "tomorrow,8,",
          "2031-05-01 10:00,8,pk_unknown",
          "2031-05-01T08:00:00Z,,",
          "2031-05-01T08:00:00Z,8,pk_summer,more",
        ].join("\n"),
        place,
      ),
      ["2 capacity", "3 capacity", "4 starting_at", "5 interaction", "6 capacity", "7 null"],
    );
  });

  test("have a capacity of digits alone, and a start that is nothing but a day and a time", () => {
    const text = (start: string, capacity: string) =>
      `interaction,activity,starting_at,capacity\npk_summer,tasting,${start},${capacity}\n`;
    assert.deepEqual(read(text("2031-05-01 09:30", "12")), ["2 2031-05-01T07:30:00Z 12"]);
    for (const capacity of ["", "0x10", "1e3", "x1", "1x", "12345678901"]) {
      assert.deepEqual(read(text("2031-05-01 09:30", capacity)), ["2 capacity"], capacity);
    }
    for (const start of ["on 2031-05-01 09:30", "2031-02-30 09:30", "2031-05-01 24:30"]) {
      assert.deepEqual(read(text(start, "12")), ["2 starting_at"], start);
    }
  });

  test("take what a row does not say from what is the same in every row", () => {
    assert.deepEqual(read("starting_at\n2031-05-01T08:00:00Z", { ...place, capacity: 0 }), [
      "2 2031-05-01T08:00:00Z 0",
    ]);
  });

  test("need a first row with known names, each once, and no column missing", () => {
    for (const header of [
      "",
      "starting_at",
      "starting_at,capacity,seats",
      "capacity,capacity,starting_at",
    ]) {
      const [only, ...others] = read(`${header}\n`, place);
      assert.match(only ?? "", /^1 /, header);
      assert.deepEqual(others, []);
    }
  });

  test("with a quote that is never closed are refused, and never thrown about", () => {
    assert.equal(read('starting_at,capacity\n"2031,8\n', place).length, 1);
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...Array.from('a",;\n\r\t 1Z-:')) }),
        (text) => {
          read(text, place);
          read(`starting_at,capacity\n${text}`, place);
        },
      ),
    );
  });

  test("say the slot's own limits, or none, and each ticket type once", () => {
    const limits = (cell: string) => {
      const rows = `starting_at,capacity,ticket_types\n2031-05-01T08:00:00Z,20,"${cell}"`;
      const [row] = parseSlotCsv(rows, place, zoneOf, 0);
      const { content } = row ?? assert.fail();
      if (isBadContent(content)) return content.bad.field;
      return content.kind === "slot" ? content.ticket_types : assert.fail();
    };
    assert.deepEqual(limits("vip=2 | general=18"), { vip: 2, general: 18 });
    assert.deepEqual(limits("a=b=0|vip=none"), { "a=b": 0, vip: null });
    assert.equal(limits("none"), null);
    assert.equal(limits(""), undefined);
    for (const bad of ["vip", "vip=", "vip=two", "vip=-1", "vip=1|vip=2", "vip=1|", "=3"]) {
      assert.equal(limits(bad), "ticket_types", bad);
    }
    assert.match(JSON.stringify(limits("vip=9999999999")), /^"ticket_types/);
  });

  test("that are written are read as they were", () => {
    const line = { kind: "slot", ...place, host: null, capacity: 20, closed: undefined } as const;
    const slots = [
      { ...line, starting_at: 0, slot_duration_in_minutes: null, ticket_types: null },
      {
        ...line,
        host: '=ann, the "first"',
        starting_at: 1_000,
        slot_duration_in_minutes: 45,
        ticket_types: { "=vip": 2, general: 18 },
      },
    ];
    const shown = slots.map((slot) => ({ ...slot, timezone: "Europe/Paris" }));
    for (const delimiter of [",", ";", "\t"]) {
      const text = formatSlotCsv(shown, delimiter);
      assert.match(text, /^\uFEFFstart.time_zone.*\r\n1970-01-01 01:00.Europe\/Paris/);
      const read = parseSlotCsv(text, {}, zoneOf, 0);
      assert.deepEqual(
        read.map(({ content }) => content),
        slots,
      );
    }
  });
});

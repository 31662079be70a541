import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { guessMapping } from "./guess-mapping.ts";
import type { SheetCatalogue } from "./guess-values.ts";
import { beginningOfSheet } from "./sheet-beginning.ts";

function guess(text: string, catalogue?: SheetCatalogue) {
  const sheet = beginningOfSheet(text, false);
  assert.ok("names" in sheet);
  return guessMapping(sheet, catalogue);
}

const studio: SheetCatalogue = {
  interactions: [{ id: "pk_studio", texts: [] }],
  activities: [
    { id: "yoga", texts: ["Yoga", "Le yoga"] },
    { id: "yoga-basics", texts: ["Yoga basics"] },
  ],
  hosts: [
    { activity: "yoga", id: "mo", texts: ["Mo"] },
    { activity: "yoga-basics", id: "anna", texts: ["Anna"] },
  ],
  ticketTypes: [
    { id: "standard", texts: ["Standard"] },
    { id: "standard", texts: ["Standard"] },
  ],
};

/** Ann teaches in two activities under one id, and two people are called Bob. */
const house: SheetCatalogue = {
  interactions: [{ id: "pk_house", texts: [] }],
  activities: [
    { id: "yoga", texts: ["Yoga"] },
    { id: "pilates", texts: ["Pilates"] },
  ],
  hosts: [
    { activity: "yoga", id: "ann-1", texts: ["Ann Lee"] },
    { activity: "pilates", id: "ann-1", texts: ["Ann Lee"] },
    { activity: "yoga", id: "bob-1", texts: ["Bob"] },
    { activity: "pilates", id: "bob-2", texts: ["Bob"] },
  ],
  ticketTypes: [],
};

describe("what a spreadsheet's columns are", () => {
  test("has a host by name where all who are called so are one", () => {
    const { columns } = guess("Teacher;Order\nAnn Lee;A1\nBob;A2\n", house);
    assert.deepEqual(columns["Teacher"], { field: "host", values: { "Ann Lee": "ann-1" } });
  });

  test("is guessed by names in six languages and by what stands in the columns", () => {
    assert.deepEqual(
      guess(
        "Event slug;Order code;Status;Email;Order date;Order time;Name;Date of last payment;Positions\n" +
          "tasting;A1;paid;ada@example.org;2026-03-04;11:23:45;Ada;2026-03-04;2\n" +
          "tasting;B2;canceled;bo@example.org;2026-03-05;09:00:01;Bo;;1\n",
      ),
      {
        columns: {
          "Event slug": { field: "activity", values: { tasting: "tasting" } },
          "Order code": "reference",
          Status: { field: "booking_status", values: { paid: "CONFIRMED", canceled: "CANCELLED" } },
          Email: "external_id",
          "Order date": "booked_date",
          "Order time": "booked_time",
          Name: "attendees",
          "Date of last payment": null,
          Positions: "tickets",
        },
        fixed: { interaction: "", slot_starting_at: "", ticket_type: "" },
      },
    );
    const fields = (text: string) =>
      Object.values(guess(text).columns).map((column) =>
        column !== null && typeof column === "object" ? column.field : column,
      );
    const expected = [
      "external_id",
      "slot_date",
      "slot_time",
      "tickets",
      "first_name",
      "last_name",
      "checked_in_at",
    ];
    assert.deepEqual(fields("Nom;Tijd\n1;9:00\n"), ["attendees", null]);
    for (const header of [
      "Kundennummer;Datum;Uhrzeit;Anzahl;Vorname;Nachname;Anwesend",
      "Numéro client;Date;Heure;Quantité;Prénom;Nom;Présent",
      "Numero de cliente;Fecha;Hora;Cantidad;Nombre;Apellidos;Asistió",
      "Klantnummer;Datum;Tijd;Aantal;Voornaam;Achternaam;Aanwezig",
      "Numero cliente;Data;Ora;Quantità;Nome;Cognome;Presente",
      "Customer number;Date;Time;Quantity;First name;Last name;Attended",
    ]) {
      const found = fields(`${header}\n17;01.05.2030;9:00;2;Ada;Lovelace;x\n`);
      assert.deepEqual(found, expected, header);
    }
  });

  test("has values that stand for what the campaign has, by its ids and by its names", () => {
    const { columns, fixed } = guess(
      "Order,Email,Class,Status,Start,Booked at\n" +
        "1,a@b.example,LE YOGA,Checked in,2024-05-01 09:00,2024-04-01 09:00\n" +
        "2,a@b.example,Yoga Mo,ok,2024-05-01 09:00,2024-04-01 09:00\n" +
        "3,a@b.example,Yoga basics (Mo),Warteliste,2024-05-01 09:00,2024-04-01 09:00\n" +
        "4,a@b.example,Pottery,refunded,2024-05-01 09:00,2024-04-01 09:00\n",
      studio,
    );
    assert.deepEqual(columns["Class"], {
      field: "activity",
      values: {
        "LE YOGA": "yoga",
        "Yoga Mo": { activity: "yoga", host: "mo" },
        // Mo is a host of the other activity.
        "Yoga basics (Mo)": "yoga-basics",
      },
    });
    assert.deepEqual(columns["Status"], {
      field: "booking_status",
      values: {
        "Checked in": { booking_status: "CONFIRMED", checked_in_at: "true" },
        ok: "CONFIRMED",
        Warteliste: "WAITLIST",
        refunded: "CANCELLED",
      },
    });
    // The only ones that there are.
    assert.deepEqual(fixed, { interaction: "pk_studio", ticket_type: "standard" });
  });

  test("says yes or no where its name is a question", () => {
    const { columns } = guess("Canceled,No-show\nfalse,No\ntrue,Yes\n");
    assert.deepEqual(Object.values(columns), [
      { field: "booking_status", values: { false: "CONFIRMED", true: "CANCELLED" } },
      { field: "checked_in_at", values: { No: "true", Yes: "false" } },
    ]);
  });

  test("is the beginning of titles that name people, for tomorrow's people too", () => {
    const title = (text: string, catalogue = studio) => {
      const column = guess(`Title\n${text}\n`, catalogue).columns["Title"];
      assert.ok(typeof column === "object" && column !== null);
      return column.values;
    };
    const cellar = {
      ...studio,
      hosts: [],
      activities: [{ id: "tasting", texts: ["Tasting", "Dégustation"] }],
    };
    assert.deepEqual(title("Tasting between Ann and Zoë\nTASTING between Ann and Bo", cellar), {
      "Tasting between *": "tasting",
      "TASTING between *": "tasting",
    });
    assert.deepEqual(title("Dégustation entre Ann et Zoë\nTasting\nTasting for children", cellar), {
      "Dégustation entre *": "tasting",
      Tasting: "tasting",
      "Tasting for children": "tasting",
    });
    // What follows may be another class, and a host's name is not left open.
    assert.deepEqual(title("Yoga Mo\nYoga for children\nYoga with Mo and Zoë\nYoga with Zoë"), {
      "Yoga Mo": { activity: "yoga", host: "mo" },
      "Yoga for children": "yoga",
      "Yoga with Mo *": { activity: "yoga", host: "mo" },
      "Yoga with Zoë": "yoga",
    });
    const many = Array.from({ length: 200 }, (_, index) => `Tasting with person ${index}`);
    assert.deepEqual(title(many.join("\n"), cellar), { "Tasting with *": "tasting" });
  });

  test("is no host where the campaign has none", () => {
    const none = { ...studio, hosts: [] };
    assert.equal(guess("Teacher\nMo\n", none).columns["Teacher"], null);
    assert.deepEqual(guess("Teacher\nMo\n", studio).columns["Teacher"], {
      field: "host",
      values: { Mo: "mo" },
    });
  });

  test("is read of whole rows alone where a file is cut", () => {
    const sheet = beginningOfSheet('A,B\n1,"x\ny"\n2,"cut', true);
    assert.ok("names" in sheet);
    assert.deepEqual(sheet.names, ["A", "B"]);
    assert.deepEqual(
      sheet.rows.map(({ record }) => record),
      [["1", "x\ny"]],
    );
    const whole = beginningOfSheet('A,B\n2,"cut', false);
    assert.ok(!("names" in whole));
  });
});

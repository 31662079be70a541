import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { describe, test } from "node:test";
import { runCommandHere } from "../harness/command-here.ts";
import { breaches } from "../harness/database.ts";
import { filesOfSuite, runImport } from "./import-command.ts";
import { imported, startImporting } from "./importing.ts";
import { catalogue } from "./lines.ts";

/* Files as other systems export them, by their makers' public documents; the people are invented. */

const { fileWith } = filesOfSuite();

interface Export {
  readonly of: string;
  readonly rows: readonly string[];
  /** Ends of lines, and whether a byte order mark stands before the file. */
  readonly end?: "\n";
  readonly hasMark?: true;
  /** What a person corrects of the guess. */
  readonly columns: Readonly<Record<string, unknown>>;
  readonly fixed?: Readonly<Record<string, string>>;
  readonly dates?: string;
  /** Each booking as `external id|start|status|names`, with `-` for a ticket without a name and `*` for people who came. */
  readonly bookings: readonly string[];
}

const sameStatus = { CONFIRMED: "CONFIRMED", CANCELLED: "CANCELLED" };
const tasting = { field: "activity", values: { Tasting: "tasting", Dégustation: "tasting" } };

const files: readonly Export[] = [
  {
    of: "Eventbrite: attendees, a row for each ticket",
    rows: [
      "Order #,Order Date,First Name,Last Name,Email,Quantity,Ticket Type,Attendee Status,Event Name,Event Start Date,Event Start Time",
      '1001,"Mar 4, 2024 11:23 AM",Ada,Lovelace,ada@example.org,1,General Admission,Checked In,Tasting,2024-05-01,9:00 AM',
      '1001,"Mar 4, 2024 11:23 AM",Bob,Byron,ada@example.org,1,General Admission,Attending,Tasting,2024-05-01,9:00 AM',
    ],
    columns: {
      "Order #": "reference",
      "Order Date": "booked_at",
      "Ticket Type": { field: "ticket_type", values: { "General Admission": "standard" } },
      "Attendee Status": {
        field: "booking_status",
        values: {
          "Checked In": { booking_status: "CONFIRMED", checked_in_at: "true" },
          Attending: "CONFIRMED",
        },
      },
      "Event Name": tasting,
      "Event Start Date": "slot_date",
      "Event Start Time": "slot_time",
    },
    bookings: ["ada@example.org|2024-05-01T07:00:00Z|CONFIRMED|Ada Lovelace*, Bob Byron"],
  },
  {
    of: "pretix: orders, semicolons and line ends inside cells",
    hasMark: true,
    rows: [
      "Event slug;Order code;Order total;Status;Email;Phone number;Order date;Order time;Company;Name;Address;Country;Date of last payment;Positions",
      'tasting;A1B2C;25,00;paid;ada@example.org;+49 30 1234;2024-03-04;11:23:45;;Müller, Ada;"Straße 1\nHinterhaus";DE;2024-03-04;2',
      "tasting;D3E4F;12,50;canceled;bo@example.org;;2024-03-05;09:00:01;;Bo;;DE;;1",
    ],
    columns: { Country: null, "Date of last payment": null },
    fixed: { slot_starting_at: "2030-05-01 10:00", ticket_type: "standard" },
    bookings: [
      "ada@example.org|2030-05-01T08:00:00Z|CONFIRMED|Müller, Ada, -",
      "bo@example.org|2030-05-01T08:00:00Z|CANCELLED|Bo",
    ],
  },
  {
    of: "Cal.com: instants in UTC",
    end: "\n",
    rows: [
      "ID,Title,From,To,Timezone,Attendee,Status",
      "1001,Tasting between Ann and Zoë,2030-05-01T08:00:00.000Z,2030-05-01T08:45:00.000Z,Europe/Paris,zoe@example.org,ACCEPTED",
      "1002,Tasting between Ann and Al,2030-05-01T09:00:00.000Z,2030-05-01T09:45:00.000Z,Europe/Paris,al@example.org,CANCELLED",
    ],
    columns: {
      Title: null,
      To: null,
      Timezone: null,
      Status: {
        field: "booking_status",
        values: { ACCEPTED: "CONFIRMED", CANCELLED: "CANCELLED" },
      },
    },
    fixed: { activity: "tasting", ticket_type: "standard", booked_at: "2024-03-01T00:00:00Z" },
    bookings: [
      "zoe@example.org|2030-05-01T08:00:00Z|CONFIRMED|-",
      "al@example.org|2030-05-01T09:00:00Z|CANCELLED|-",
    ],
  },
  {
    of: "Calendly: no number of the booking but its address",
    rows: [
      "User Name,User Email,Invitee Name,Invitee First Name,Invitee Last Name,Invitee Email,Invitee Time Zone,Event Type Name,Start Date & Time,End Date & Time,Location,Event Created Date & Time,Canceled,Marked as No-Show,Invitee UUID",
      "Ann,ann@example.org,Zoë K,Zoë,K,zoe@example.org,Central European Time,Tasting,2024-05-01 09:00 am,2024-05-01 09:45 am,Hall 2,2024-03-04 11:23 am,false,No,INV-1",
      "Ann,ann@example.org,Al B,Al,B,al@example.org,Central European Time,Tasting,2024-05-01 09:00 am,2024-05-01 09:45 am,Hall 2,2024-03-04 11:23 am,true,No,INV-2",
    ],
    columns: {
      "User Name": null,
      "User Email": null,
      "Invitee First Name": null,
      "Invitee Last Name": null,
      "Invitee Name": "attendees",
      "Invitee Email": "external_id",
      "Event Type Name": tasting,
      "End Date & Time": null,
      Canceled: { field: "booking_status", values: { false: "CONFIRMED", true: "CANCELLED" } },
      "Marked as No-Show": { field: "checked_in_at", values: { No: "true", Yes: "false" } },
      "Invitee UUID": "reference",
    },
    fixed: { ticket_type: "standard" },
    bookings: [
      "zoe@example.org|2024-05-01T07:00:00Z|CONFIRMED|Zoë K*",
      "al@example.org|2024-05-01T07:00:00Z|CANCELLED|Al B",
    ],
  },
  {
    of: "Bókun and its kind: one row a booking, columns by passenger count",
    rows: [
      "Product confirmation code,Customer,Email,Product title,Start date,Start time,Total PAX,Status,Creation date",
      'TST-7,"Lovelace, Ada",ada@example.org,Tasting,01.May.2030,10:00,2,CONFIRMED,2024-03-04 11:23',
    ],
    columns: {
      "Product title": tasting,
      "Start date": "slot_date",
      "Start time": "slot_time",
      "Total PAX": "tickets",
      Status: { field: "booking_status", values: sameStatus },
      "Creation date": "booked_at",
    },
    fixed: { ticket_type: "standard" },
    bookings: ["ada@example.org|2030-05-01T08:00:00Z|CONFIRMED|Lovelace, Ada, -"],
  },
  {
    of: "Outlook: a calendar, day and time in two columns, month first",
    rows: [
      '"Subject","Start Date","Start Time","End Date","End Time","Required Attendees","Categories"',
      '"Tasting","5/1/2030","10:00:00 AM","5/1/2030","10:45:00 AM","ada@example.org","A-1"',
      '"Tasting","5/1/2030","11:00:00 AM","5/1/2030","11:45:00 AM","bo@example.org","A-2"',
    ],
    columns: {
      Subject: tasting,
      "Start Date": "slot_date",
      "Start Time": "slot_time",
      "End Date": null,
      "End Time": null,
      "Required Attendees": "external_id",
      Categories: "reference",
    },
    fixed: {
      ticket_type: "standard",
      booking_status: "CONFIRMED",
      booked_at: "2024-03-01T00:00:00Z",
    },
    dates: "mdy",
    bookings: [
      "ada@example.org|2030-05-01T08:00:00Z|CONFIRMED|-",
      "bo@example.org|2030-05-01T09:00:00Z|CONFIRMED|-",
    ],
  },
  {
    of: "German Excel",
    hasMark: true,
    rows: [
      "Buchungsnummer;Kundennummer;Vorname;Nachname;Kurs;Datum;Uhrzeit;Anzahl;Zustand;Gebucht am;Anwesend",
      "B-1;K-007;Jürgen;Weiß;Tasting;01.05.2024;10:00;2,0;bezahlt;04.03.2024 11:23;ja",
      "B-2;K-008;Käthe;Jäger;Tasting;01.05.2024;10:00;1;storniert;04.03.2024 11:23;",
    ],
    columns: {
      Kurs: tasting,
      Zustand: {
        field: "booking_status",
        values: { bezahlt: "CONFIRMED", storniert: "CANCELLED" },
      },
    },
    fixed: { ticket_type: "standard" },
    bookings: [
      "K-007|2024-05-01T08:00:00Z|CONFIRMED|Jürgen Weiß*, -*",
      "K-008|2024-05-01T08:00:00Z|CANCELLED|Käthe Jäger",
    ],
  },
  {
    of: "French Excel, its days before its months",
    hasMark: true,
    rows: [
      "Numéro de réservation;Courriel;Prénom;Nom;Activité;Début;Places;Statut;Date de réservation",
      "R-1;zoe@example.org;Zoé;Noël;Dégustation;13/05/2030 10:00;2;Confirmé;04/03/2024 11:23",
      "R-2;herve@example.org;Hervé;Noël;Dégustation;14/05/2030 10:00;1;Annulé;13/03/2024 11:23",
    ],
    columns: {
      Activité: tasting,
      Statut: { field: "booking_status", values: { Confirmé: "CONFIRMED", Annulé: "CANCELLED" } },
    },
    fixed: { ticket_type: "standard" },
    bookings: [
      "zoe@example.org|2030-05-13T08:00:00Z|CONFIRMED|Zoé Noël, -",
      "herve@example.org|2030-05-14T08:00:00Z|CANCELLED|Hervé Noël",
    ],
  },
  {
    of: "LibreOffice in Hungarian",
    end: "\n",
    rows: [
      "Reference,Customer ID,Name,Start,Status,Booked at",
      "H-1,K-1,Ágnes,2030.05.01. 10:00:00,ok,2024.03.04. 11:23:00",
    ],
    columns: { Status: { field: "booking_status", values: { ok: "CONFIRMED" } } },
    fixed: { activity: "tasting", ticket_type: "standard" },
    bookings: ["K-1|2030-05-01T08:00:00Z|CONFIRMED|Ágnes"],
  },
  {
    of: "Google Sheets, tabs, a form's answers with an id that has zeros in front",
    end: "\n",
    rows: [
      "Timestamp\tMember ID\tName\tSession\tStart\tNotes\tOrder number\t",
      '3/13/2024 11:23:45\t"=""00123"""\tAda\tTasting\t2030-05-01 10:00:00\t"likes ""tea"""\t7\t',
      "\t\t\t\t\t\t\t",
    ],
    columns: { Timestamp: "booked_at", Session: tasting, Notes: null },
    fixed: { ticket_type: "standard", booking_status: "CONFIRMED" },
    bookings: ["00123|2030-05-01T08:00:00Z|CONFIRMED|Ada"],
  },
];

describe("an export of another system comes in with a mapping and without a program", () => {
  for (const { of, rows, end = "\r\n", hasMark, columns, fixed = {}, dates, bookings } of files) {
    test(of, async () => {
      await using importing = await startImporting();
      await imported(importing, catalogue);
      const path = `${fileWith("")}.csv`;
      writeFileSync(path, `${hasMark ? "\uFEFF" : ""}${rows.join(end)}${end}`);
      const { out: guess } = await runCommandHere(importing.databaseUrl, [
        "import",
        "--map-template",
        path,
      ]);
      const guessed = JSON.parse(guess);
      const given = Object.entries({ ...guessed.fixed, interaction: "pk_summer", ...fixed });
      const mapping = {
        columns: { ...guessed.columns, ...columns },
        fixed: Object.fromEntries(given.filter(([, value]) => value !== "")),
        ...(dates && { dates }),
      };
      const words = [
        "acme/production",
        path,
        "--map",
        fileWith(JSON.stringify(mapping)),
        "--add-slots",
        "--json",
      ];
      const { status, out, err } = await runImport(importing, words);
      assert.equal(status, 0, `${err}${out}`);
      assert.deepEqual(JSON.parse(out).created.booking, bookings.length);
      const found = await runCommandHere(importing.databaseUrl, [
        "find",
        "acme/production",
        "--json",
      ]);
      assert.deepEqual(JSON.parse(found.out).map(shown).toSorted(), bookings.toSorted());
      // Tomorrow's file has the same rows, and needs no more work.
      const again = await runImport(importing, words);
      assert.deepEqual(JSON.parse(again.out).unchanged, { booking: bookings.length });
      assert.deepEqual(breaches(importing.databaseUrl), []);
    });
  }
});

/** What the test reads of a booking that `booking find` prints. */
interface Found {
  readonly external_id: string;
  readonly slot_starting_at: string;
  readonly booking_status: string;
  readonly tickets: readonly {
    readonly attendee: {
      readonly display_name?: string | null;
      readonly checked_in_at: string | null;
    };
  }[];
}

function shown({ external_id, slot_starting_at, booking_status, tickets }: Found): string {
  const names = tickets.map(
    ({ attendee }) =>
      `${attendee.display_name ?? "-"}${attendee.checked_in_at === null ? "" : "*"}`,
  );
  return [external_id, slot_starting_at, booking_status, names.join(", ")].join("|");
}

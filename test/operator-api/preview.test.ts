import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { startDeskWithSlots, type DeskWithSlots } from "../harness/desk-with-slots.ts";
import { acmePath, openDesk, type Desk } from "../harness/operator-api.ts";

let ours: DeskWithSlots;
before(async () => {
  ours = await startDeskWithSlots();
});
after(() => ours[Symbol.asyncDispose]());

const path = `${acmePath}/imports/preview`;

async function preview(desk: Desk, body: string, query = ""): Promise<any> {
  const answer = await desk.ask("POST", `${path}${query}`, body, { "content-type": "text/csv" });
  assert.equal(answer.status, 200, answer.text);
  return answer.json;
}

const rows =
  "Order;Email;Class;Start;Status;Booked at\n" +
  "A-1;ada@example.org;Dégustation;01.05.2031 10:00;paid;04.03.2024 11:23\n" +
  "A-2;bo@example.org;Pottery;01.05.2031 10:00;canceled;04.03.2024 11:23\n" +
  "A-3;cut";

const mapping = (fixed: object) =>
  `map=${JSON.stringify({
    columns: {
      Order: "reference",
      Email: "external_id",
      Class: { field: "activity", values: { Dégustation: "tasting" } },
      Start: "slot_starting_at",
      Status: {
        field: "booking_status",
        values: { paid: "CONFIRMED", canceled: "CANCELLED" },
      },
      "Booked at": "booked_at",
    },
    fixed: { interaction: "pk_summer", ticket_type: "standard", ...fixed },
  })}\n`;

describe("a spreadsheet that is previewed", () => {
  test("has a guess of its columns, and of what their values stand for in a campaign", async () => {
    const found = await preview(ours.desk, rows, "?part=true&interaction=pk_summer");
    assert.equal(found.names_are_fields, false);
    assert.deepEqual(found.guess.columns, {
      Order: "reference",
      Email: "external_id",
      Class: { field: "activity", values: { Dégustation: "tasting" } },
      Start: "slot_starting_at",
      Status: {
        field: "booking_status",
        values: { paid: "CONFIRMED", canceled: "CANCELLED" },
      },
      "Booked at": "booked_at",
    });
    assert.deepEqual(found.guess.fixed, { interaction: "pk_summer", ticket_type: "" });
    const [order, , kind] = found.columns;
    // The row that is cut is no row.
    assert.deepEqual(order.examples, ["A-1", "A-2"]);
    assert.deepEqual(kind.values, [
      { text: "Dégustation", stands_for: { ...guessed, activity: { activity: "tasting" } } },
      { text: "Pottery", stands_for: guessed },
    ]);
    assert.deepEqual(found.rows, []);
    assert.ok(found.faults.length > 0);
  });

  test("shows its rows as bookings by a mapping, or what is wrong with each", async () => {
    const found = await preview(ours.desk, mapping({}) + rows, "?part=true");
    assert.deepEqual(found.faults, []);
    const [first, second, ...others] = found.rows;
    assert.deepEqual(others, []);
    const { booking: id, ...booking } = first.booking;
    assert.match(id, /^[0-9a-f-]{36}$/);
    assert.deepEqual(
      { ...first, booking },
      {
        line: 2,
        faults: [],
        booking: {
          reference: "A-1",
          external_id: "ada@example.org",
          interaction: "pk_summer",
          activity: "tasting",
          slot_starting_at: "2031-05-01T08:00:00Z",
          ticket_type: "standard",
          booking_status: "CONFIRMED",
          booked_at: "2024-03-04T10:23:00Z",
          tickets: 1,
          checked_in: 0,
          attendees: [],
        },
      },
    );
    assert.deepEqual(
      [second.booking.activity, second.booking.booking_status],
      ["Pottery", "CANCELLED"],
    );
    const wrong = await preview(ours.desk, mapping({ booked_date: "2031" }) + rows, "?part=true");
    assert.equal(wrong.faults[0].field, "map");
    assert.match(wrong.faults[0].expected, /^"Booked at" has the field booked_at, of which/);
    const whole = await preview(ours.desk, mapping({}) + rows);
    assert.deepEqual(whole.rows[2].line, 4);
    assert.ok(whole.rows[2].faults.length > 1);
  });

  test("that is no CSV says what it is, and nothing is written", async () => {
    const calendar = await preview(ours.desk, "BEGIN:VCALENDAR\r\n");
    assert.deepEqual(calendar.columns, []);
    assert.match(calendar.faults[0].expected, /calendar/i);
    const bookings = await ours.desk.ask("GET", `${acmePath}/bookings`);
    assert.deepEqual(bookings.json.items, []);
    assert.deepEqual((await ours.desk.ask("GET", `${acmePath}/imports`)).json.items, []);
  });

  test("tells nothing of campaigns that are not the operator's", async () => {
    const limited = await openDesk(ours.service, "import", null, ["pk_winter"]);
    const winter = await preview(limited, rows);
    // The only campaign of theirs is that of the rows.
    assert.equal(winter.guess.fixed.interaction, "pk_winter");
    const told = async (interaction: string) =>
      JSON.stringify((await preview(limited, mapping({ interaction }) + rows)).rows).replaceAll(
        interaction,
        "KEY",
      );
    assert.equal(await told("pk_summer"), await told("pk_nobodys"));
    const foreign = await preview(limited, rows, "?interaction=pk_summer");
    assert.deepEqual(foreign, await preview(limited, rows, "?interaction=pk_nobodys"));
    const own = await preview(limited, rows, "?interaction=pk_winter");
    assert.notDeepEqual(own, foreign);
  });
});

/** What any word stands for where it is a status or an attendance. */
const guessed = {
  booking_status: { booking_status: "CONFIRMED" },
  checked_in_at: { checked_in_at: "false" },
};

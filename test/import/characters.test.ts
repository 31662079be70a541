import assert from "node:assert/strict";
import { test } from "node:test";
import { imported, startImporting } from "./importing.ts";
import { activity, booking, group, interaction, slot, ticketType } from "./lines.ts";

/** Texts that mean something where rows are written as lines of text. */
const names = [
  "\\N",
  "\\.",
  "back\\slash\\",
  "\\t\\n\\r\\x41",
  '"quoted", {in braces}',
  "名前 🎟️",
  "",
  null,
];

test("names and external ids keep each of their characters, however many lines there are", async () => {
  await using importing = await startImporting();
  const lines = Array.from({ length: 200 }, (_, index) =>
    booking(`line-${index}`, {
      external_id: `\\N\\contact-${index}`,
      tickets: [{ attendee: { display_name: names[index % names.length] } }],
    }),
  );
  const file = [
    group(),
    interaction(),
    activity(),
    ticketType(),
    slot({ capacity: 1_000 }),
    ...lines,
  ];
  await imported(importing, file);
  const rows = importing.query(
    `select external_id, attendee_display_name as name
     from contact
     join booking on booking.contact_number = contact.number
     join ticket on ticket.booking_id = booking.id`,
  );
  const found = new Map(rows.map(({ external_id: id, name }) => [id, name]));
  const expected = new Map(
    lines.map((_, index) => [`\\N\\contact-${index}`, names[index % names.length] ?? null]),
  );
  assert.deepEqual(found, expected);
  const again = await imported(importing, file);
  assert.equal(again.unchanged.booking, lines.length);
});

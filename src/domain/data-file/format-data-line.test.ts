import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { goodLines, parseLine } from "../../../test/harness/data-lines.ts";
import type { DataLine } from "./data-line.ts";
import { formatDataLine, formatWholeLine } from "./data-line-text.ts";

const read = (line: object) => parseLine(line) as DataLine;
const unknownAttendee = { display_name: null, checked_in_at: null };
const { booking, interaction, activity } = goodLines;

const full = {
  interaction: {
    kind: "interaction",
    id: "6a1d0f5e-0000-4000-8000-000000000001",
    public_key: interaction.public_key,
    group: interaction.group,
    timezone: interaction.timezone,
    default_language: interaction.default_language,
    languages: interaction.languages,
    cancellation_cutoff_minutes: 0,
    waitlist_promotion: "automatic",
    title: { fr: "Été" },
    tickets_per_contact: 4,
    contact_limit_counts: "upcoming",
  },
  activity: { ...activity, location_hint: { fr: "Hall 2" }, slot_duration_in_minutes: 45 },
  host: { ...goodLines.host, slot_duration_in_minutes: 20, overlaps: true },
  slot: {
    kind: "slot",
    interaction: "pk_summer",
    activity: "tasting",
    host: "station-3",
    starting_at: "2030-05-01T08:00:00.500Z",
    capacity: 0,
    closed: true,
  },
  booking: {
    kind: "booking",
    booking: booking.booking,
    external_id: "CUST-1",
    interaction: "pk_summer",
    activity: "tasting",
    host: "station-3",
    slot_starting_at: "2030-05-01T08:00:00Z",
    ticket_type: "standard",
    booking_status: "CONFIRMED",
    booked_at: "2030-04-01T10:11:12Z",
    tickets: [
      {
        cancelled_at: "2030-04-02T00:00:00Z",
        attendee: { display_name: "Ada", checked_in_at: null },
      },
      {
        cancelled_at: null,
        attendee: { display_name: null, checked_in_at: "2030-04-03T00:00:00Z" },
      },
    ],
    changed_at: "2030-04-03T00:00:00Z",
  },
};

describe("a line is written", () => {
  for (const format of [formatDataLine, formatWholeLine]) {
    test(`as it was read, in the order of its fields, by ${format.name}`, () => {
      for (const line of Object.values(full)) {
        assert.equal(JSON.stringify(format(read(line))), JSON.stringify(line));
      }
      for (const line of [goodLines.group, goodLines.host, goodLines.ticket_type, goodLines.slot]) {
        assert.deepEqual(format(read(line)), line);
      }
    });

    test(`with the id that a campaign has not yet, and tickets in full, by ${format.name}`, () => {
      const campaign = JSON.stringify(format(read(interaction)));
      assert.deepEqual(JSON.parse(campaign), { ...interaction, id: null });
      const tickets = [{ cancelled_at: null, attendee: unknownAttendee }];
      assert.deepEqual(format(read(booking)), { ...booking, tickets });
    });
  }

  test("without a text or a choice that absence means too, or whole with what clears it", () => {
    const campaign = {
      ...interaction,
      id: null,
      cancellation_cutoff_minutes: null,
      tickets_per_contact: null,
    };
    const byHand = read({
      ...campaign,
      waitlist_promotion: null,
      title: {},
      tickets_per_contact: null,
      contact_limit_counts: null,
    });
    assert.deepEqual(formatDataLine(byHand), { ...campaign, contact_limit_counts: "upcoming" });
    assert.deepEqual(formatWholeLine(byHand), {
      ...campaign,
      waitlist_promotion: "manual",
      contact_limit_counts: "upcoming",
      title: {},
    });
    const cleared = read({ ...activity, location_hint: null, slot_duration_in_minutes: null });
    const bare = { ...activity, slot_duration_in_minutes: null };
    assert.deepEqual(formatDataLine(cleared), bare);
    assert.deepEqual(formatDataLine(read({ ...bare, location_hint: {} })), bare);
    assert.deepEqual(formatWholeLine(cleared), { ...bare, location_hint: {} });
  });
});

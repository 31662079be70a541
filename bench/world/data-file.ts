import { closeSync, openSync, writeSync } from "node:fs";
import type { TableRows, Value } from "./catalogue-rows.ts";
import { catalogueRows } from "./catalogue-rows.ts";
import {
  bookingIdOf,
  bookingOf,
  externalIdOf,
  interactionIdOf,
  places,
  slotStartOf,
  type World,
} from "./world.ts";

/** Writes the world as a data file for `booking import`; its rows are those of the bulk load. */
export function writeDataFile(path: string, world: World): void {
  const file = openSync(path, "w");
  for (const text of portions(lines(world))) writeSync(file, text);
  closeSync(file);
}

const linesAtOnce = 5_000;

function* portions(all: Iterable<object>): Generator<string> {
  let portion: string[] = [];
  for (const line of all) {
    portion.push(`${JSON.stringify(line)}\n`);
    if (portion.length < linesAtOnce) continue;
    yield portion.join("");
    portion = [];
  }
  yield portion.join("");
}

function* lines(world: World): Generator<object> {
  const publicKeys = new Map<Value, Value>();
  for (const { table, columns, rows } of catalogueRows(world, 1)) {
    for (const row of rows) {
      const column = (name: string) => row[columns.indexOf(name)] ?? null;
      if (table === "interaction") publicKeys.set(column("id"), column("public_key"));
      yield toLine[table]?.(column, publicKeys.get(column("interaction_id")) ?? null) ?? {};
    }
  }
  for (let number = 0; number < world.bookings; number += 1) {
    const booking = bookingOf(world, number);
    const place = places[booking.place];
    if (place === undefined) throw new Error("There is no such place.");
    const bookedAt = new Date(booking.bookedAt).toISOString();
    const cancelledAt = booking.isCancelled ? bookedAt : null;
    yield {
      kind: "booking",
      booking: bookingIdOf(number),
      external_id: externalIdOf(booking.contact),
      interaction: publicKeys.get(interactionIdOf(place.interaction)),
      activity: place.activityId,
      ...(place.hostId !== "" && { host: place.hostId }),
      slot_starting_at: new Date(slotStartOf(booking.time)).toISOString(),
      ticket_type: booking.isLimited ? "standard" : "open",
      booking_status: booking.isCancelled ? "CANCELLED" : "CONFIRMED",
      booked_at: bookedAt,
      tickets: [{ cancelled_at: cancelledAt, attendee: { display_name: "Ada Example" } }],
    };
  }
}

type Column = (name: string) => Value;

const toLine: Record<TableRows["table"], (column: Column, interaction: Value) => object> = {
  '"group"': (column) => ({
    kind: "group",
    unique_key: column("unique_key"),
    display_name: column("display_name"),
  }),
  interaction: (column) => ({
    kind: "interaction",
    id: column("id"),
    public_key: column("public_key"),
    group: column("group_unique_key"),
    timezone: column("timezone"),
    default_language: column("default_language"),
    languages: JSON.parse(String(column("languages"))),
  }),
  activity: (column, interaction) => ({
    kind: "activity",
    interaction,
    id: column("id"),
    title: JSON.parse(String(column("title"))),
    location_hint: JSON.parse(String(column("location_hint"))),
    ...(column("slot_duration_in_minutes") !== null && {
      slot_duration_in_minutes: column("slot_duration_in_minutes"),
    }),
  }),
  host: (column, interaction) => ({
    kind: "host",
    interaction,
    activity: column("activity_id"),
    id: column("id"),
    display_name: column("display_name"),
    slot_duration_in_minutes: column("slot_duration_in_minutes"),
  }),
  ticket_type: (column, interaction) => ({
    kind: "ticket_type",
    interaction,
    activity: column("activity_id"),
    id: column("id"),
    display_name: column("display_name"),
    has_limited_capacity: column("has_limited_capacity") === 1,
  }),
  slot: (column, interaction) => ({
    kind: "slot",
    interaction,
    activity: column("activity_id"),
    ...(column("host_id") !== "" && { host: column("host_id") }),
    starting_at: new Date(Number(column("starting_at"))).toISOString(),
    capacity: column("capacity"),
  }),
};

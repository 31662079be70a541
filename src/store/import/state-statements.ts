import { sql } from "kysely";
import type { BoundRows, Engine } from "../engine.ts";
import { prepare } from "../statement.ts";

export type Values = BoundRows & { readonly accountId: number };

/**
 * The statements that read, by lists of keys, what an import's lines name beside the catalogue. The input stands first
 * in each: the embedded engine keeps the order of a cross join, and has no statistics from which to choose another.
 */
export function prepareStatements(engine: Engine) {
  return {
    bookings: readBookings(engine),
    lockBookings: lockBookings(engine),
    tickets: readTickets(engine),
    histories: readHistories(engine),
    contacts: readContacts(engine),
    slots: prepare((values: Values) => selectSlots(engine, values)),
    waitlistsWithSeats: prepare((values: Values) => waitlistsWithSeats(engine, values)),
    lockedSlots: prepare((values: Values) => engine.locked(selectSlots(engine, values), "slot")),
  };
}

function readBookings(engine: Engine) {
  return prepare((values: Values) =>
    engine.reads
      .selectFrom(engine.inputRows(values, { id: "text" }))
      .crossJoin("booking")
      .crossJoin("interaction")
      .crossJoin("contact")
      .select([
        "booking.id",
        "booking.contact_id",
        "booking.slot_starting_at",
        "booking.interaction_id",
        "booking.activity_id",
        "booking.host_id",
        "booking.ticket_type_id",
        "booking.booking_status",
        "booking.booked_at",
        "interaction.public_key",
        "contact.external_id",
      ])
      .select((select) =>
        select
          .selectFrom("booking_event")
          .select((of) => of.fn.max("booking_event.number").as("last"))
          .where("booking_event.account_id", "=", values.accountId)
          .whereRef("booking_event.booking_id", "=", "booking.id")
          .as("last_event"),
      )
      .where("booking.account_id", "=", values.accountId)
      .whereRef("booking.id", "=", "input_rows.id")
      .where("interaction.account_id", "=", values.accountId)
      .whereRef("interaction.id", "=", "booking.interaction_id")
      .where("contact.account_id", "=", values.accountId)
      .whereRef("contact.id", "=", "booking.contact_id"),
  );
}

function lockBookings(engine: Engine) {
  return prepare((values: Values) =>
    engine.locked(
      engine.reads
        .selectFrom(engine.inputRows(values, { id: "text" }))
        .crossJoin("booking")
        .select("booking.id")
        .where("booking.account_id", "=", values.accountId)
        .whereRef("booking.id", "=", "input_rows.id"),
      "booking",
    ),
  );
}

function readTickets(engine: Engine) {
  return prepare((values: Values) =>
    engine.reads
      .selectFrom(engine.inputRows(values, { id: "text" }))
      .crossJoin("ticket")
      .select([
        "ticket.booking_id",
        "ticket.cancelled_at",
        "ticket.attendee_display_name",
        "ticket.attendee_checked_in_at",
      ])
      .where("ticket.account_id", "=", values.accountId)
      .whereRef("ticket.booking_id", "=", "input_rows.id")
      .orderBy("ticket.booking_id")
      .orderBy("ticket.number"),
  );
}

function readHistories(engine: Engine) {
  return prepare((values: Values) =>
    engine.reads
      .selectFrom(engine.inputRows(values, { id: "text" }))
      .crossJoin("booking_event")
      .select([
        "booking_event.booking_id as id",
        "booking_event.kind",
        "booking_event.at",
        "booking_event.recorded_at as recordedAt",
        "booking_event.details",
      ])
      .where("booking_event.account_id", "=", values.accountId)
      .whereRef("booking_event.booking_id", "=", "input_rows.id")
      .orderBy("booking_event.booking_id")
      .orderBy("booking_event.number"),
  );
}

function readContacts(engine: Engine) {
  return prepare((values: Values) =>
    engine.reads
      .selectFrom(engine.inputRows(values, { external_id: "text" }))
      .crossJoin("contact")
      .select(["contact.external_id", "contact.id"])
      .where("contact.account_id", "=", values.accountId)
      .whereRef("contact.external_id", "=", "input_rows.external_id"),
  );
}

/** Those of the slots that have a free seat beside a waitlist. */
function waitlistsWithSeats(engine: Engine, values: Values) {
  return selectSlots(engine, values)
    .whereRef("slot.taken", "<", "slot.capacity")
    .where((where) =>
      where.exists(
        where
          .selectFrom("booking")
          .select("booking.id")
          .where("booking.account_id", "=", values.accountId)
          .whereRef("booking.interaction_id", "=", "slot.interaction_id")
          .whereRef("booking.activity_id", "=", "slot.activity_id")
          .whereRef("booking.host_id", "=", "slot.host_id")
          .whereRef("booking.slot_starting_at", "=", "slot.starting_at")
          .where("booking.booking_status", "=", "WAITLIST"),
      ),
    );
}

function selectSlots(engine: Engine, values: Values) {
  const key = {
    interaction_id: "text",
    activity_id: "text",
    host_id: "text",
    starting_at: "bigint",
  } as const;
  return engine.reads
    .selectFrom(engine.inputRows(values, key))
    .crossJoin("slot")
    .select([
      "slot.interaction_id as interactionId",
      "slot.activity_id as activityId",
      "slot.host_id as hostId",
      "slot.starting_at as startingAt",
      "slot.capacity",
      "slot.taken",
      "slot.overbooked_by",
    ])
    .where("slot.account_id", "=", values.accountId)
    .whereRef("slot.interaction_id", "=", "input_rows.interaction_id")
    .whereRef("slot.activity_id", "=", "input_rows.activity_id")
    .whereRef("slot.host_id", "=", "input_rows.host_id")
    .where("slot.starting_at", "=", sql<number>`input_rows.starting_at`);
}

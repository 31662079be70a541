import type { Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import type { BookingEventKind } from "../../domain/booking.ts";
import type { Within } from "../accounts/audit.ts";
import { dialectOf } from "../statement.ts";
import { namedBy } from "../keys.ts";
import type { Tables } from "../tables.ts";
import { forgetLeftOutWith, forgetSaid } from "../accounts/import-jobs.ts";
import { writeRows } from "../write/write-batch.ts";

/**
 * Erases a contact's personal data in the transaction of its caller; docs/personal-data.md lists the
 * columns. Returns null when there is no such contact.
 */
export async function eraseIdentity(
  { transaction, accountId, audit }: Within,
  contact: { readonly number: number; readonly newExternalId: string },
): Promise<{ readonly attendeesNamed: number } | null> {
  await forgetLeftOut(transaction, accountId, contact.number);
  const { numUpdatedRows } = await transaction
    .updateTable("contact")
    .set({ external_id: contact.newExternalId })
    .where("account_id", "=", accountId)
    .where("number", "=", contact.number)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return null;
  const bookings = transaction
    .selectFrom("booking")
    .select("id")
    .where("account_id", "=", accountId)
    .where("contact_number", "=", contact.number);
  // The locks keep other writers from adding to these histories meanwhile.
  await dialectOf(transaction).locked(bookings.orderBy("id"), "booking").execute();
  const { numUpdatedRows: named } = await transaction
    .updateTable("ticket")
    .set({ attendee_display_name: null, attendee_words: null })
    .where("account_id", "=", accountId)
    .where("booking_id", "in", bookings)
    .where("attendee_display_name", "is not", null)
    .executeTakeFirst();
  await transaction
    .deleteFrom("booking_data")
    .where("account_id", "=", accountId)
    .where("booking_id", "in", bookings)
    .execute();
  await forgetNamesInHistory(transaction, accountId, contact.number);
  await forgetAnswers(transaction, accountId, contact.number);
  const within = { transaction, accountId, audit };
  const events = await eventsOfContact(within, contact.number, {
    kind: "contact-erased",
    details: null,
  });
  await writeRows(transaction, accountId, audit.now, { events });
  return { attendeesNamed: Number(named) };
}

/** Makes one event for each booking of the contact, since each booking shows another external id now. */
export async function eventsOfContact(
  { transaction, accountId, audit }: Within,
  contactNumber: number,
  { kind, details }: { readonly kind: BookingEventKind; readonly details: object | null },
) {
  const bookings = await transaction
    .selectFrom("booking")
    .innerJoin("booking_event as event", namedBy("booking", "event"))
    .select(["booking.id", "booking.booking_status"])
    .select((select) => select.fn.max("event.number").as("last_event"))
    .where("booking.account_id", "=", accountId)
    .where("booking.contact_number", "=", contactNumber)
    .groupBy(["booking.id", "booking.booking_status"])
    .execute();
  return bookings.map((row) => ({
    booking_id: row.id,
    number: row.last_event + 1,
    kind,
    booking_status: row.booking_status,
    at: audit.now,
    recorded_at: audit.now,
    actor: audit.actor,
    request_id: audit.requestId ?? null,
    details: details && JSON.stringify(details),
  }));
}

/**
 * The keys in an event's details whose values may name a contact. The event of an import holds the tickets before and
 * after, attendees included, and a reason is free text.
 */
const telling = ["display_name", "reason", "content"];

/** Removes names from histories. */
async function forgetNamesInHistory(
  transaction: Kysely<Tables>,
  accountId: AccountId,
  contactNumber: number,
): Promise<void> {
  const events = await transaction
    .selectFrom("booking_event")
    .innerJoin("booking", namedBy("booking", "booking_event"))
    .select(["booking_event.booking_id", "booking_event.number", "booking_event.details"])
    .where("booking_event.account_id", "=", accountId)
    .where("booking.contact_number", "=", contactNumber)
    .where((where) =>
      where.or(telling.map((key) => where("booking_event.details", "like", `%"${key}":%`))),
    )
    .execute();
  for (const { booking_id, number, details } of events) {
    await transaction
      .updateTable("booking_event")
      .set({ details: withoutNames(details ?? "null") })
      .where("account_id", "=", accountId)
      .where("booking_id", "=", booking_id)
      .where("number", "=", number)
      .execute();
  }
}

function withoutNames(details: string): string {
  return JSON.stringify(JSON.parse(details), (key, value: unknown) =>
    telling.includes(key) ? null : value,
  );
}

/** Lines that an import left out, and what it said of bad ones, may name the contact or its bookings. */
async function forgetLeftOut(
  transaction: Kysely<Tables>,
  accountId: AccountId,
  contactNumber: number,
): Promise<void> {
  const contact = await transaction
    .selectFrom("contact")
    .select("external_id")
    .where("account_id", "=", accountId)
    .where("number", "=", contactNumber)
    .where((where) =>
      where.exists(where.selectFrom("import_job").select("id").where("account_id", "=", accountId)),
    )
    .executeTakeFirst();
  if (contact === undefined) return;
  const bookings = await transaction
    .selectFrom("booking")
    .select("id")
    .where("account_id", "=", accountId)
    .where("contact_number", "=", contactNumber)
    .execute();
  const words = [contact.external_id, ...bookings.map(({ id }) => id)];
  await forgetLeftOutWith(transaction, accountId, words);
  await forgetSaid(transaction, accountId, contact.external_id);
}

/** What receivers of webhooks answered may repeat what they were sent. */
async function forgetAnswers(
  transaction: Kysely<Tables>,
  accountId: AccountId,
  contactNumber: number,
): Promise<void> {
  const deliveries = transaction
    .selectFrom("webhook_delivery")
    .select("webhook_delivery.id")
    .innerJoin("booking", namedBy("booking", "webhook_delivery"))
    .where("webhook_delivery.account_id", "=", accountId)
    .where("booking.account_id", "=", accountId)
    .where("booking.contact_number", "=", contactNumber);
  await transaction
    .updateTable("webhook_attempt")
    .set({ answer: null })
    .where("account_id", "=", accountId)
    .where("delivery_id", "in", deliveries)
    .where("answer", "is not", null)
    .execute();
}

import type { Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import type { BookingEventKind } from "../../domain/booking.ts";
import type { Within } from "../accounts/audit.ts";
import { dialectOf } from "../statement.ts";
import { givenAwayBy } from "./given-away.ts";
import { namedBy } from "../keys.ts";
import type { Tables } from "../tables.ts";
import { forgetLeftOutWith, forgetSaid } from "../accounts/forget-in-imports.ts";
import { writeRows } from "../write/write-batch.ts";

interface Erased {
  readonly id: string;
  readonly number: number;
}

/**
 * Erases a contact's personal data in the transaction of its caller; docs/personal-data.md lists the
 * columns. Returns null when there is no such contact.
 */
export async function eraseIdentity(
  { transaction, accountId, audit }: Within,
  contact: Erased & { readonly newExternalId: string },
): Promise<{ readonly attendeesNamed: number } | null> {
  await forgetLeftOut(transaction, accountId, contact);
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
  await forgetNamesInHistory(transaction, accountId, contact);
  await forgetAnswers(transaction, accountId, contact);
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
const tellingKeys = ["display_name", "reason", "content"];

/**
 * Removes names from histories. In that of a booking that the contact gave away, an event may have a name of before at any
 * place, and reasons of later events are of others.
 */
async function forgetNamesInHistory(
  transaction: Kysely<Tables>,
  accountId: AccountId,
  contact: Erased,
): Promise<void> {
  const telling = transaction
    .selectFrom("booking_event")
    .innerJoin("booking", namedBy("booking", "booking_event"))
    .select(["booking_event.booking_id", "booking_event.number", "booking_event.details"])
    .where("booking_event.account_id", "=", accountId)
    .where((where) =>
      where.or(tellingKeys.map((key) => where("booking_event.details", "like", `%"${key}":%`))),
    );
  const own = await telling.where("booking.contact_number", "=", contact.number).execute();
  const given = await givenAwayBy(transaction, accountId, contact.id)
    .select(["booking_event.booking_id", (of) => of.fn.max("booking_event.number").as("last")])
    .groupBy("booking_event.booking_id")
    .execute();
  const lastOf = new Map(given.map(({ booking_id, last }) => [booking_id, last]));
  const former = await telling
    .where(
      "booking_event.booking_id",
      "in",
      givenAwayBy(transaction, accountId, contact.id).select("booking_event.booking_id"),
    )
    .where("booking.contact_number", "<>", contact.number)
    .execute();
  const all = [
    ...own.map((event) => ({ ...event, keys: tellingKeys })),
    ...former.map((event) => ({
      ...event,
      keys: event.number <= (lastOf.get(event.booking_id) ?? 0) ? tellingKeys : ["display_name"],
    })),
  ];
  for (const { booking_id, number, details, keys } of all) {
    await transaction
      .updateTable("booking_event")
      .set({ details: without(keys, details ?? "null") })
      .where("account_id", "=", accountId)
      .where("booking_id", "=", booking_id)
      .where("number", "=", number)
      .execute();
  }
}

function without(keys: readonly string[], details: string): string {
  return JSON.stringify(JSON.parse(details), (key, value: unknown) =>
    keys.includes(key) ? null : value,
  );
}

/** Lines that an import left out, and what it said of bad ones, may name the contact or its bookings. */
async function forgetLeftOut(
  transaction: Kysely<Tables>,
  accountId: AccountId,
  { id, number }: Erased,
): Promise<void> {
  const contact = await transaction
    .selectFrom("contact")
    .select("external_id")
    .where("account_id", "=", accountId)
    .where("number", "=", number)
    .where((where) =>
      where.exists(where.selectFrom("import_job").select("id").where("account_id", "=", accountId)),
    )
    .executeTakeFirst();
  if (contact === undefined) return;
  const bookings = await transaction
    .selectFrom("booking")
    .leftJoin("booking_data", namedBy("booking", "booking_data"))
    .select(["booking.id", "booking_data.reference"])
    .where("booking.account_id", "=", accountId)
    .where("contact_number", "=", number)
    .execute();
  const given = await givenAwayBy(transaction, accountId, id)
    .select("booking_event.booking_id as id")
    .execute();
  const words = [contact.external_id, ...[...bookings, ...given].map((each) => each.id)];
  await forgetLeftOutWith(transaction, accountId, words);
  const references = bookings.flatMap(({ reference }) => reference ?? []);
  const attendees = await transaction
    .selectFrom("ticket")
    .innerJoin("booking", namedBy("booking", "ticket"))
    .select("attendee_display_name as name")
    .distinct()
    .where("ticket.account_id", "=", accountId)
    .where("booking.contact_number", "=", number)
    .execute();
  const names = attendees.flatMap(({ name }) => name ?? []);
  await forgetSaid(transaction, accountId, { words: [contact.external_id, ...references], names });
}

/** What receivers of webhooks answered may repeat what they were sent. */
async function forgetAnswers(
  transaction: Kysely<Tables>,
  accountId: AccountId,
  { id, number }: Erased,
): Promise<void> {
  const deliveries = transaction
    .selectFrom("webhook_delivery")
    .select("webhook_delivery.id")
    .where("webhook_delivery.account_id", "=", accountId)
    .where((where) =>
      where.or([
        where(
          "webhook_delivery.booking_id",
          "in",
          where
            .selectFrom("booking")
            .select("booking.id")
            .where("booking.account_id", "=", accountId)
            .where("booking.contact_number", "=", number),
        ),
        where(
          "webhook_delivery.booking_id",
          "in",
          givenAwayBy(transaction, accountId, id).select("booking_event.booking_id"),
        ),
      ]),
    );
  await transaction
    .updateTable("webhook_attempt")
    .set({ answer: null })
    .where("account_id", "=", accountId)
    .where("delivery_id", "in", deliveries)
    .where("answer", "is not", null)
    .execute();
}

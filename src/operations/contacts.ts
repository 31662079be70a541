import { randomUUID } from "node:crypto";
import { Type } from "typebox";
import { formatAccountName, type AccountId } from "../domain/account.ts";
import { counted } from "../domain/wording.ts";
import { formatWholeLine, notAfter } from "../domain/data-file/format-data-line.ts";
import { erasedExternalId } from "../domain/contact.ts";
import { formatInstant } from "../domain/instant.ts";
import type { AccountStore } from "../store/account-store.ts";
import type { BookingDetails } from "../store/bookings/booking-details.ts";
import type { Contact as Stored } from "../store/bookings/contacts.ts";
import { Booking, bookingToJson, Limit, limitToJson } from "./bookings.ts";
import { changeBooking } from "./change-bookings.ts";
import { AccountText, externalId, listOf, time, Uuid } from "./fields.ts";
import { withoutKey, type Ask, type Operation, type Parts, type Values } from "./operation.ts";
import { jsonBody, ofAccount, operationsOf, replyWith } from "./operations-of.ts";

export const Contact = Type.Object({ contact: Uuid, external_id: Type.String() });
export const ContactExport = Type.Object({
  contact: Uuid,
  external_id: Type.String(),
  account: AccountText,
  exported_at: time("When."),
  bookings: Type.Array(Booking),
});

const Merged = Type.Object({
  from: Type.String({ description: "The external id that nobody has any more." }),
  into: Type.String(),
  bookings: Type.Integer({ description: "How many changed their contact." }),
  dry_run: Type.Boolean(),
  over_limit: Type.Optional(
    Type.Array(Limit, { description: "The limits that the other contact exceeds then." }),
  ),
});

const operation = operationsOf({
  tag: "Contacts",
  below: `${ofAccount}/contacts`,
  reach: "account",
});
const params = { contact: Uuid };
const unknownContact = { refused: { why: "unknown-contact" } } as const;

const findContact = operation(
  {
    name: "findContact",
    method: "GET",
    scope: "people",
    role: "viewer",
    summary: "The contact with this external id, in a list of one or none.",
    query: Type.Object({ external_id: externalId }),
    answers: { 200: listOf(Contact) },
  },
  async ({ store }, { query }, { id }) => {
    const found = await store.account(id).findContact({ externalId: query.external_id });
    const items = found === null ? [] : [found];
    return {
      body: { items: items.map((each) => ({ contact: each.id, external_id: each.externalId })) },
    };
  },
);

/** A contact's id in the path, typed as the caller's id of the contact. */
const byExternalId = {
  typed: {
    contact: {
      flag: "external-id",
      shown: "id",
      about: "the caller's identifier of the contact",
      read: String,
    },
  },
  send: async (values: Values, ask: Ask): Promise<Values> => {
    const { items } = await ask(findContact, { ...values, external_id: values["contact"] });
    // No contact has it: the operation says so.
    return { ...values, contact: items[0]?.contact ?? "00000000-0000-0000-0000-000000000000" };
  },
};

/** Contacts: find one, export its data, erase it. */
export const contactOperations: readonly Operation[] = [
  findContact,
  operation(
    {
      name: "exportContact",
      method: "GET",
      path: "/{contact}/export",
      scope: "people",
      role: "viewer",
      summary: "Everything that is known about a contact.",
      params,
      answers: { 200: ContactExport },
      refusals: ["unknown-contact"],
    },
    async ({ store }, { params: of, audit }, account) => {
      const found = await readContact(store, account.id, of.contact);
      if (found === null) return unknownContact;
      return {
        body: {
          contact: found.contact.id,
          external_id: found.contact.externalId,
          account: formatAccountName(account.name),
          exported_at: formatInstant(audit.now),
          bookings: found.bookings.map((details) => bookingToJson(account.name, details)),
        },
      };
    },
  ),
  operation(
    {
      name: "exportContactLines",
      method: "GET",
      path: "/{contact}/lines",
      scope: "people",
      role: "viewer",
      summary: "A contact's bookings as lines of a data file, by slot start.",
      params,
      answers: {
        200: listOf(Type.Record(Type.String(), Type.Unknown(), { description: "A line." })),
      },
      refusals: ["unknown-contact"],
      command: {
        ...byExternalId,
        words: "contact export",
        about: "Print a contact's bookings as lines of a data file.",
        notes:
          "Histories are no part of a data file: `booking find --external-id` with --json shows them.",
        example: "acme/production --external-id CUST-1 > cust-1.ndjson",
        jsonLines: true,
        print: (lines) => lines.map((line) => JSON.stringify(line)).join("\n"),
        say: (lines) => [`Exported ${counted(lines.length, "line")}.`],
      },
    },
    async ({ store }, { params: of, audit }, { id }) => {
      const found = await readContact(store, id, of.contact);
      if (found === null) return unknownContact;
      const lines = found.bookings.map(({ line }) => notAfter(line, audit.now));
      return { body: { items: lines.map(formatWholeLine) } };
    },
  ),
  operation(
    {
      name: "eraseContact",
      method: "DELETE",
      path: "/{contact}",
      scope: "people",
      summary: "Take out who a contact is: external id and attendees' names.",
      description:
        "The bookings stay, under an id that nobody knows, so that seats and histories add up. " +
        "Backups, exports and other systems are not reached.",
      params,
      query: Type.Object({
        upcoming: Type.Optional(
          Type.Union([Type.Literal("cancel"), Type.Literal("keep")], {
            description: "What becomes of live bookings to come; needed where there are any.",
          }),
        ),
        dry_run: Type.Optional(Type.Boolean({ description: "Only count." })),
      }),
      answers: {
        200: Type.Object({
          bookings: Type.Integer({ description: "How many the contact has." }),
          cancelled: Type.Integer(),
          dry_run: Type.Boolean(),
        }),
      },
      refusals: ["unknown-contact", "contact-has-upcoming", "attendee-checked-in"],
      command: {
        send: byExternalId.send,
        words: "contact erase",
        about: "Erase a contact's identity: its external id and the attendees' names.",
        typed: {
          ...byExternalId.typed,
          upcoming: {
            shown: "what",
            noun: "choice for bookings to come",
            about:
              "what becomes of live bookings to come: cancel or keep; required where there are any",
          },
          dry_run: { about: "say what would be erased, and change nothing" },
        },
        notes:
          "The bookings stay, under an id that nobody knows, so that seats and histories add up.\n" +
          "Backups, exports and other systems are not reached. It cannot be taken back.",
        example: "acme/production --external-id CUST-1 --upcoming cancel --dry-run",
        print: ({ bookings, cancelled, dry_run }) =>
          dry_run
            ? `Would erase the contact of ${counted(bookings, "booking")}, and cancel ${cancelled}.`
            : `Erased the contact of ${counted(bookings, "booking")}, and cancelled ${cancelled}.`,
      },
    },
    async (parts, { audit, params: of, query }, { id }) => {
      const { upcoming = null, dry_run = false } = query;
      const found = await readContact(parts.store, id, of.contact);
      if (found === null) return unknownContact;
      const open = found.bookings.filter(
        ({ booking }) => booking.status !== "CANCELLED" && booking.slotStartingAt > audit.now,
      );
      // The caller could not cancel them afterwards.
      if (open.length > 0 && upcoming === null) {
        return { refused: { why: "contact-has-upcoming", bookings: open.length } };
      }
      const ended = upcoming === "cancel" ? open : [];
      const counts = { bookings: found.bookings.length, cancelled: ended.length, dry_run };
      if (dry_run) return { body: counts };
      for (const { booking } of ended) {
        const cancel = {
          kind: "cancel",
          ticket: null,
          reason: null,
          afterCutoff: true,
        } as const;
        const refused = await changeBooking(parts, withoutKey(audit), id, booking.id, cancel);
        // Another cancel may have come first, with the same result.
        if (refused !== null && refused.refused.why !== "ticket-already-cancelled") return refused;
      }
      const erasure = { id: of.contact, newExternalId: erasedExternalId(randomUUID()) };
      const isErased = await parts.store.account(id).eraseContact(audit, erasure);
      return isErased ? { body: counts } : unknownContact;
    },
  ),
  operation(
    {
      name: "mergeContact",
      // The answer has external ids, and the contact that had the one is gone.
      again: async () => ({ refused: { why: "answer-not-kept" } }),
      method: "POST",
      path: "/{contact}/merge",
      scope: "people",
      summary: "Give all bookings of a contact to another one.",
      description:
        "The contact ends. Seats, waitlists and histories stay; the other may exceed a limit.",
      params,
      body: jsonBody({
        into: externalId,
        dry_run: Type.Optional(Type.Boolean({ description: "Only count." })),
      }),
      answers: { 200: Merged },
      refusals: ["unknown-contact", "unknown-other-contact", "same-contact", "answer-not-kept"],
      command: {
        send: byExternalId.send,
        words: "contact merge",
        about: "Merge a contact into another: all its bookings become the other's.",
        typed: {
          ...byExternalId.typed,
          into: { flag: "into", shown: "id", about: "the external id that stays", read: String },
          dry_run: { about: "count the bookings, and change nothing" },
        },
        notes: "Each booking's history and the feed of changes have it. It cannot be taken back.",
        example: "acme/production --external-id CUST-1 --into CUST-2 --dry-run",
        print: ({ bookings, dry_run, over_limit = [] }) =>
          [
            `${dry_run ? "Would give" : "Gave"} ${counted(bookings, "booking")} to the other contact.`,
            ...over_limit.map(({ facts }) => `Over a limit: ${facts}`),
          ].join("\n"),
      },
    },
    async ({ store }, { audit, params: of, body: { into, dry_run = false } }, { id }) => {
      const order = { fromId: of.contact, into, dryRun: dry_run };
      const merged = await store.account(id).mergeContacts(audit, order);
      return replyWith(merged, ({ overLimit, ...done }) => ({
        ...done,
        dry_run,
        ...(overLimit.length > 0 && { over_limit: overLimit.map(limitToJson) }),
      }));
    },
  ),
];

async function readContact(
  store: Parts["store"],
  id: AccountId,
  contactId: string,
): Promise<{ readonly contact: Stored; readonly bookings: readonly BookingDetails[] } | null> {
  const door = store.account(id);
  const contact = await door.findContact({ id: contactId });
  return contact === null ? null : { contact, bookings: await bookingsOf(door, contact) };
}

/** Bookings that one query reads. */
const portion = 500;

/** All bookings of a contact, by slot start. */
async function bookingsOf(
  door: Pick<AccountStore, "findBookings">,
  { externalId: of }: Stored,
): Promise<BookingDetails[]> {
  const all: BookingDetails[] = [];
  for (;;) {
    const last = all.at(-1)?.booking;
    const some = await door.findBookings({
      externalId: of,
      ...(last !== undefined && { after: { slotStartingAt: last.slotStartingAt, id: last.id } }),
      limit: portion,
    });
    all.push(...some);
    if (some.length < portion) return all;
  }
}

import { Type } from "typebox";
import { formatAccountName, type AccountId } from "../../domain/account.ts";
import { counted } from "../../domain/wording.ts";
import { formatWholeLine, notAfter } from "../../domain/data-file/data-line-text.ts";
import { formatInstant } from "../../domain/instant.ts";
import type { AccountStore } from "../../store/account-store.ts";
import type { BookingDetails } from "../../store/doors/bookings.ts";
import type { Contact as Stored } from "../../store/doors/contacts.ts";
import { Booking, bookingToJson } from "../bookings/bookings.ts";
import { AccountText, externalId, listOf, time, Uuid } from "../machinery/fields.ts";
import type { Ask, Operation, Parts, Values } from "../machinery/operation.ts";
import { ofAccount, operationsOf } from "../machinery/operations-of.ts";

export const Contact = Type.Object({ contact: Uuid, external_id: Type.String() });
export const ContactExport = Type.Object({
  contact: Uuid,
  external_id: Type.String(),
  account: AccountText,
  exported_at: time("When."),
  bookings: Type.Array(Booking),
});

export const ofContacts = operationsOf({
  tag: "Contacts",
  below: `${ofAccount}/contacts`,
  appliesTo: "account",
});
const params = { contact: Uuid };
const unknownContact = { refused: { why: "unknown-contact" } } as const;

const findContact = ofContacts(
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

/** Contacts: find one, and export its data. */
export const contactOperations: readonly Operation[] = [
  findContact,
  ofContacts(
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
  ofContacts(
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
];

/** A contact with all its bookings; null where there is none of this id. */
async function readContact(
  store: Parts["store"],
  accountId: AccountId,
  contactId: string,
): Promise<{ readonly contact: Stored; readonly bookings: readonly BookingDetails[] } | null> {
  const door = store.account(accountId);
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

import { Type } from "typebox";
import { formatAccountName } from "../../../domain/account.ts";
import { formatInstant } from "../../../domain/instant.ts";
import { bookingsOf, eraseContact } from "../../../usecases/operator/erase-contact.ts";
import { bookingToJson } from "../bookings/booking-to-json.ts";
import type { Operation } from "../../../operations/operation.ts";
import { ofAccount, replyWith, operationsOf } from "../../../operations/operations-of.ts";
import { externalId, listOf, Uuid } from "../../../operations/fields.ts";
import { Contact, ContactExport } from "./contact-schema.ts";

const route = operationsOf({ tag: "Contacts", below: `${ofAccount}/contacts`, scope: "account" });

/** Contacts: find one, export its data, erase it. */
export const contactRoutes: readonly Operation[] = [
  route(
    {
      name: "findContact",
      method: "GET",
      role: "viewer",
      summary: "The contact with this external id, in a list of one or none.",
      query: Type.Object({ external_id: externalId }),
      answers: { 200: listOf(Contact) },
    },
    async ({ store }, { query }, { id }) => {
      const found = await store.account(id).findContact({ externalId: query.external_id });
      const items = found === null ? [] : [found];
      return {
        body: {
          items: items.map((each) => ({ contact: each.id, external_id: each.externalId })),
        },
      };
    },
  ),
  route(
    {
      name: "exportContact",
      method: "GET",
      path: "/{contact}/export",
      role: "viewer",
      summary: "Everything that is known about a contact.",
      params: { contact: Uuid },
      answers: { 200: ContactExport },
      refusals: ["unknown-contact"],
    },
    async ({ store }, { params, audit }, { id, name }) => {
      const door = store.account(id);
      const contact = await door.findContact({ id: params.contact });
      if (contact === null) return { refused: { why: "unknown-contact" } };
      const bookings = await bookingsOf(door, contact);
      return {
        body: {
          contact: contact.id,
          external_id: contact.externalId,
          account: formatAccountName(name),
          exported_at: formatInstant(audit.now),
          bookings: bookings.map((details) => bookingToJson(name, details)),
        },
      };
    },
  ),
  route(
    {
      name: "eraseContact",
      method: "DELETE",
      path: "/{contact}",
      role: "admin",
      summary: "Take out who a contact is: external id and attendees' names.",
      description:
        "The bookings stay, under an id that nobody knows, so that seats and histories add up. " +
        "Backups, exports and other systems are not reached.",
      params: { contact: Uuid },
      query: Type.Object({
        upcoming: Type.Optional(
          Type.Union([Type.Literal("cancel"), Type.Literal("keep")], {
            description: "What becomes of live bookings to come; needed where there are any.",
          }),
        ),
      }),
      answers: { 200: Type.Object({ cancelled: Type.Integer() }) },
      refusals: ["unknown-contact", "contact-has-upcoming", "attendee-checked-in"],
    },
    async ({ store }, { audit, params, query }, { name }) => {
      const order = { contactId: params.contact, upcoming: query.upcoming ?? null };
      const erased = await eraseContact(store, audit, name, order);
      return replyWith(erased, ({ cancelled }) => ({ cancelled }));
    },
  ),
];

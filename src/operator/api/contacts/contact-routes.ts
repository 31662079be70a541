import { Type } from "typebox";
import { formatAccountName } from "../../../domain/account.ts";
import { formatInstant } from "../../../domain/instant.ts";
import { isRefused, type TransitionRefusal } from "../../../domain/refusal.ts";
import {
  bookingsOf,
  eraseContact,
  type ContactRefusal,
} from "../../../usecases/operator/erase-contact.ts";
import type { OperatorRefusal } from "../../../usecases/operator/operator-refusal.ts";
import { bookingToJson } from "../bookings/booking-to-json.ts";
import { accountParams, route, type Route } from "../route.ts";
import { externalId, listOf, Uuid } from "../fields.ts";
import { Contact, ContactExport } from "./contact-schema.ts";

const tag = "Contacts";
const below = "/accounts/{tenant}/{environment}/contacts";
const one = Type.Object({ ...accountParams, contact: Uuid });

/** People who booked: found, told everything about, and erased. */
export const contactRoutes: readonly Route[] = [
  route(
    {
      operation: "findContact",
      method: "GET",
      path: below,
      role: "viewer",
      scope: "account",
      tag,
      summary: "The contact with this external id, in a list of one or none.",
      params: Type.Object(accountParams),
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
      operation: "exportContact",
      method: "GET",
      path: `${below}/{contact}/export`,
      role: "viewer",
      scope: "account",
      tag,
      summary: "Everything that is known about a contact.",
      params: one,
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
      operation: "eraseContact",
      method: "DELETE",
      path: `${below}/{contact}`,
      role: "admin",
      scope: "account",
      tag,
      summary: "Take out who a contact is: external id and attendees' names.",
      description:
        "The bookings stay, under an id that nobody knows, so that seats and histories add up. " +
        "Backups, exports and other systems are not reached.",
      params: one,
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
      return isRefused<OperatorRefusal | TransitionRefusal | ContactRefusal>(erased)
        ? erased
        : { body: erased };
    },
  ),
];

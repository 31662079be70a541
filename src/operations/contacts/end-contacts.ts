import { randomUUID } from "node:crypto";
import { Type } from "typebox";
import { erasedExternalId, type Upcoming } from "../../domain/contact.ts";
import type { Refused } from "../../domain/refusal.ts";
import { counted } from "../../domain/wording.ts";
import type { AuditContext, NamedAccount } from "../../store/doors/access.ts";
import type { ContactKey } from "../../store/doors/contacts.ts";
import { Limit, limitToJson } from "../bookings/explanation.ts";
import { ofContacts } from "./contacts.ts";
import { externalId, option, Uuid } from "../machinery/fields.ts";
import type { Operation, Parts, Reply } from "../machinery/operation.ts";
import { jsonBody, replyWith } from "../machinery/operations-of.ts";
import type { AnyRefusal } from "../machinery/problems.ts";

const DryRun = option("Only count.");

const howToErase = {
  upcoming: Type.Optional(
    Type.Union([Type.Literal("cancel"), Type.Literal("keep")], {
      description: "What becomes of live bookings to come; needed where there are any.",
    }),
  ),
  dry_run: DryRun,
} as const;

const Erased = Type.Object({
  bookings: Type.Integer({ description: "How many the contact has." }),
  cancelled: Type.Integer(),
  dry_run: Type.Boolean(),
});

const whatStays =
  "The bookings stay, under an id that nobody knows, so that seats and histories add up.";
const notReached = "Backups, exports and other systems are not reached.";

const erasing = {
  scope: "people",
  description: `${whatStays} ${notReached}`,
  answers: { 200: Erased },
  refusals: ["unknown-contact", "contact-has-upcoming", "attendee-checked-in"],
} as const;

const Merged = Type.Object({
  from: Type.String({ description: "The external id that nobody has any more." }),
  into: Type.String(),
  bookings: Type.Integer({ description: "How many changed their contact." }),
  dry_run: Type.Boolean(),
  over_limit: Type.Optional(
    Type.Array(Limit, { description: "The limits that the other contact exceeds then." }),
  ),
});

/** What ends a contact: its erasure, and a merge into another one. */
export const contactEndings: readonly Operation[] = [
  ofContacts(
    {
      ...erasing,
      name: "eraseContact",
      method: "DELETE",
      path: "/{contact}",
      summary:
        "Take out who a contact is: external id, attendees' names, and the data and references of its bookings.",
      params: { contact: Uuid },
      query: Type.Object(howToErase),
    },
    (parts, { audit, params, query }, account) =>
      erase(parts, audit, account, { id: params.contact }, query),
  ),
  ofContacts(
    {
      ...erasing,
      name: "eraseExternalId",
      method: "POST",
      path: "/erase",
      summary: "The same for the contact with this external id.",
      body: jsonBody({ external_id: externalId, ...howToErase }),
      command: {
        words: "contact erase",
        about:
          "Erase a contact's identity: its external id, the attendees' names, and the data and references of its bookings.",
        typed: {
          external_id: { shown: "id", about: "the caller's identifier of the contact" },
          upcoming: {
            shown: "what",
            noun: "choice for bookings to come",
            about:
              "what becomes of live bookings to come: cancel or keep; required where there are any",
          },
          dry_run: { about: "say what would be erased, and change nothing" },
        },
        notes: `${whatStays}\n${notReached} It cannot be taken back.`,
        example: "acme/production --external-id CUST-1 --upcoming cancel --dry-run",
        print: ({ bookings, cancelled, dry_run }) =>
          dry_run
            ? `Would erase the contact of ${counted(bookings, "booking")}, and cancel ${cancelled}.`
            : `Erased the contact of ${counted(bookings, "booking")}, and cancelled ${cancelled}.`,
      },
    },
    (parts, { audit, body: { external_id, ...how } }, account) =>
      erase(parts, audit, account, { externalId: external_id }, how),
  ),
  ofContacts(
    {
      name: "mergeContact",
      method: "POST",
      path: "/merge",
      scope: "people",
      summary: "Give all bookings of a contact to another one.",
      description:
        "The contact ends. Seats, waitlists and histories stay; the other may exceed a limit.",
      body: jsonBody({ from: externalId, into: externalId, dry_run: DryRun }),
      answers: { 200: Merged },
      repeats: ["from", "into"],
      refusals: ["unknown-contact", "unknown-other-contact", "same-contact"],
      command: {
        words: "contact merge",
        about: "Merge a contact into another: all its bookings become the other's.",
        typed: {
          from: {
            flag: "external-id",
            shown: "id",
            about: "the caller's identifier of the contact that ends",
            read: String,
          },
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
    async ({ store }, { audit, body: { from, into, dry_run = false } }, { id }) => {
      const merged = await store.account(id).mergeContacts(audit, { from, into, dryRun: dry_run });
      return replyWith(merged, ({ overLimit, ...done }) => ({
        ...done,
        dry_run,
        ...(overLimit.length > 0 && { over_limit: overLimit.map(limitToJson) }),
      }));
    },
  ),
];

async function erase(
  { store }: Parts,
  audit: AuditContext,
  { id }: NamedAccount,
  of: ContactKey,
  how: { readonly upcoming?: Upcoming; readonly dry_run?: boolean },
): Promise<Reply | Refused<AnyRefusal>> {
  const { upcoming = null, dry_run = false } = how;
  const newExternalId = erasedExternalId(randomUUID());
  const order = { of, newExternalId, upcoming, dryRun: dry_run };
  const erased = await store.account(id).eraseContact(audit, order);
  return replyWith(erased, (counts) => ({ ...counts, dry_run }));
}

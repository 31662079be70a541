import { randomUUID } from "node:crypto";
import { Type } from "typebox";
import { externalId as readExternalId } from "../../domain/data-file/values.ts";
import { holdSecondsDefault, holdSecondsMax } from "../../domain/hold.ts";
import { isRefused, type SeatRefusal } from "../../domain/refusal.ts";
import type { Held, HoldRefusal } from "../../store/doors/holds.ts";
import { readHoldId } from "../machinery/arguments.ts";
import { pageOf, readCursor } from "../machinery/cursor.ts";
import {
  activityId as activity,
  externalId,
  hostId,
  limitDefault,
  page,
  paging,
  publicKey,
  rowId,
  ticketTypeId,
  time,
} from "../machinery/fields.ts";
import type { Again, Operation } from "../machinery/operation.ts";
import { given, jsonBody, ofAccount, operationsOf } from "../machinery/operations-of.ts";
import { readTime } from "../machinery/typed-time.ts";
import { refuseValue } from "../machinery/validation.ts";
import { placeOf } from "../slots/slots.ts";
import {
  formatHold,
  formatHolds,
  Hold,
  holdReply,
  holdSeconds,
  holdToJson,
} from "./hold-answer.ts";
import { refusedByClock } from "./late.ts";

const ofHolds = operationsOf({ tag: "Holds", below: `${ofAccount}/holds`, appliesTo: "campaign" });

const params = { hold: rowId("hold") };
const example = "acme/production 0b7e1c7a-5b4e-4a55-8f0e-7c1d2e3f4a5b";
const aboutHold = {
  positional: ["hold"],
  typed: { hold: { about: "the hold's id", read: readHoldId } },
} as const;

/** The hold as it is now: the answer to the same request under its idempotency key. */
const again: Again<{ readonly hold?: unknown }, unknown> = (parts, of, account) =>
  holdReply(parts, account, { id: String(of.params.hold), now: of.audit.now });

const HoldBody = jsonBody({
  interaction: publicKey,
  activity,
  host: Type.Optional(hostId),
  slot_starting_at: time("Start of the slot."),
  ticket_type: ticketTypeId,
  tickets: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, description: "1 by default." })),
  seconds: Type.Optional(
    holdSeconds(
      `For how long, ${holdSecondsDefault} by default; bookings close at the latest then.`,
    ),
  ),
  external_id: Type.Optional(externalId),
});

const showHold: Operation<Hold> = ofHolds(
  {
    name: "showHold",
    method: "GET",
    path: "/{hold}",
    scope: "book",
    alsoFor: ["read"],
    role: "viewer",
    summary: "A hold as it is; one that has ended, for a day after its end.",
    params,
    answers: { 200: Hold },
    refusals: ["unknown-hold"],
    command: { ...aboutHold, words: "hold show", example, print: formatHold },
  },
  (parts, { audit, params: { hold } }, account) =>
    holdReply(parts, account, { id: hold, now: audit.now }),
);

const releaseHold: Operation = ofHolds(
  {
    name: "releaseHold",
    method: "DELETE",
    path: "/{hold}",
    scope: "book",
    summary: "Give the seats of a hold back; one that has ended already stays so.",
    description: "Whoever waits for them moves up where the campaign promotes automatically.",
    params,
    answers: { 204: null },
    refusals: ["unknown-hold", "hold-ended"],
    command: {
      ...aboutHold,
      words: "hold release",
      example,
      act: async (ask, values) => {
        await ask(releaseHold, values);
        return ask(showHold, values);
      },
      shows: Hold,
      // As `act` returns it.
      print: (hold) => formatHold(hold as Hold),
    },
  },
  async (parts, { audit, params: { hold } }, account) => {
    const released = await parts.store.account(account.id).releaseHold(audit, hold);
    return isRefused<SeatRefusal>(released) ? released : { status: 204, body: null };
  },
);

/** Seats that are kept while somebody pays. */
export const holdOperations: readonly Operation[] = [
  ofHolds(
    {
      name: "makeHold",
      method: "PUT",
      path: "/{hold}",
      scope: "book",
      creates: "holds",
      again,
      summary: "Keep seats for a while, under an id of the caller's choice.",
      description:
        "They are taken for everybody else until it is booked, released, or ended. A hold never waits: where a " +
        "booking would, it is 409. The same again is the hold with the same end; other content under its id, or an " +
        "id whose hold is not live any more, is 409.",
      params,
      body: HoldBody,
      answers: { 201: Hold, 200: Hold },
      refusals: [
        "not-in-catalogue",
        "host-missing",
        "host-not-offered",
        "unknown-hold",
        "hold-exists",
        "hold-ended",
        ...refusedByClock,
        "over-limit",
        "seats-missing",
        "account-limit-reached",
        "too-many-holds",
      ],
      command: {
        words: "hold",
        typed: {
          hold: {
            about: "the hold's id, of your choice; the same again shows the hold",
            read: readHoldId,
          },
          tickets: { about: "how many (default: 1)" },
          seconds: {
            about: `for how long, up to ${holdSecondsMax} (default: ${holdSecondsDefault})`,
          },
          external_id: { about: "the caller's identifier of the contact" },
        },
        notes:
          "`booking book --hold ID` makes it a booking, which then has its seats whatever happened meanwhile.",
        example:
          "acme/production --hold 0b7e1c7a-5b4e-4a55-8f0e-7c1d2e3f4a5b --interaction pk_summer \\\n" +
          "    --activity tasting --slot 2030-05-01T08:00:00Z --ticket-type standard --tickets 2",
        print: formatHold,
      },
    },
    async (parts, { audit, body, params: { hold } }, account) => {
      const { external_id: own = null, tickets = 1, seconds: asked = holdSecondsDefault } = body;
      const refused = own === null ? null : refuseValue("external_id", readExternalId, own);
      if (refused !== null) return refused;
      const made = await parts.store.account(account.id).makeHold(audit, {
        holdId: hold,
        place: {
          ...placeOf(body),
          startingAt: readTime("slot_starting_at", body.slot_starting_at),
        },
        ticketTypeId: body.ticket_type,
        tickets,
        seconds: asked,
        externalId: own,
        contactId: randomUUID(),
      });
      if (isRefused<HoldRefusal>(made)) return made;
      return holdReply(parts, account, { id: hold, now: audit.now }, made.isNew ? 201 : 200);
    },
  ),
  ofHolds(
    {
      name: "listHolds",
      method: "GET",
      scope: "read",
      appliesTo: "campaigns",
      summary: "Live holds, of one slot or of all, the one that ends first before the others.",
      query: Type.Object({
        interaction: Type.Optional(publicKey),
        activity: Type.Optional(activity),
        host: Type.Optional(hostId),
        slot_starting_at: Type.Optional(time("Start of the slot.")),
        ...paging,
      }),
      answers: { 200: page(Hold) },
      command: {
        words: "hold list",
        about: "Show live holds, the one that ends first before the others.",
        limit: 1_000,
        typed: { host: { about: "the host's id" } },
        example: "acme/production --interaction pk_summer --slot 2030-05-01T08:00:00Z",
        print: (holds, width) =>
          holds.length === 0 ? "No seats are held." : formatHolds(holds, width),
      },
    },
    async ({ store }, { query, operator, audit }, { id, name }) => {
      const { interaction, host, slot_starting_at: start, cursor, limit = limitDefault } = query;
      const found = await store.account(id).findHolds({
        ...given({
          publicKey: interaction,
          activityId: query.activity,
          hostId: host,
          startingAt: start === undefined ? undefined : readTime("slot_starting_at", start),
          after: cursor === undefined ? undefined : afterOf(cursor),
        }),
        amongCampaigns: operator.interactions,
        now: audit.now,
        limit: limit + 1,
      });
      const cursorOf = (held: Held) => [held.expiresAt, held.id] as const;
      return { body: pageOf(found, limit, (held) => holdToJson(name, held), cursorOf) };
    },
  ),
  ofHolds(
    {
      name: "extendHold",
      method: "POST",
      path: "/{hold}/extend",
      scope: "book",
      again,
      summary: "Let a live hold end so many seconds from now.",
      description: "It ends a day after it was made at the latest, and when bookings close.",
      params,
      body: jsonBody({ seconds: holdSeconds("From now.") }),
      answers: { 200: Hold },
      refusals: ["unknown-hold", "hold-ended", ...refusedByClock],
      command: {
        ...aboutHold,
        words: "hold extend",
        typed: { ...aboutHold.typed, seconds: { about: "from now" } },
        example: `${example} --seconds 600`,
        print: formatHold,
      },
    },
    async (parts, { audit, body, params: { hold } }, account) => {
      const order = { holdId: hold, seconds: body.seconds };
      const extended = await parts.store.account(account.id).extendHold(audit, order);
      return isRefused<SeatRefusal>(extended)
        ? extended
        : holdReply(parts, account, { id: hold, now: audit.now });
    },
  ),
  showHold,
  releaseHold,
];

function afterOf(cursor: string) {
  const [expiresAt, id] = readCursor(cursor, ["number", "string"]);
  return { expiresAt, id };
}

import { Type } from "typebox";
import type { CsvDelimiter } from "../../domain/data-file/csv-cells.ts";
import { Delimiter, delimiterTyped, onlyWithCsv } from "../machinery/delimiter.ts";
import { counted } from "../../domain/wording.ts";
import { explainWaiting } from "../../domain/explain-waiting.ts";
import { formatInstant } from "../../domain/instant.ts";
import { isRefused } from "../../domain/refusal.ts";
import type { SlotDetails } from "../../store/doors/slots.ts";
import { Booking, bookingToJson } from "../bookings/bookings.ts";
import { Waiting, waitingText, waitingToJson } from "../bookings/explanation.ts";
import { downloadSlots, filterOf, slotFilter } from "./download-slots.ts";
import { pageOf, readCursor } from "../machinery/cursor.ts";
import { limitDefault, listOf, page, paging, time, type Sent } from "../machinery/fields.ts";
import { listInteractions } from "../catalogue/catalogue.ts";
import type { Ask, Operation, Values } from "../machinery/operation.ts";
import { given, ofAccount, operationsOf } from "../machinery/operations-of.ts";
import type { AnyRefusal } from "../machinery/problems.ts";
import {
  belowActivity,
  csvOfSlots,
  findSlot,
  formatSlots,
  namedSlot,
  oneSlot,
  placeRefusals,
  Slot,
  slotExample,
  slotOmits,
  slotReply,
  slotToJson,
} from "./slots.ts";
import { formatTable } from "../machinery/table.ts";
import { timeAbout } from "../machinery/typed-time.ts";

export const WaitlistEntry = Type.Object({ ...Booking.properties, waitlist: Waiting });

export const Arrivals = Type.Object({
  expected: Type.Integer({ description: "Tickets of CONFIRMED bookings that are not cancelled." }),
  arrived: Type.Integer({ description: "How many of these have checked in." }),
  check_ins: Type.Array(time("When one checked in."), { description: "Earliest first." }),
});

const slotsMax = 5_000;

const operation = operationsOf({
  tag: "Slots",
  below: `${ofAccount}/slots`,
  appliesTo: "campaigns",
});
const ofOne = operationsOf({ tag: "Slots", below: belowActivity, appliesTo: "campaign" });

/** Slots with their seats, their waitlists and their arrivals. */
export const slotOperations: readonly Operation[] = [
  operation(
    {
      name: "listSlots",
      method: "GET",
      scope: "read",
      alsoFor: ["book"],
      summary: "Slots with their seats and waitlists, by start.",
      query: Type.Object({
        ...slotFilter,
        ...paging,
        limit: Type.Optional(
          Type.Integer({
            minimum: 1,
            maximum: slotsMax,
            description:
              "Slots on a page; 100 by default. Enough for months of a campaign at once.",
          }),
        ),
      }),
      answers: { 200: page(Slot) },
      command: {
        words: "slot list",
        about: "Show slots with their seats and waitlists, in the campaign's time.",
        limit: 1_000,
        typed: {
          host: { about: "the host's id" },
          from: { about: `earliest start of the slot: ${timeAbout}` },
          to: { about: "latest start of the slot" },
          delimiter: delimiterTyped,
        },
        more: {
          csv: Type.Boolean({ description: "Print CSV that `slot csv` reads." }),
          delimiter: Delimiter,
        },
        send: onlyWithCsv,
        example: "acme/production --interaction pk_summer --from 2030-05-01T00:00:00Z",
        omits: slotOmits,
        print: (slots, width, { values: { csv, delimiter } }) => {
          if (csv === true) return csvOfSlots(slots, delimiter as CsvDelimiter | undefined);
          return slots.length === 0 ? "No slot matches." : formatSlots(slots, width);
        },
        also: unknownCampaign,
      },
    },
    async ({ store }, { query, operator, audit }, { id }) => {
      const { cursor, limit = limitDefault } = query;
      const found = await store.account(id).findSlots({
        ...filterOf(query, operator),
        ...given({ after: cursor === undefined ? undefined : afterOf(cursor) }),
        limit: limit + 1,
      });
      const cursorOf = ({
        startingAt,
        publicKey: key,
        activityId: activity,
        hostId: host,
      }: SlotDetails) => [startingAt, key, activity, host ?? ""] as const;
      return { body: pageOf(found, limit, (slot) => slotToJson(slot, audit.now), cursorOf) };
    },
  ),
  downloadSlots,
  ofOne(
    {
      ...oneSlot,
      name: "showSlot",
      method: "GET",
      scope: "read",
      alsoFor: ["book"],
      summary: "One slot with its seats and waitlist.",
      answers: { 200: Slot },
      refusals: ["not-in-catalogue"],
      command: {
        words: "slot show",
        about: "Show one slot with its seats and waitlist.",
        example: slotExample,
        omits: slotOmits,
        print: (slot, width) => formatSlots([slot], width),
      },
    },
    async ({ store }, { params, query, audit }, { id }) => {
      const found = await findSlot(store.account(id), namedSlot(params, query));
      return isRefused<AnyRefusal>(found) ? found : slotReply(found, audit.now);
    },
  ),
  ofOne(
    {
      ...oneSlot,
      name: "showWaitlist",
      method: "GET",
      path: "/{starting_at}/waitlist",
      scope: "read",
      summary: "Who waits for a seat of the slot, first come first, and why each has not moved up.",
      description:
        "The first 1,000. Who waits for no seat, as all tickets are cancelled, is not here.",
      answers: { 200: listOf(WaitlistEntry) },
      refusals: placeRefusals,
      command: {
        words: "slot waitlist",
        about: "Show who waits for a seat of a slot, first come first, and for what.",
        example: slotExample,
        print: formatWaitlist,
      },
    },
    async ({ store }, { params, query, audit }, { id, name }) => {
      const door = store.account(id);
      const { startingAt, hostId: host, ...slot } = namedSlot(params, query);
      const state = await door.readSlotWaiting({ ...slot, hostId: host, startingAt });
      if (isRefused<AnyRefusal>(state)) return state;
      const ids = state.waitlist.map((entry) => entry.id);
      const where = { ...slot, ...(host !== null && { hostId: host }), slotStartingAt: startingAt };
      const waiting = { statuses: ["WAITLIST"], ids, limit: ids.length } as const;
      const found = ids.length === 0 ? [] : await door.findBookings({ ...where, ...waiting });
      const byId = new Map(found.map((details) => [details.booking.id as string, details]));
      // An entry may have been promoted or cancelled between the two queries.
      const entries = ids.flatMap((entry) => byId.get(entry) ?? []);
      const items = entries.map((details) => ({
        ...bookingToJson(name, details),
        waitlist: waitingToJson(
          explainWaiting(details.booking, details.line.ticket_type, state, audit.now),
        ),
      }));
      return { body: { items } };
    },
  ),
  ofOne(
    {
      ...oneSlot,
      name: "showArrivals",
      method: "GET",
      path: "/{starting_at}/arrivals",
      scope: "read",
      summary: "Who is expected at the slot, and when those who came checked in.",
      answers: { 200: Arrivals },
      refusals: placeRefusals,
      command: {
        words: "slot arrivals",
        about: "Show how many are expected at a slot, and when those who came checked in.",
        example: slotExample,
        print: ({ expected, arrived, check_ins: checkIns }) =>
          [
            `${arrived} of ${counted(expected, "ticket has", "tickets have")} arrived.`,
            ...checkIns.map((at) => `  ${at}`),
          ].join("\n"),
      },
    },
    async ({ store }, { params, query }, { id }) => {
      const arrivals = await store.account(id).readArrivals(namedSlot(params, query));
      if (isRefused<AnyRefusal>(arrivals)) return arrivals;
      const { expected, checkIns } = arrivals;
      const times = checkIns.map(formatInstant);
      return { body: { expected, arrived: times.length, check_ins: times } };
    },
  ),
];

function afterOf(cursor: string) {
  const [startingAt, key, activity, host] = readCursor(cursor, [
    "number",
    "string",
    "string",
    "string",
  ]);
  return { startingAt, publicKey: key, activityId: activity, hostId: host };
}

function formatWaitlist(entries: readonly Sent<typeof WaitlistEntry>[], width: number): string {
  if (entries.length === 0) return "Nobody waits.";
  const byId = new Map(entries.map((entry) => [entry.booking, entry]));
  return formatTable(
    ["booking", "external id", "since", "needs", "why"],
    entries.map(({ booking, external_id, booked_at, waitlist }) => [
      booking,
      external_id,
      booked_at,
      String(waitlist.seats_needed),
      waitingText(waitlist, byId.get(waitlist.blocked_by?.booking ?? "")),
    ]),
    width,
  );
}

/** A campaign that does not exist has no slots, like one that has none. */
async function unknownCampaign(
  ask: Ask,
  slots: readonly unknown[],
  values: Values,
): Promise<string | null> {
  const { interaction } = values;
  if (slots.length > 0 || interaction === undefined) return null;
  const { items } = await ask(listInteractions, values);
  if (items.some((each) => "public_key" in each && each.public_key === interaction)) return null;
  return (
    `The account has no campaign with the public key ${interaction as string}: ` +
    "`booking catalogue list ACCOUNT interaction` shows those there are."
  );
}

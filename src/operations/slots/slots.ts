import { Type } from "typebox";
import { formatInstant } from "../../domain/instant.ts";
import type { Refused, SeatRefusal } from "../../domain/refusal.ts";
import { excessSeats, freeSeats } from "../../domain/seats.ts";
import type { AccountStore } from "../../store/account-store.ts";
import type { NamedSlot, SlotDetails } from "../../store/doors/slots.ts";
import { isMismatch, slotDuration } from "../../domain/data-file/values.ts";
import type { CsvDelimiter } from "../../domain/data-file/csv-cells.ts";
import { signOf } from "../machinery/delimiter.ts";
import { formatSlotCsv, parseTypeCapacity } from "../../domain/data-file/slot-csv.ts";
import { reader } from "../machinery/arguments.ts";
import {
  activityId,
  Capacity,
  Duration,
  hostId,
  publicKey,
  slotStart,
  time,
  type Sent,
} from "../machinery/fields.ts";
import type { Values } from "../machinery/operation.ts";
import { ofAccount } from "../machinery/operations-of.ts";
import { etagOf } from "../catalogue/catalogue-records.ts";
import { readTime } from "../machinery/typed-time.ts";
import { Availability, availabilityOf, closedText } from "./availability.ts";
import { formatTable } from "../machinery/table.ts";
import { is } from "../machinery/meaning.ts";

export const Slot = Type.Object({
  interaction: Type.String(is("campaign")),
  activity: Type.String(),
  host: Type.Optional(Type.String()),
  starting_at: slotStart("When it starts."),
  timezone: Type.String({ description: "The campaign's zone, an IANA name.", ...is("zone") }),
  capacity: Capacity,
  closed: Type.Boolean({
    description: "Whether it was closed: nobody books it until its capacity is above 0.",
  }),
  taken: Type.Integer(),
  held: Type.Integer({ description: "Of the taken seats, those of live holds and offers." }),
  held_until: Type.Optional(
    time("When the slot's first hold or offer ends; absent where no seat is held."),
  ),
  free: Type.Integer(),
  overbooked_by: Type.Integer(),
  waiting_tickets: Type.Integer(),
  slot_duration_in_minutes: Duration,
  ticket_types: Type.Record(
    Type.String(),
    Type.Object({
      capacity: Type.Integer(),
      taken: Type.Integer(),
      free: Type.Integer(),
      waiting: Type.Integer(),
      own: Type.Boolean({ description: "Whether the slot says it, and not the ticket type." }),
    }),
    {
      description:
        "What is left of the ticket types that have a limit in the slot, and how many tickets of them wait, by their ids.",
    },
  ),
  availability: Availability,
  etag: Type.String({
    description:
      "For If-Match; it changes with the capacity, the length and the slot's own limits.",
  }),
});
export type Slot = Sent<typeof Slot>;

/** The path, its parameters and the query of one slot; `host` only where the activity offers a choice of hosts. */
export const oneSlot = {
  path: "/{starting_at}",
  params: {
    interaction: publicKey,
    activity: activityId,
    starting_at: time("Start of the slot."),
  },
  query: Type.Object({ host: Type.Optional(hostId) }),
} as const;
export const placeRefusals = ["not-in-catalogue", "host-missing", "host-not-offered"] as const;
export const belowActivity = `${ofAccount}/interactions/{interaction}/activities/{activity}/slots`;
export const slotExample =
  "acme/production --interaction pk_summer --activity tasting \\\n    --slot 2030-05-01T08:00:00Z";
/** `--json` names the time zone and the precondition of no slot. */
export const slotOmits = ["timezone", "etag"] as const;

/** The slot in the `--json` of a command that changed it. */
export function printedSlot({ timezone: _timezone, etag: _etag, ...printed }: Slot) {
  return printed;
}

export function slotToJson({ seats, ...slot }: SlotDetails, now: number): Slot {
  return {
    interaction: slot.publicKey,
    activity: slot.activityId,
    ...(slot.hostId !== null && { host: slot.hostId }),
    starting_at: formatInstant(slot.startingAt),
    timezone: slot.timezone,
    capacity: seats.capacity,
    closed: slot.isClosed,
    taken: seats.taken,
    held: slot.held,
    ...(slot.heldUntil !== null && { held_until: formatInstant(slot.heldUntil) }),
    free: freeSeats(seats),
    overbooked_by: excessSeats(seats),
    waiting_tickets: slot.waitingTickets,
    slot_duration_in_minutes: slot.durationInMinutes,
    ticket_types: Object.fromEntries(
      Array.from(slot.types, ([id, type]) => [
        id,
        {
          capacity: type.seats?.capacity ?? 0,
          taken: type.seats?.taken ?? 0,
          free: type.seats === null ? 0 : freeSeats(type.seats),
          waiting: type.waiting,
          own: type.own !== null,
        },
      ]),
    ),
    availability: availabilityOf(slot.windows, now),
    etag: etagOfSlot(seats, slot.durationInMinutes, slot.types),
  };
}

/** A booking made meanwhile does not prevent a change of the capacity. */
export function etagOfSlot(
  { capacity }: SlotDetails["seats"],
  durationInMinutes: number | null,
  types: ReadonlyMap<string, { readonly own: number | null }>,
): string {
  const own = [...types].flatMap(([id, type]) => (type.own === null ? [] : [[id, type.own]]));
  return etagOf({ capacity, durationInMinutes, ...(own.length > 0 && { own }) });
}

/** The option of a command that says how long slots last. */
export const typedDuration = {
  shown: "minutes",
  about: "how long each lasts, in minutes, or none",
  read: (text: string): number | "none" => (text === "none" ? text : readMinutes(text)),
} as const;

/** The values as they are sent: an option cannot be null, and a map is typed an entry at a time. */
export function slotFieldsSent({ type_capacity: types, ...values }: Values): Values {
  return {
    ...values,
    ...(values["slot_duration_in_minutes"] === "none" && { slot_duration_in_minutes: null }),
    ...(Array.isArray(types) && {
      ticket_types: Object.fromEntries(types as [string, number | null][]),
    }),
  };
}

const readTypeCapacity = reader(
  parseTypeCapacity,
  "limit: write a ticket type and its number, such as vip=4, or vip=none",
);

/** The option of a command that says what a slot takes of single ticket types. */
export const typedTypes = {
  ticket_types: null,
  type_capacity: {
    shown: "type=number",
    about: "what it takes of a ticket type, for example vip=4 or vip=none; may be repeated",
    read: readTypeCapacity,
  },
} as const;
export const moreTypes = { type_capacity: Type.Optional(Type.Array(Type.String())) } as const;

/** What a slot says for single ticket types. */
export const TypeCapacities = Type.Optional(
  Type.Record(Type.String(), Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]), {
    description:
      "How many tickets of a type the slot takes, by the type's id; null: as the type says.",
  }),
);

const readMinutes = reader((text) => {
  const minutes = /^\d{1,4}$/.test(text) ? slotDuration(Number(text), 0) : null;
  return minutes === null || isMismatch(minutes) ? null : minutes;
}, "length: write minutes from 1 to 1440, or none");

/** One slot, with its ETag in the header as well. */
export function slotReply(slot: SlotDetails, now: number, more: object = {}) {
  const body = slotToJson(slot, now);
  return { body: { ...body, ...more }, headers: { etag: body.etag } };
}

interface Place {
  readonly interaction: string;
  readonly activity: string;
  readonly host?: string | undefined;
}

export function placeOf({ interaction, activity, host }: Place) {
  return { publicKey: interaction, activityId: activity, hostId: host ?? null };
}

export function namedSlot(
  { starting_at, ...params }: { interaction: string; activity: string; starting_at: string },
  { host }: Pick<Place, "host">,
) {
  return {
    ...placeOf({ ...params, host }),
    startingAt: readTime("starting_at", starting_at),
  };
}

/** One slot with its seats and the tickets that wait. */
export async function findSlot(
  door: Pick<AccountStore, "findSlots">,
  { startingAt, hostId: host, ...named }: NamedSlot,
): Promise<SlotDetails | Refused<SeatRefusal>> {
  const at = { from: startingAt, to: startingAt, hostId: host ?? "", limit: 1 };
  const [slot] = await door.findSlots({ ...named, ...at });
  return slot ?? { refused: { why: "not-in-catalogue", field: "slot" } };
}

/** One slot a line, with its start in the campaign's time zone. */
export function formatSlots(slots: readonly Slot[], width: number): string {
  const byType = slots.some(({ ticket_types: types }) => Object.keys(types).length > 0);
  const held = slots.some((slot) => slot.held > 0);
  const closed = slots.some((slot) => notBookable(slot) !== "");
  return formatTable(
    [
      "start",
      "campaign",
      "activity",
      "host",
      "minutes",
      "capacity",
      "taken",
      ...(held ? ["held"] : []),
      "free",
      "waiting",
      ...(byType ? ["free by type"] : []),
      ...(closed ? ["not bookable"] : []),
    ],
    slots.map((slot) => [
      slot.starting_at,
      slot.interaction,
      slot.activity,
      slot.host ?? "",
      slot.slot_duration_in_minutes?.toString() ?? "",
      ...[slot.capacity, slot.taken].map(String),
      ...(held ? [String(slot.held)] : []),
      ...[slot.free, slot.waiting_tickets].map(String),
      ...(byType ? [freeByType(slot)] : []),
      ...(closed ? [notBookable(slot)] : []),
    ]),
    width,
  );
}

function notBookable({ closed, availability }: Slot): string {
  return closed ? "closed" : closedText(availability);
}

function freeByType({ ticket_types: types, free }: Slot): string {
  return Object.entries(types)
    .map(([id, type]) => `${id} ${Math.min(type.free, free)} of ${type.capacity}`)
    .join(", ");
}

/** The slots as a spreadsheet, with the limits that they say for single ticket types. */
export function csvOfSlots(slots: readonly Slot[], delimiter?: CsvDelimiter): string {
  const lines = slots.map(({ starting_at, host = null, ticket_types, ...slot }) => ({
    ...slot,
    kind: "slot" as const,
    host,
    starting_at: Date.parse(starting_at),
    ticket_types: Object.fromEntries(
      Object.entries(ticket_types).flatMap(([id, { own, capacity }]) =>
        own ? [[id, capacity] as const] : [],
      ),
    ),
  }));
  return formatSlotCsv(lines, signOf(delimiter)).replaceAll("\r\n", "\n").trimEnd();
}

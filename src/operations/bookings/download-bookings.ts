import { Type } from "typebox";
import { nameWords } from "../../domain/attendee-name.ts";
import { shopFieldNames } from "../../domain/data-file/shop-data.ts";
import { formatInstant } from "../../domain/instant.ts";
import { localTime } from "../../domain/local-time.ts";
import type { BookingDetails, BookingFilter } from "../../store/doors/bookings.ts";
import { BadInput } from "../machinery/validation.ts";
import { Reference } from "./shop-fields.ts";
import { Status } from "./bookings.ts";
import {
  activityId,
  externalId,
  hostId,
  publicKey,
  text,
  ticketTypeId,
  time,
  Uuid,
  type Sent,
} from "../machinery/fields.ts";
import type { Operation, Order } from "../machinery/operation.ts";
import { given, ofAccount, operationsOf } from "../machinery/operations-of.ts";
import { Delimiter } from "../machinery/delimiter.ts";
import { readBounds, readTime } from "../machinery/typed-time.ts";
import { markedCsv, type Columns } from "../machinery/csv-lines.ts";
import { streamFile } from "../machinery/stream-file.ts";

/** Bookings that may be named one by one. */
const namedMax = 200;

/** The conditions on bookings of a list and of its file. */
export const bookingFilter = {
  booking: Type.Optional(
    Type.Array(Uuid, {
      minItems: 1,
      maxItems: namedMax,
      description: "Only these; may be repeated.",
    }),
  ),
  external_id: Type.Optional(externalId),
  reference: Type.Optional(Reference),
  name: Type.Optional(
    text(
      256,
      "Of an attendee: each of its words begins a word of the name. Accents and case do not count.",
    ),
  ),
  interaction: Type.Optional(publicKey),
  activity: Type.Optional(activityId),
  host: Type.Optional(hostId),
  ticket_type: Type.Optional(ticketTypeId),
  slot: Type.Optional(time("Start of the slot.")),
  from: Type.Optional(time("Earliest start of the slot, included.")),
  to: Type.Optional(time("Latest start of the slot, included.")),
  status: Type.Optional(Type.Array(Status, { maxItems: 3, description: "May be repeated." })),
  request_id: Type.Optional(text(128, "Only bookings that this request made or changed.")),
} as const;
const Filter = Type.Object(bookingFilter);

export function filterOf(
  query: Sent<typeof Filter>,
  { interactions }: Pick<Order<never, never, never>["operator"], "interactions">,
): Omit<BookingFilter, "limit"> {
  return {
    amongCampaigns: interactions,
    ...given({
      ids: query.booking,
      externalId: query.external_id,
      reference: query.reference,
      words: query.name === undefined ? undefined : readName(query.name),
      publicKey: query.interaction,
      activityId: query.activity,
      hostId: query.host,
      ticketTypeId: query.ticket_type,
      slotStartingAt: query.slot === undefined ? undefined : readTime("slot", query.slot),
      statuses: query.status,
      requestId: query.request_id,
    }),
    ...readBounds(query),
  };
}

function readName(name: string): string[] {
  const words = nameWords(name);
  if (words.length === 0) throw new BadInput("name", "must have a letter or a digit");
  return words;
}

/** The same bookings as a file for a spreadsheet; `booking find --csv` prints it. */
export const downloadBookings: Operation = operationsOf({
  tag: "Bookings",
  below: `${ofAccount}/bookings`,
  appliesTo: "campaigns",
})(
  {
    name: "downloadBookings",
    method: "GET",
    path: ".csv",
    scope: "read",
    summary: "All bookings that match as CSV for a spreadsheet, of one moment.",
    description:
      "A row a booking, by slot. A cell that a spreadsheet would run as a formula begins with an apostrophe. A file that " +
      "breaks off is cut off with its connection.",
    query: Type.Object({ ...bookingFilter, delimiter: Delimiter }),
    download: ["text/csv"],
    answers: { 200: Type.String() },
    refusals: ["too-many-long-reads"],
  },
  async (parts, { query, operator }, { id }) => {
    const door = parts.store.account(id);
    const filter = filterOf(query, operator);
    const taker = { account: id, operator: operator.name };
    const campaigns = await door.findCampaigns();
    const zones = new Map(campaigns.map((each) => [each.publicKey, each.timezone]));
    return streamFile(parts, taker, {
      type: "text/csv",
      name: "bookings.csv",
      lines: markedCsv(columnsOf(zones), door.everyBooking(filter), query.delimiter),
    });
  },
);

function columnsOf(zones: ReadonlyMap<string, string>): Columns<BookingDetails> {
  const zoneOf = ({ line }: BookingDetails) => zones.get(line.interaction) ?? "UTC";
  const live = ({ line }: BookingDetails) =>
    line.tickets.filter(({ cancelled_at }) => cancelled_at === null).map((each) => each.attendee);
  return {
    slot: (row) => localTime(row.line.slot_starting_at, zoneOf(row)),
    time_zone: zoneOf,
    slot_starting_at: ({ line }) => formatInstant(line.slot_starting_at),
    booking_status: ({ line }) => line.booking_status,
    external_id: ({ line }) => line.external_id,
    interaction: ({ line }) => line.interaction,
    activity: ({ line }) => line.activity,
    host: ({ line }) => line.host ?? "",
    ticket_type: ({ line }) => line.ticket_type,
    tickets: (row) => String(live(row).length),
    checked_in: (row) => String(live(row).filter((each) => each.checked_in_at !== null).length),
    checked_in_at: (row) => {
      const times = live(row).flatMap((each) => each.checked_in_at ?? []);
      return times.length === 0 ? "" : formatInstant(Math.min(...times));
    },
    attendees: (row) =>
      live(row)
        .flatMap((each) => each.display_name ?? [])
        .join(" | "),
    booked_at: ({ line }) => formatInstant(line.booked_at),
    booking: ({ line }) => line.booking,
    ...Object.fromEntries(
      shopFieldNames.map((name) => [name, ({ line }: BookingDetails) => line[name] ?? ""]),
    ),
  };
}

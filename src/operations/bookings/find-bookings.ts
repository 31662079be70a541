import { Type } from "typebox";
import { explainCancel } from "../../domain/cancel-rules.ts";
import { explainWaiting } from "../../domain/explain-waiting.ts";
import { formatInstant } from "../../domain/instant.ts";
import type { AccountStore } from "../../store/account-store.ts";
import { readBookingId } from "../machinery/arguments.ts";
import {
  aboutBooking,
  accountsOfBooking,
  Booking,
  bookingExample,
  bookingIdOf,
  ofBookings,
  bookingReply,
  bookingToJson,
  findBooking,
  formatBooking,
  formatBookings,
  unknownBooking,
} from "./bookings.ts";
import { Limit, limitToJson, Waiting, waitingToJson, whoText } from "./explanation.ts";
import { formatCursor, pageOf, readCursor } from "../machinery/cursor.ts";
import { bookingFilter, downloadBookings, filterOf } from "./download-bookings.ts";
import { limitDefault, page, paging, rowId, timeOrNull } from "../machinery/fields.ts";
import type { Operation, Values } from "../machinery/operation.ts";
import { Delimiter, delimiterTyped, onlyWithCsv } from "../machinery/delimiter.ts";
import { csvLines } from "../machinery/csv-lines.ts";
import { given } from "../machinery/operations-of.ts";
import { timeAbout } from "../machinery/typed-time.ts";
import { is } from "../machinery/meaning.ts";

export const Explanation = Type.Object({
  ...Booking.properties,
  cancellable: Type.Boolean(),
  rules: Type.Array(
    Type.Object({
      name: Type.String(),
      rule: Type.String({
        description: "What holds, or what happened, as a sentence.",
        ...is("sentence"),
      }),
      at: timeOrNull("The moment that decides; null where none does."),
      passed: Type.Boolean(),
      facts: Type.String(is("sentence")),
    }),
  ),
  contact_limits: Type.Optional(
    Type.Array(Limit, {
      description: "Of its ticket type and its campaign; absent where neither has one.",
    }),
  ),
  waitlist: Type.Optional(
    Type.Object(Waiting.properties, {
      description: "What it waits for; absent when it is not on a waitlist.",
    }),
  ),
});

export const showBooking: Operation<Booking> = ofBookings(
  {
    name: "showBooking",
    method: "GET",
    path: "/{booking}",
    scope: "read",
    summary: "A booking with its tickets, attendees and history.",
    params: { booking: rowId("booking") },
    answers: { 200: Booking },
    refusals: ["unknown-booking"],
    command: {
      ...aboutBooking,
      words: "show",
      about: "Show a booking with its tickets, attendees and history.",
      more: {
        qr: Type.Boolean({
          description: "Also the ticket's QR code, which the check-in desk scans.",
        }),
      },
      example: `${bookingExample} --qr`,
      print: async (booking, width, { values: { qr } }) => {
        const shown = formatBooking(booking, width);
        return qr === true ? `${shown}\n\n${await ticketCode(booking.booking)}` : shown;
      },
    },
  },
  (parts, { params }, account) => bookingReply(parts, account, bookingIdOf(params)),
);

export const findBookings: Operation<{ readonly items: readonly Booking[] }> = ofBookings(
  {
    name: "findBookings",
    method: "GET",
    scope: "read",
    appliesTo: "campaigns",
    summary: "Bookings by who, where, when and status, in the order of their slots.",
    description:
      "A page may have fewer items than its limit, or none, and a next_cursor: a name that many have is searched " +
      "for a moment at a time.",
    query: Type.Object({
      ...bookingFilter,
      latest_first: Type.Optional(
        Type.Boolean({ description: "In the opposite order: the latest slot first." }),
      ),
      ...paging,
    }),
    answers: { 200: page(Booking) },
    command: {
      words: "find",
      about: "Find bookings of an account by who, where, when and status.",
      accountFlag: true,
      limit: 50,
      typed: {
        booking: {
          shown: "booking",
          about: "only the booking with this id; may be repeated",
          read: readBookingId,
        },
        external_id: { about: "the caller's identifier of the contact" },
        host: { about: "the host's id" },
        from: { about: `earliest start of the slot: ${timeAbout}` },
        to: { about: "latest start of the slot" },
        status: {
          shown: "status",
          noun: "status of a booking",
          about: "CONFIRMED, WAITLIST or CANCELLED; may be repeated",
        },
        request_id: { about: "only what this request of a caller made or changed" },
        latest_first: null,
        delimiter: delimiterTyped,
      },
      more: {
        csv: Type.Boolean({ description: "Print all that match as CSV for a spreadsheet." }),
        delimiter: Delimiter,
      },
      streams: ({ csv }) => csv === true,
      send: onlyWithCsv,
      stream: ({ ask }, values) => csvLines(ask, downloadBookings, values),
      notes:
        "Without --slot, --from and --to the next slot comes first, then those to come; past ones follow,\n" +
        "the latest first.",
      example: "acme/production --external-id CUST-1 --status CONFIRMED",
      pages: nearestFirst,
      print: formatBookings,
    },
  },
  async ({ store }, { query, operator }, { id, name }) => {
    const { limit = limitDefault, cursor } = query;
    const filter = {
      ...filterOf(query, operator),
      ...given({
        latestFirst: query.latest_first,
        after: cursor === undefined ? undefined : afterOf(cursor),
      }),
    };
    const { found, next } = await find(store.account(id), { ...filter, limit: limit + 1 });
    const some = pageOf(
      found,
      limit,
      (details) => bookingToJson(name, details),
      ({ booking }) => [booking.slotStartingAt, booking.id],
    );
    const on = next && formatCursor([next.slotStartingAt, next.id]);
    return { body: { ...some, next_cursor: some.next_cursor ?? on } };
  },
);

export const bookingOperations: readonly Operation[] = [
  findBookings,
  showBooking,
  ofBookings(
    {
      name: "explainBooking",
      method: "GET",
      path: "/{booking}/explain",
      scope: "read",
      summary: "Rule by rule whether it can be cancelled, and why it still waits.",
      params: { booking: rowId("booking") },
      answers: { 200: Explanation },
      refusals: ["unknown-booking"],
      command: {
        ...aboutBooking,
        words: "explain",
        about: "Explain rule by rule whether a booking can be cancelled, and why it still waits.",
        example: bookingExample,
        also: async (ask, { waitlist }, values) => {
          const { booking } = waitlist?.blocked_by ?? {};
          if (booking === undefined) return null;
          return `Booking ${booking} is that of ${whoText(await ask(showBooking, { ...values, booking }))}.`;
        },
        print: ({ booking, cancellable, rules, waitlist, history, contact_limits: limits = [] }) =>
          [
            `Booking ${booking} ${cancellable ? "can" : "cannot"} be cancelled.`,
            "",
            ...rules.map(
              ({ rule, passed, facts }) => `${passed ? "yes" : "NO "}  ${rule}\n     ${facts}`,
            ),
            "",
            ...(waitlist ? ["Why it has not been promoted:", `     ${waitlist.why}`, ""] : []),
            ...limits.map(({ facts }) => facts),
            ...(limits.length > 0 ? [""] : []),
            ...history.map(
              ({ at, event, actor, details }) => `${at}  ${event}${meantOf(details)} by ${actor}`,
            ),
          ].join("\n"),
      },
    },
    async (parts, { params, audit }, account) => {
      const details = await findBooking(parts, account, bookingIdOf(params));
      if (details === null) return unknownBooking;
      const { booking } = details;
      const rules = explainCancel(booking, audit.now);
      const door = parts.store.account(account.id);
      const state = booking.status === "WAITLIST" ? await door.readWaitingState(booking.id) : null;
      const limits = await door.readContactLimits(booking.id, audit.now);
      return {
        body: {
          ...bookingToJson(account.name, details),
          cancellable: rules.every(({ passed }) => passed),
          rules,
          ...(limits.length > 0 && { contact_limits: limits.map(limitToJson) }),
          ...(state !== null && {
            waitlist: waitingToJson(
              explainWaiting(booking, details.line.ticket_type, state, audit.now),
            ),
          }),
        },
      };
    },
  ),
  downloadBookings,
  accountsOfBooking,
];

/** A name that many have is searched for so long at a time; the next page goes on. */
const searchMs = 50;

async function find(
  door: Pick<AccountStore, "findBookings" | "searchBookings">,
  { words, ...filter }: Parameters<AccountStore["findBookings"]>[0],
) {
  if (words === undefined) return { found: await door.findBookings(filter), next: null };
  const end = performance.now() + searchMs;
  return door.searchBookings({ ...filter, words }, () => performance.now() > end);
}

/** That an operator passed over a time or a contact's limit, as an event's details record it. */
function meantOf(details: unknown): string {
  const facts = details as {
    readonly after_cutoff?: true;
    readonly over_limit?: true;
    readonly late?: true;
  } | null;
  if (facts?.after_cutoff === true) return " after the cut-off";
  const late = facts?.late === true ? " late, on purpose" : "";
  return facts?.over_limit === true ? `${late} over the contact's limit` : late;
}

function afterOf(cursor: string) {
  const [slotStartingAt, id] = readCursor(cursor, ["number", "uuid"]);
  return { slotStartingAt, id };
}

/** Without bounds, what comes next is nearest; the past follows it, backwards. */
function nearestFirst(values: Values): readonly Values[] {
  const isBounded = ["slot", "from", "to"].some((name) => values[name] !== undefined);
  if (isBounded) return [values];
  const now = Date.now();
  return [
    { ...values, from: formatInstant(now) },
    { ...values, to: formatInstant(now - 1), latest_first: true },
  ];
}

/**
 * A booking's id as a QR code of block characters. The blocks are its light modules: a terminal with
 * dark letters on a light ground shows it with the colours exchanged, which scanners read as well.
 */
async function ticketCode(booking: string): Promise<string> {
  const { encodeQR } = await import("qr");
  return encodeQR(booking, "ascii");
}

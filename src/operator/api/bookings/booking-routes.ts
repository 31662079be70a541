import { Type } from "typebox";
import type { BookingId } from "../../../domain/booking.ts";
import type { BookingFilter } from "../../../store/bookings/booking-details.ts";
import { bookSlot } from "../../../usecases/operator/book-slot.ts";
import { explainBooking } from "../../../usecases/operator/explain-booking.ts";
import { findBooking } from "../../../usecases/operator/find-booking.ts";
import { bookingToJson, foundBookingToJson } from "./booking-to-json.ts";
import { explanationToJson } from "./explanation-to-json.ts";
import { pageOf, readCursor } from "../../../operations/cursor.ts";
import { readBounds, readTime } from "../../../operations/read-time.ts";
import type { Operation } from "../../../operations/operation.ts";
import { jsonBody, ofAccount, replyWith, operationsOf } from "../../../operations/operations-of.ts";
import {
  activityId,
  externalId,
  hostId,
  limitDefault,
  page,
  paging,
  publicKey,
  text,
  ticketTypeId,
  time,
  Uuid,
} from "../../../operations/fields.ts";
import { Booking, Explanation } from "./booking-schema.ts";

const route = operationsOf({ tag: "Bookings", below: `${ofAccount}/bookings`, scope: "account" });

const Status = Type.Union([
  Type.Literal("CONFIRMED"),
  Type.Literal("WAITLIST"),
  Type.Literal("CANCELLED"),
]);

const FindQuery = Type.Object({
  external_id: Type.Optional(externalId),
  interaction: Type.Optional(publicKey),
  activity: Type.Optional(activityId),
  host: Type.Optional(hostId),
  slot: Type.Optional(time("Start of the slot.")),
  from: Type.Optional(time("Earliest start of the slot, included.")),
  to: Type.Optional(time("Latest start of the slot, included.")),
  status: Type.Optional(Type.Array(Status, { maxItems: 3, description: "May be repeated." })),
  request_id: Type.Optional(text(128, "Only bookings that this request made or changed.")),
  ...paging,
});

const BookBody = jsonBody({
  external_id: externalId,
  interaction: publicKey,
  activity: activityId,
  host: Type.Optional(hostId),
  slot_starting_at: time("Start of the slot."),
  ticket_type: ticketTypeId,
  tickets: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
  attendees: Type.Optional(
    Type.Array(Type.Union([Type.String({ maxLength: 1024 }), Type.Null()]), {
      maxItems: 1000,
      description: "Names of the first tickets' attendees.",
    }),
  ),
  overbook: Type.Optional(
    Type.Boolean({ description: "Sells seats that are not there; that is recorded." }),
  ),
});

export const bookingRoutes: readonly Operation[] = [
  route(
    {
      name: "findBookings",
      method: "GET",
      role: "viewer",
      summary: "Bookings by who, where, when and status, in the order of their slots.",
      query: FindQuery,
      answers: { 200: page(Booking) },
    },
    async ({ store }, { query }, { id, name }) => {
      const { limit = limitDefault } = query;
      const found = await store.account(id).findBookings({ ...filterOf(query), limit: limit + 1 });
      return {
        body: pageOf(
          found,
          limit,
          (details) => bookingToJson(name, details),
          ({ booking }) => [booking.slotStartingAt, booking.id],
        ),
      };
    },
  ),
  route(
    {
      name: "book",
      method: "POST",
      role: "admin",
      summary: "Book a slot for a contact: CONFIRMED while seats are left, else on the waitlist.",
      description:
        "All tickets get a seat or the booking waits with all of them. While others wait, a new " +
        "booking of a limited ticket type joins them even if seats are free.",
      body: BookBody,
      answers: { 201: Booking },
      refusals: ["not-in-catalogue", "host-missing", "host-not-offered"],
    },
    async ({ store }, { audit, body }, account) => {
      const booked = await bookSlot(store, audit, account, {
        place: {
          publicKey: body.interaction,
          activityId: body.activity,
          hostId: body.host ?? null,
          startingAt: readTime("slot_starting_at", body.slot_starting_at),
        },
        ticketTypeId: body.ticket_type,
        externalId: body.external_id,
        tickets: body.tickets ?? Math.max(1, body.attendees?.length ?? 1),
        attendees: body.attendees ?? [],
        overbook: body.overbook ?? false,
      });
      return replyWith(booked, foundBookingToJson, 201);
    },
  ),
  route(
    {
      name: "showBooking",
      method: "GET",
      path: "/{booking}",
      role: "viewer",
      summary: "A booking with its tickets, attendees and history.",
      params: { booking: Uuid },
      answers: { 200: Booking },
      refusals: ["unknown-booking"],
    },
    async ({ store }, { params }, account) =>
      replyWith(await findBooking(store, params.booking as BookingId, account), foundBookingToJson),
  ),
  route(
    {
      name: "explainBooking",
      method: "GET",
      path: "/{booking}/explain",
      role: "viewer",
      summary: "Rule by rule whether it can be cancelled, and why it still waits.",
      params: { booking: Uuid },
      answers: { 200: Explanation },
      refusals: ["unknown-booking"],
    },
    async ({ store }, { params, audit }, account) => {
      const id = params.booking as BookingId;
      return replyWith(await explainBooking(store, id, account, audit.now), explanationToJson);
    },
  ),
];

interface Found {
  readonly external_id?: string | undefined;
  readonly interaction?: string | undefined;
  readonly activity?: string | undefined;
  readonly host?: string | undefined;
  readonly slot?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly status?: readonly ("CONFIRMED" | "WAITLIST" | "CANCELLED")[] | undefined;
  readonly request_id?: string | undefined;
  readonly cursor?: string | undefined;
}

function filterOf(query: Found): Omit<BookingFilter, "limit"> {
  const { external_id, interaction, activity, host, slot, status, request_id, cursor } = query;
  return {
    ...(external_id !== undefined && { externalId: external_id }),
    ...(interaction !== undefined && { publicKey: interaction }),
    ...(activity !== undefined && { activityId: activity }),
    ...(host !== undefined && { hostId: host }),
    ...(slot !== undefined && { slotStartingAt: readTime("slot", slot) }),
    ...readBounds(query),
    ...(status !== undefined && { statuses: status }),
    ...(request_id !== undefined && { requestId: request_id }),
    ...(cursor !== undefined && { after: afterOf(cursor) }),
  };
}

function afterOf(cursor: string) {
  const [slotStartingAt, id] = readCursor(cursor, ["number", "string"]);
  return { slotStartingAt, id };
}

import { randomUUID } from "node:crypto";
import { Type } from "typebox";
import { displayName, externalId as readExternalId } from "../../domain/data-file/values.ts";
import { isObject } from "../../domain/json.ts";
import { parseShopData } from "../../domain/data-file/shop-data.ts";
import { isRefused, type DetailsRefusal } from "../../domain/refusal.ts";
import { WrongUsage } from "../machinery/arguments.ts";
import { externalId, passesOver, rowId } from "../machinery/fields.ts";
import { is } from "../machinery/meaning.ts";
import type { Operation, Values } from "../machinery/operation.ts";
import { given, jsonBody } from "../machinery/operations-of.ts";
import { BadInput, refuseValue } from "../machinery/validation.ts";
import {
  aboutBooking,
  Booking,
  bookingAgain,
  bookingExample,
  bookingIdOf,
  bookingReply,
  ofBookings,
} from "./bookings.ts";
import { Reference, refuseShopFields, ShopData, storedData } from "./shop-fields.ts";

const Attendee = Type.Object(
  {
    number: Type.Integer({ minimum: 1, maximum: 1000, description: "The ticket's number." }),
    display_name: Type.Union([Type.String({ maxLength: 1024 }), Type.Null()]),
  },
  { additionalProperties: false },
);

const ChangeBody = jsonBody({
  attendees: Type.Optional(
    Type.Array(Attendee, {
      minItems: 1,
      maxItems: 1000,
      description: "Names of attendees, by ticket; null for none.",
      ...is("of-desk"),
    }),
  ),
  external_id: Type.Optional(
    Type.String({
      ...externalId,
      description: "The contact that gets the booking.",
      ...is("moves"),
    }),
  ),
  reference: Type.Optional(
    Type.Union([Type.Null(), Reference], { description: "Null for none.", ...is("of-desk") }),
  ),
  data: Type.Optional(
    Type.Union([Type.Null(), ShopData], {
      description: "In place of what it has; null for none.",
      ...is("of-desk"),
    }),
  ),
  over_limit: passesOver("Gives the contact more tickets than a limit allows; that is recorded."),
});

/** What a booking has beside its state. */
export const changeBooking: Operation = ofBookings(
  {
    name: "changeBooking",
    method: "POST",
    path: "/{booking}/change",
    scope: "desk",
    alsoFor: ["move"],
    again: bookingAgain,
    summary: "Put names right, give a booking to another contact, change the shop's own data.",
    description:
      "What is left out stays as it is. Another contact needs the scope move, all else desk. Seats, status and place " +
      "in line stay. A booking of an erased contact does not change.",
    params: { booking: rowId("booking") },
    body: ChangeBody,
    answers: { 200: Booking },
    refusals: [
      "unknown-booking",
      "unknown-ticket",
      "over-limit",
      "reference-taken",
      "contact-erased",
    ],
    command: {
      ...aboutBooking,
      words: "change",
      typed: {
        attendees: {
          flag: "attendee",
          shown: "n=name",
          about: "the name of ticket N's attendee, empty for none; may be repeated",
          read: readAttendee,
        },
        external_id: { about: "the contact that gets the booking" },
        reference: {
          about: "the shop's own number of the booking, empty for none",
          read: String,
        },
        data: {
          shown: "json",
          about: "the shop's own data, in place of what it has; null for none",
          read: readData,
        },
        over_limit: {
          about: "give the contact more tickets than a limit allows; that is recorded",
        },
      },
      send: clearing,
      example: `${bookingExample} --attendee 1="Ada Lovelace"`,
    },
  },
  async (parts, { audit, params, body }, account) => {
    const { attendees = [], external_id: externalIdOf, reference, data } = body;
    if (Object.keys(body).every((name) => name === "over_limit")) {
      throw new BadInput(
        "the body",
        "must say what changes: attendees, external_id, reference or data",
      );
    }
    const numbers = attendees.map(({ number }) => number);
    if (new Set(numbers).size < numbers.length)
      throw new BadInput("attendees", "must name each ticket once");
    const malformed =
      attendees
        .map(({ display_name: name }) => refuseValue("attendees", displayName, name))
        .find((each) => each !== null) ??
      refuseValue("external_id", readExternalId, externalIdOf) ??
      refuseShopFields({ reference: reference ?? null, data: data ?? null });
    if (malformed) return malformed;
    const bookingId = bookingIdOf(params);
    const changed = await parts.store.account(account.id).changeDetails(audit, {
      bookingId,
      attendees: attendees.map(({ number, display_name: name }) => ({ number, name })),
      ...(externalIdOf !== undefined && {
        contact: { externalId: externalIdOf, newId: randomUUID() },
      }),
      shopData: given({ reference, data: storedData(data) }),
      overLimit: body.over_limit ?? false,
    });
    return isRefused<DetailsRefusal>(changed) ? changed : bookingReply(parts, account, bookingId);
  },
);

function readAttendee(text: string) {
  const [, number, name = ""] = /^([1-9]\d{0,3})=(.*)$/s.exec(text) ?? [];
  if (number === undefined) {
    throw new WrongUsage(
      `--attendee must be a ticket's number and a name, such as 1="Ada Lovelace".`,
    );
  }
  return { number: Number(number), display_name: name === "" ? null : name };
}

/** What was typed to clear a field is null only here: a flag's own value is never null. */
function clearing({ reference, data, ...values }: Values): Values {
  const cleared = (value: unknown, isNone: boolean) => (isNone ? null : value);
  return {
    ...values,
    ...given({
      reference: cleared(reference, reference === ""),
      data: cleared(data, data === typedNull),
    }),
  };
}

const typedNull = "null";

function readData(text: string) {
  const value = text.trim() === typedNull ? typedNull : parseShopData(text);
  if (value === typedNull || isObject(value)) return value;
  throw new WrongUsage(
    "--data must be a JSON object, with each key once and numbers of at most 15 digits, or null.",
  );
}

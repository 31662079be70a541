import { randomUUID } from "node:crypto";
import { Type } from "typebox";
import { displayName, externalId as readExternalId } from "../../domain/data-file/values.ts";
import { isRefused, type DetailsRefusal } from "../../domain/refusal.ts";
import { WrongUsage } from "../machinery/arguments.ts";
import { externalId, passesOver, rowId } from "../machinery/fields.ts";
import { is } from "../machinery/meaning.ts";
import type { Operation, Values } from "../machinery/operation.ts";
import { jsonBody } from "../machinery/operations-of.ts";
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
import { shopFieldNames } from "../../domain/data-file/shop-data.ts";
import {
  clearing,
  refuseShopFields,
  shopChanges,
  shopChangesTyped,
  storedShopFields,
} from "./shop-fields.ts";

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
  ...shopChanges,
  over_limit: passesOver("Gives the contact more tickets than a limit allows; that is recorded."),
});

/** The fields that change a booking. */
const changing = ["attendees", "external_id", ...shopFieldNames];
const flags = shopFieldNames.map((name) => `--${name}`).join(" or ");

function saysNothing(values: Values): boolean {
  return changing.every((name) => values[name] === undefined);
}

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
        ...shopChangesTyped,
        over_limit: {
          about: "give the contact more tickets than a limit allows; that is recorded",
        },
      },
      send: (values) => {
        if (saysNothing(values)) {
          throw new WrongUsage(`Say what changes: --attendee, --external-id, ${flags}.`);
        }
        return clearing(values);
      },
      example: `${bookingExample} --attendee 1="Ada Lovelace"`,
    },
  },
  async (parts, { audit, params, body }, account) => {
    const { attendees = [], external_id: externalIdOf } = body;
    if (saysNothing(body)) {
      throw new BadInput(
        "the body",
        `must say what changes: attendees, external_id, ${shopFieldNames.join(" or ")}`,
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
      refuseShopFields(body);
    if (malformed) return malformed;
    const bookingId = bookingIdOf(params);
    const changed = await parts.store.account(account.id).changeDetails(audit, {
      bookingId,
      attendees: attendees.map(({ number, display_name: name }) => ({ number, name })),
      ...(externalIdOf !== undefined && {
        contact: { externalId: externalIdOf, newId: randomUUID() },
      }),
      shopData: storedShopFields(body),
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

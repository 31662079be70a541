import { Type } from "typebox";
import { AccountText, time, Uuid } from "../../../operations/fields.ts";
import { Booking } from "../bookings/booking-schema.ts";

export const Contact = Type.Object({ contact: Uuid, external_id: Type.String() });
export const ContactExport = Type.Object({
  contact: Uuid,
  external_id: Type.String(),
  account: AccountText,
  exported_at: time("When."),
  bookings: Type.Array(Booking),
});

import { Type } from "typebox";
import { Capacity, time } from "../../../operations/fields.ts";

export const Arrivals = Type.Object({
  expected: Type.Integer({ description: "Tickets of CONFIRMED bookings that are not cancelled." }),
  arrived: Type.Integer({ description: "How many of these have checked in." }),
  check_ins: Type.Array(time("When one checked in."), { description: "Earliest first." }),
});

export const Slot = Type.Object({
  interaction: Type.String(),
  activity: Type.String(),
  host: Type.Optional(Type.String()),
  starting_at: time("When it starts."),
  timezone: Type.String({ description: "The campaign's zone, an IANA name." }),
  capacity: Capacity,
  taken: Type.Integer(),
  free: Type.Integer(),
  overbooked_by: Type.Integer(),
  waiting_tickets: Type.Integer(),
  etag: Type.String({ description: "For If-Match; it changes with the capacity." }),
});

export const AddedSlots = Type.Object({
  created: Type.Array(time("The start of a new slot.")),
  existing: Type.Array(time("The start of one that existed; it stays as it is.")),
  dry_run: Type.Boolean(),
});

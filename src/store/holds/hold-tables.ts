import type { HoldState } from "../../domain/hold.ts";
import { integer, json, nullable, oneOf, uuid } from "../columns.ts";

/** As in `tables.ts`. */
export const holdTables = {
  /** Seats that are kept for a while; of a booking that waits, where it names one. */
  hold: {
    account_id: integer,
    id: uuid,
    slot_number: integer,
    ticket_type_number: integer,
    contact_number: nullable(integer),
    booking_id: nullable(uuid),
    tickets: integer,
    state: oneOf<HoldState>(),
    made_at: integer,
    seconds: integer,
    asked_until: integer,
    expires_at: integer,
    ended_at: nullable(integer),
    passed: nullable(json),
  },
} as const;

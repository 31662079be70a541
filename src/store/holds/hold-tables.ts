import type { HoldState } from "../../domain/hold.ts";

/** As in `tables.ts`. */
export interface HoldTables {
  /** Seats that are kept for a while; of a booking that waits, where it names one. */
  hold: {
    account_id: number;
    id: string;
    slot_number: number;
    ticket_type_number: number;
    contact_number: number | null;
    booking_id: string | null;
    tickets: number;
    state: HoldState;
    made_at: number;
    seconds: number;
    asked_until: number;
    expires_at: number;
    ended_at: number | null;
    passed: string | null;
  };
}

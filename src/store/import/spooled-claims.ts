import { slotName } from "../../domain/catalogue/catalogue-state.ts";
import type { SeatClaim } from "../../domain/import/decide-booking-line.ts";
import type { SettledSlot } from "../../domain/import/settle-slots.ts";
import type { Spool } from "./spool.ts";

/** The bookings of a large file that have seats after its lines, in the spool. */
export class SpooledClaims {
  readonly #spool: Spool;
  readonly #insert;

  constructor(spool: Spool) {
    this.#spool = spool;
    spool.database.exec(`
      drop table if exists seat_claim;

      create table seat_claim (
        place text,
        line integer,
        booking text,
        ticket_type text,
        booked_at integer,
        seats integer,
        held integer,
        primary key (place, line)
      ) without rowid`);
    this.#insert = spool.database.prepare("insert into seat_claim values (?, ?, ?, ?, ?, ?, ?)");
  }

  /** The claims are given by `slotName`. */
  add(claims: ReadonlyMap<string, readonly SeatClaim[]>): void {
    for (const [name, some] of claims) {
      for (const { line, booking, ticketType, bookedAt, seats, held } of some) {
        this.#insert.run(name, line, booking, ticketType, bookedAt, seats, held);
      }
    }
  }

  /** The claims on the seats of one slot. */
  of({ effect }: SettledSlot): SeatClaim[] {
    type Row = [number, string, string, number, number, number];
    const rows = this.#spool.select<Row>(
      "select line, booking, ticket_type, booked_at, seats, held from seat_claim where place = ?",
      slotName(effect.place),
    );
    return Array.from(rows, ([line, booking, ticketType, bookedAt, seats, held]) => ({
      line,
      booking,
      ticketType,
      bookedAt,
      seats,
      held,
    }));
  }
}

import { DummyDriver, Kysely, type Dialect } from "kysely";
import type { AccountId } from "../../src/domain/account.ts";
import type { BookingStatus } from "../../src/domain/booking.ts";
import {
  everyBookingOfContact,
  findContactBookings,
  type ContactBookingsQuestion,
} from "../../src/store/bookings/contact-bookings.ts";
import type { Engine } from "../../src/store/engine.ts";
import { dialectOf } from "../../src/store/statement.ts";
import type { Tables } from "../../src/store/tables.ts";

export interface ListStatement {
  readonly sql: string;
  readonly values: readonly unknown[];
  /** Whether it has a bound of the slot's start. */
  readonly bounded: boolean;
  /** Whether its rows come in the order of the list. */
  readonly isPage: boolean;
  /** Whether it begins after the contact's first booking. */
  readonly isLaterPage: boolean;
}

const limit = 100;

/** Every statement that the list may send for a full page, for each combination of filters. */
export async function listStatements(
  parts: Pick<Dialect, "createAdapter" | "createIntrospector" | "createQueryCompiler">,
): Promise<ListStatement[]> {
  const reads = new Kysely<Tables>({
    dialect: { ...parts, createDriver: () => new DummyDriver() },
  });
  const statements: ListStatement[] = [];
  for (const bounds of [{}, { from: 1 }, { to: 2 }, { from: 1, to: 2 }]) {
    for (const scope of [{}, { interaction: 7 }]) {
      for (const filter of [{}, { statuses: ["CONFIRMED", "WAITLIST"] as BookingStatus[] }]) {
        for (const offset of [0, 100, 100_000]) {
          // Rows behind the first page make the list ask for the page with its total.
          let rows: unknown[][] = offset === 0 ? Array.from({ length: limit + 1 }, () => []) : [];
          const readRows = async (sql: string, values: readonly unknown[]) => {
            const bounded = Object.keys(bounds).length > 0;
            const isPage = /\blimit\b/.test(sql);
            statements.push({
              sql,
              values,
              bounded,
              isPage,
              isLaterPage: isPage && offset > 0,
            });
            // Beside pages the list asks for a total, which has one row.
            if (!isPage) return [[0]];
            const found = rows;
            rows = [];
            return found;
          };
          // The list asks nothing else of an engine.
          const engine = { ...dialectOf(reads), reads, readRows } as unknown as Engine;
          const question: ContactBookingsQuestion = {
            ...everyBookingOfContact,
            externalId: "x",
            ...bounds,
            ...scope,
            ...filter,
            limit,
            offset,
          };
          await findContactBookings(engine, 1 as AccountId, question);
        }
      }
    }
  }
  return statements;
}

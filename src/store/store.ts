import { sql } from "kysely";
import { accessTokens, type StoredAccessToken } from "./access-tokens.ts";
import { accounts } from "./accounts.ts";
import type { AccountId } from "../domain/account.ts";
import {
  bookingChanges,
  type BookingChangeAnswer,
  type BookingChangeOrder,
  type BookingDecision,
} from "./booking-change.ts";
import {
  contactBookings,
  type ContactBookings,
  type ContactBookingsQuestion,
} from "./contact-bookings.ts";
import { credentials } from "./credentials.ts";
import { readDirectory, readDirectoryVersion, type DirectoryContents } from "./directory.ts";
import { DatabaseUnusable, type StatementObserver } from "./engine.ts";
import { importDataFile, type ImportAnswer, type ImportOrder } from "./import/import-data-file.ts";
import type { NumberedLine } from "./import/stage-line.ts";
import { interactionFinder, type InteractionScope } from "./interactions.ts";
import { migrate, schemaState, type SchemaState } from "./migrate.ts";
import { openSqlite } from "./sqlite.ts";

/**
 * The door to one account's data. There is no way from here to another account's: every question
 * and every change carries the account's id by itself.
 */
export interface AccountStore {
  findInteraction(scope: InteractionScope): Promise<string | null>;
  findContactBookings(question: ContactBookingsQuestion): Promise<ContactBookings>;
  changeBooking(order: BookingChangeOrder, decide: BookingDecision): Promise<BookingChangeAnswer>;
  findAccessToken(hash: string): Promise<StoredAccessToken | null>;
  saveAccessToken(token: StoredAccessToken): Promise<void>;
  /** Imports the lines of a data file, all or none. */
  importDataFile(
    lines: AsyncIterable<readonly NumberedLine[]>,
    order: ImportOrder,
  ): Promise<ImportAnswer>;
}

/** The door to the database: what may be asked of it. */
export interface Store {
  account(id: AccountId): AccountStore;
  readonly accounts: ReturnType<typeof accounts>;
  readonly credentials: ReturnType<typeof credentials>;
  readDirectory(): Promise<DirectoryContents>;
  readDirectoryVersion(): Promise<number>;
  /** Applies what is missing and returns the names. Throws `DatabaseUnusable` on a newer schema. */
  migrate(now: number): Promise<string[]>;
  schemaState(): Promise<SchemaState>;
  dumpSchema(): Promise<string>;
  /** Throws when the database does not answer. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Opens `sqlite:PATH` or `sqlite::memory:`. Throws `DatabaseUnusable` when it cannot be used. */
export function openStore(url: string, observe: StatementObserver = () => {}): Store {
  if (!url.startsWith("sqlite:")) {
    throw new DatabaseUnusable("Only sqlite: databases can be opened by this version.");
  }
  const engine = openSqlite(url.slice("sqlite:".length), observe);
  const findContactBookings = contactBookings(engine.reads);
  const findInteraction = interactionFinder(engine.reads);
  const changeBooking = bookingChanges(engine);
  const tokens = accessTokens(engine);
  return {
    account: (id) => ({
      findInteraction: (scope) => findInteraction(id, scope),
      findContactBookings: (question) => findContactBookings(id, question),
      changeBooking: (order, decide) => changeBooking(id, order, decide),
      findAccessToken: (hash) => tokens.find(id, hash),
      saveAccessToken: (token) => tokens.save(id, token),
      importDataFile: (lines, order) => importDataFile(engine, id, lines, order),
    }),
    accounts: accounts(engine),
    credentials: credentials(engine),
    readDirectory: () => readDirectory(engine.reads),
    readDirectoryVersion: () => readDirectoryVersion(engine.reads),
    migrate: (now) => migrate(engine, now),
    schemaState: () => schemaState(engine),
    dumpSchema: () => engine.dumpSchema(),
    ping: async () => {
      await sql`select 1 as one`.execute(engine.reads);
    },
    close: () => engine.close(),
  };
}

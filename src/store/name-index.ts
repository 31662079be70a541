import type { RawBuilder } from "kysely";
import type { AccountId } from "../domain/account.ts";
import type { Tables } from "./tables.ts";

/**
 * How an engine finds attendees by the words of their names. It keeps its index itself: a statement that writes a
 * ticket gives the name's words (`wordsToStore`), and no other row.
 */
export interface NameIndex {
  /**
   * The select of the bookings with an attendee of whose name each word begins a word, as `nameWords` makes them: a
   * column `booking_id`, once for each ticket.
   */
  readonly select: (
    accountId: AccountId,
    words: readonly string[],
  ) => RawBuilder<{ readonly booking_id: string }>;
  /** Whether it reads all tickets with the first word. */
  readonly readsFirstWord: boolean;
  /** The select of tickets whose entries are not those of their words; absent where the engine's own check finds them. */
  readonly selectStrays?: (accountId: AccountId, limit: number) => RawBuilder<TicketKey>;
}

export type TicketKey = Pick<Tables["ticket"], "booking_id" | "number">;

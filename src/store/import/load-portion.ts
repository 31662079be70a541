import { randomUUID } from "node:crypto";
import type {
  BookingLine,
  DataKind,
  FileLine,
  SlotLine,
} from "../../domain/data-file/data-line.ts";
import type { SlotPlace } from "../../domain/catalogue/catalogue-state.ts";
import {
  differs,
  type ImportState,
  type KnownBooking,
} from "../../domain/import/decide-booking-line.ts";
import { placeOf } from "../../domain/import/decide-lines.ts";
import { mayUpdate, type ImportRules } from "../../domain/import/import-rules.ts";
import { lockAccount } from "../accounts/accounts.ts";
import {
  loadCatalogue,
  type CatalogueAround,
  type Definitions,
} from "../catalogue/load-catalogue.ts";
import { ChangedMeanwhile, type ImportTransaction } from "./import-target.ts";
import { loadDurations, loadHistories, loadKnownBookings, placesByName } from "./load-state.ts";
import {
  countSeats,
  limitChangesIn,
  lockBookingsOf,
  readSlotsOf,
  refuseLateBookings,
} from "./limit-changes.ts";
import { lockSlots, type SlotContents } from "./lock-slots.ts";
import { loadReferences } from "./load-references.ts";
import { hasLimits, loadOwnLimits, loadTypesHere } from "./types-in-slots.ts";

/*
 * The locks that a portion of an import's lines takes, in the order in which it takes them (B211).
 * `write/load.ts` has the order of all transactions, and the exceptions from it. A snapshot does the steps of reading
 * without their locks.
 *
 * Before the lines are decided, `loadPortion` reads and locks:
 *
 * 1. `lockAccount` locks the account. It stands first, because slots are added, contacts merged and erased, and the
 *    catalogue and the lengths and limits of slots changed under this lock alone. What is read of them stays true.
 * 2. `readKnownBookings` reads the known bookings without a lock. Most of them are as their lines say, and can be
 *    cancelled meanwhile. Only those that differ will change.
 * 3. `lockNotWaiting` locks the CONFIRMED and CANCELLED ones of those that differ, and reads them again. It stands before
 *    all slots, because a cancel locks its booking before its slot.
 * 4. `readRecords` reads the catalogue around the lines and around the bookings that differ. It stands after 3, because a
 *    booking that another transaction moved before the lock is in another slot than 2 saw.
 * 5. `lockBookingsOf` locks the CONFIRMED bookings of a ticket type that begins or ceases to take seats. It stands after
 *    4, which says which types do, and before the slots, like 3.
 * 6. `readSlotsOf` finds the slots of types with another limit, which the lines need not name.
 * 7. `readSlotContents` reads the lengths and the limits of the slots that have a line. They say whether it changes them.
 * 8. `lockSlots` locks the slots whose seats, waitlist, capacity, closing, length or limits may change. It stands after 3
 *    to 7, which say which these are. It locks them together, in one order. Where the time of kept seats is over in one
 *    of them, the transaction is rolled back, the seats are ended, and it runs again (`inTransaction`). Portions of one
 *    transaction end them inside it, and run 1 to 8 again with what they have locked, the entries that moved up among it.
 * 9. `lockEntries` locks the entries of waitlists that differ. It stands after 8, because who moves an entry up locks
 *    the slot before the entry.
 * 10. `readTaken` reads what is taken of limited ticket types, which changes only under the slots' locks.
 * 11. `refuseLateBookings` locks the bookings that got a seat of a type of 5 between 5 and 8. Whoever has locked such a
 *    booking may wait for its slot, so this step waits for nobody: where one is locked, the transaction runs again.
 * 12. `countSeats` counts the seats that the slots of 6 gain or lose: those of bookings, which are all locked by now, and
 *    kept ones, which change only under the slots' locks.
 *
 * After the lines are decided, `writePortion` locks what only the decision names:
 *
 * 13. `numberNewRows` takes the account's last number, where a row is new. Only a transaction that has the account's lock,
 *    or no lock at all, waits for it.
 * 14. `writeStarts` locks the slots of a campaign with another zone. Where the campaign keeps its local time, it locks its
 *    CONFIRMED and CANCELLED bookings before the slots, and as in 11 those that were made, or left the waitlist, meanwhile
 *    (`refuseNewBookings`). The file of such a campaign has no line of a slot or a booking (`refuseKeptClocks`), so 3 and 9
 *    lock none of its bookings; 8 may have locked slots, where a line changes a limit of a ticket type.
 * 15. `moveWaitlistsUp` locks the slots of waitlists that may move up, and in each slot the entries that do. It stands last,
 *    because who moves up depends on the seats that are left.
 *
 * No contact is locked. The lines' contacts are read after 12. Where one is made or removed after that, what this
 * transaction writes violates a key, and it runs again (`isConflict`).
 *
 * A file of more than `smallFileLines` that changes a limit is written by portions of one transaction: it holds the
 * locks of a portion while it takes those of the next one. A cancel that has locked a booking of the next portion may wait
 * for a slot of this one. PostgreSQL ends one of both. If that is the import, all of its portions are rolled back and
 * written again.
 */

/** Reads what the account has of the things that some lines name, and locks what the lines may change. */
export async function loadPortion(
  within: ImportTransaction,
  lines: readonly FileLine[],
  definitions: Definitions,
  rules: ImportRules,
): Promise<ImportState> {
  within.numbers.clear();
  const { transaction, accountId, engine, mayLock } = within;
  if (mayLock) await lockAccount(transaction, engine.locked, accountId);
  if (!lines.some(({ content }) => seatKinds.has(content.kind))) {
    return readCatalogueAlone(within, lines, definitions);
  }
  const read = await readKnownBookings(within, lines, mayUpdate(rules));
  const bookings = await lockNotWaiting(within, read);
  const { histories, catalogue, references } = await readRecords(
    within,
    lines,
    definitions,
    bookings,
  );
  const changedTypes = limitChangesIn(lines, catalogue);
  if (mayLock) await lockBookingsOf(within, changedTypes);
  const slotsOfTypes = await readSlotsOf(within, changedTypes);
  const touched = [...bookings.places, ...slotsOfTypes.map(({ place }) => place)];
  const around = await readSlotContents(within, lines, definitions, catalogue);
  const slots = await lockSlots(within, lines, around, touched);
  await lockEntries(within, bookings);
  const typesHere = await readTaken(within, lines, around, touched);
  if (mayLock) await refuseLateBookings(within, changedTypes);
  const limitChanges = await countSeats(within, slotsOfTypes);
  const left = await readCampaignsLeft(within, lines);
  const { known } = bookings;
  return {
    ...around,
    ...left,
    bookings: known,
    histories,
    references,
    slots,
    typesHere,
    limitChanges,
  };
}

/** Lines of other kinds change no seats. */
const seatKinds: ReadonlySet<DataKind> = new Set(["booking", "slot", "ticket_type"]);

const none: ReadonlyMap<string, never> = new Map<string, never>();

async function readCatalogueAlone(
  within: ImportTransaction,
  lines: readonly FileLine[],
  definitions: Definitions,
): Promise<ImportState> {
  const contents = lines.map(({ content }) => content);
  const catalogue = await loadCatalogue(within, contents, definitions, randomUUID);
  const seats = {
    bookings: none,
    histories: none,
    slots: none,
    slotDurations: none,
    references: none,
  };
  const left = await readCampaignsLeft(within, lines);
  return { ...catalogue, ...seats, ...left, typesHere: none, limitChanges: [] };
}

interface ReadBookings {
  /** The lines of bookings. */
  readonly lines: readonly BookingLine[];
  /** By booking id. */
  readonly known: ReadonlyMap<string, KnownBooking>;
  /** The lines that differ from a known booking that they may change. */
  readonly differing: readonly BookingLine[];
  /** Those of them whose booking waits. */
  readonly waiting: readonly BookingLine[];
}

/** Step 2. */
async function readKnownBookings(
  within: ImportTransaction,
  lines: readonly FileLine[],
  update: boolean,
): Promise<ReadBookings> {
  const own = lines.flatMap(({ content }) => (content.kind === "booking" ? [content] : []));
  const known = await loadKnownBookings(within, idsOf(own), "unlocked");
  const differing = own.filter((line) => {
    const here = known.get(line.booking);
    return update && here !== undefined && differs(line, here.line);
  });
  const waiting = differing.filter(
    ({ booking }) => known.get(booking)?.line.booking_status === "WAITLIST",
  );
  return { lines: own, known, differing, waiting };
}

interface LockedBookings extends ReadBookings {
  /** The differing bookings as they are now. */
  readonly here: readonly BookingLine[];
  /** The slots whose seats or waitlist the lines may change. */
  readonly places: readonly SlotPlace[];
}

/** Step 3. */
async function lockNotWaiting(
  within: ImportTransaction,
  read: ReadBookings,
): Promise<LockedBookings> {
  const known = new Map(read.known);
  const waiting = new Set(read.waiting);
  const others = read.differing.filter((line) => !waiting.has(line));
  if (within.mayLock && others.length > 0) {
    for (const [id, locked] of await loadKnownBookings(within, idsOf(others), "locked")) {
      // One that has joined the waitlist has to be locked after its slot.
      if (locked.line.booking_status === "WAITLIST") throw new ChangedMeanwhile();
      known.set(id, locked);
    }
  }
  const here = read.differing.flatMap(({ booking }) => known.get(booking)?.line ?? []);
  const fresh = read.lines.filter(({ booking }) => !known.has(booking));
  const places = [...fresh, ...read.differing, ...here].map(placeOf);
  return { ...read, known, here, places };
}

interface Records {
  readonly histories: ImportState["histories"];
  readonly catalogue: CatalogueAround;
  readonly references: ImportState["references"];
}

/** Step 4. */
async function readRecords(
  within: ImportTransaction,
  lines: readonly FileLine[],
  definitions: Definitions,
  { lines: bookingLines, differing, here }: LockedBookings,
): Promise<Records> {
  const histories = await loadHistories(within, idsOf(differing));
  const named = [...lines.map(({ content }) => content), ...here];
  const catalogue = await loadCatalogue(within, named, definitions, randomUUID);
  return { histories, catalogue, references: await loadReferences(within, bookingLines) };
}

/** Step 7. */
async function readSlotContents(
  within: ImportTransaction,
  lines: readonly FileLine[],
  definitions: Definitions,
  catalogue: CatalogueAround,
): Promise<SlotContents> {
  const slotLines = slotLinesOf(lines);
  const slotDurations = await loadDurations(within, placesByName(slotLines), catalogue);
  return { ...(await loadOwnLimits(within, slotLines, catalogue, definitions)), slotDurations };
}

/**
 * Step 9. Nothing is compared afterwards, because another transaction that changed an entry before the lock added an
 * event to it. The event of this portion has the same number, which the key of `booking_event` refuses (23505,
 * `isConflict`): the transaction runs again.
 */
async function lockEntries(within: ImportTransaction, { waiting }: LockedBookings): Promise<void> {
  if (within.mayLock && waiting.length > 0)
    await loadKnownBookings(within, idsOf(waiting), "locked");
}

/** Step 10. */
function readTaken(
  within: ImportTransaction,
  lines: readonly FileLine[],
  around: SlotContents,
  touched: readonly SlotPlace[],
): Promise<ImportState["typesHere"]> {
  const places = placesByName([...touched, ...slotLinesOf(lines)]);
  return loadTypesHere(within, places, around, hasLimits(around, lines));
}

/** How many campaigns the account may still get, where a line is of one. */
async function readCampaignsLeft(
  { transaction, accountId, engine }: ImportTransaction,
  lines: readonly FileLine[],
): Promise<Pick<ImportState, "campaignsLeft">> {
  if (!lines.some(({ content }) => content.kind === "interaction")) return {};
  const { count } = await transaction
    .selectFrom("interaction")
    .select((select) => select.fn.countAll().as("count"))
    .where("account_id", "=", accountId)
    .executeTakeFirstOrThrow();
  return { campaignsLeft: engine.limits.campaigns - Number(count) };
}

function idsOf(lines: readonly BookingLine[]): string[] {
  return lines.map(({ booking }) => booking);
}

function slotLinesOf(lines: readonly FileLine[]): SlotLine[] {
  return lines.flatMap(({ content }) => (content.kind === "slot" ? [content] : []));
}

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
import {
  loadCatalogue,
  type CatalogueAround,
  type Definitions,
} from "../catalogue/load-catalogue.ts";
import type { Within } from "./import-target.ts";
import {
  loadDurations,
  loadHistories,
  loadLines,
  loadNamedSlots,
  placesByName,
} from "./load-state.ts";
import { loadReferences } from "./load-references.ts";
import {
  countSeatsOf,
  hasLimits,
  loadOwnLimits,
  loadTypesHere,
  lockBookingsOf,
  refuseLateBookings,
  limitChangesIn,
} from "./ticket-types.ts";

/*
 * What a portion reads and locks, step by step (B211). A snapshot does the same steps without the locks.
 *
 * Every transaction of the service locks CONFIRMED bookings, then slots in the order of their numbers, then entries of
 * waitlists. Two that keep this order do not wait for each other in a circle. The portion has the account's lock besides
 * (`writePortion`), under which alone the catalogue, the lengths and the limits of slots change, and slots are added.
 *
 * 1. `readBookings` reads the known bookings without a lock, because most of them are as their lines say. Only those
 *    that differ will change.
 * 2. `lockSeated` locks those of them that have or had seats, and reads them again. It stands before all slots, because
 *    a cancel locks its booking before its slot. What is read later is read of bookings that nobody else changes.
 * 3. `readRecords` reads the catalogue around the lines and around the bookings as they are now. It stands after 2,
 *    because a booking that others moved before the lock is in another slot than 1 saw.
 * 4. `lockBookingsOf` locks the CONFIRMED bookings of a ticket type that begins or ceases to take seats. It stands after
 *    3, which says which types do, and before the slots, like 2.
 * 5. `countSeatsOf` finds the slots of types with another limit, which the lines need not name.
 * 6. `lockSlots` locks the slots whose seats, waitlist, capacity, length or limits may change. It stands after 2 to 5,
 *    which say which these are. It is the only step that locks slots, so that it can do so in one order. Further slots
 *    are locked when the rows are written: those in whose waitlists somebody may move up (`promoteWaiting`), and those
 *    that keep their local time in another zone, behind their bookings (`writeStarts`). PostgreSQL ends one of two that
 *    wait for each other then, and it runs again. Portions of one transaction keep the order each for itself.
 * 7. `lockWaiting` locks the entries of waitlists that differ. It stands after 6, because who moves an entry up locks
 *    the slot before the entry.
 * 8. `readTaken` reads what is taken of limited ticket types, which changes only under the slots' locks.
 * 9. `refuseLateBookings` locks the bookings that got a seat of such a type between 4 and 6; the seats are counted anew. Whoever
 *    has such a booking may wait for its slot, so this step waits for nobody: the transaction runs again instead.
 */

/** Reads what the account has of the things that some lines name, and locks what the lines may change. */
export async function loadPortion(
  within: Within,
  lines: readonly FileLine[],
  definitions: Definitions,
  rules: ImportRules,
): Promise<ImportState> {
  within.numbers.clear();
  if (!lines.some(({ content }) => seatKinds.has(content.kind))) {
    return readCatalogueAlone(within, lines, definitions);
  }
  const read = await readBookings(within, lines, mayUpdate(rules));
  const bookings = await lockSeated(within, read);
  const records = await readRecords(within, lines, definitions, bookings);
  const changes = limitChangesIn(lines, records.catalogue);
  if (within.holdsLocks) await lockBookingsOf(within, changes);
  const limitChanges = await countSeatsOf(within, changes);
  const touched = [...bookings.places, ...limitChanges.map(({ place }) => place)];
  const locked = await lockSlots(within, lines, definitions, { ...records, touched });
  await lockWaiting(within, bookings);
  const typesHere = await readTaken(within, lines, { ...locked, touched });
  const left = await readCampaignsLeft(within, lines);
  const { around, slots } = locked;
  const { histories, references } = records;
  const known = bookings.known;
  const state = { ...around, ...left, bookings: known, histories, references, slots, typesHere };
  if (!within.holdsLocks || changes.length === 0) return { ...state, limitChanges };
  await refuseLateBookings(within, changes);
  return { ...state, limitChanges: await countSeatsOf(within, changes) };
}

/** Lines of other kinds change no seats. */
const seatKinds: ReadonlySet<DataKind> = new Set(["booking", "slot", "ticket_type"]);

const none: ReadonlyMap<string, never> = new Map<string, never>();

async function readCatalogueAlone(
  within: Within,
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

/** Step 1. */
async function readBookings(
  within: Within,
  lines: readonly FileLine[],
  update: boolean,
): Promise<ReadBookings> {
  const own = lines.flatMap(({ content }) => (content.kind === "booking" ? [content] : []));
  const known = await loadLines(within, idsOf(own), "unlocked");
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

/** Step 2. */
async function lockSeated(within: Within, read: ReadBookings): Promise<LockedBookings> {
  const known = new Map(read.known);
  const waiting = new Set(read.waiting);
  const seated = read.differing.filter((line) => !waiting.has(line));
  if (within.holdsLocks && seated.length > 0) {
    for (const [id, locked] of await loadLines(within, idsOf(seated), "locked")) {
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

/** Step 3. */
async function readRecords(
  within: Within,
  lines: readonly FileLine[],
  definitions: Definitions,
  { lines: bookingLines, differing, here }: LockedBookings,
): Promise<Records> {
  const histories = await loadHistories(within, idsOf(differing));
  const named = [...lines.map(({ content }) => content), ...here];
  const catalogue = await loadCatalogue(within, named, definitions, randomUUID);
  return { histories, catalogue, references: await loadReferences(within, bookingLines) };
}

interface LockedSlots {
  readonly around: CatalogueAround & Pick<ImportState, "slotDurations" | "typesHere">;
  readonly slots: ImportState["slots"];
}

/** Step 6. A slot's line may change a slot without bookings; its length and its limits say whether it does. */
async function lockSlots(
  within: Within,
  lines: readonly FileLine[],
  definitions: Definitions,
  { catalogue, touched }: Pick<Records, "catalogue"> & { readonly touched: readonly SlotPlace[] },
): Promise<LockedSlots> {
  const slotLines = slotLinesOf(lines);
  const slotDurations = await loadDurations(within, placesByName(slotLines), catalogue);
  const own = await loadOwnLimits(within, slotLines, catalogue, definitions);
  const around = { ...own, slotDurations };
  return { around, slots: await loadNamedSlots(within, around, lines, touched) };
}

/**
 * Step 7. Where another change came between, it has written the event whose number this portion's would have: the
 * transaction runs again.
 */
async function lockWaiting(within: Within, { waiting }: LockedBookings): Promise<void> {
  if (within.holdsLocks && waiting.length > 0) await loadLines(within, idsOf(waiting), "locked");
}

/** Step 8. */
function readTaken(
  within: Within,
  lines: readonly FileLine[],
  { around, touched }: LockedSlots & { readonly touched: readonly SlotPlace[] },
): Promise<ImportState["typesHere"]> {
  const places = placesByName([...touched, ...slotLinesOf(lines)]);
  return loadTypesHere(within, places, around, hasLimits(around, lines));
}

/** How many campaigns the account may still get, where a line is of one. */
async function readCampaignsLeft(
  { transaction, accountId, engine }: Within,
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

import { accessTokens, type StoredAccessToken } from "./accounts/access-tokens.ts";
import { accounts } from "./accounts/accounts.ts";
import type { AccountId } from "../domain/account.ts";
import type { Admission } from "../domain/admit-booking.ts";
import type { BookingId } from "../domain/booking.ts";
import type { Promotion } from "../domain/promote-booking.ts";
import type { CancelRefusal, Refused, SeatRefusal } from "../domain/refusal.ts";
import type { AuditContext } from "./accounts/audit.ts";
import { auditLog } from "./accounts/audit-log.ts";
import {
  bookingChanges,
  type BookingChangeAnswer,
  type BookingChangeOrder,
  type BookingDecision,
} from "./bookings/booking-change.ts";
import {
  findBookingDetails,
  type BookingDetails,
  type BookingFilter,
} from "./bookings/booking-details.ts";
import {
  editCatalogue,
  type CatalogueChange,
  type CatalogueEdit,
  type CatalogueRefusal,
} from "./catalogue/edit-catalogue.ts";
import { findLine, listLines, type CatalogueFilter } from "./catalogue/list-lines.ts";
import type { CatalogueLine } from "./catalogue/read-line.ts";
import { removeLine, type RemovalOrder } from "./catalogue/remove-line.ts";
import type { RemovalRefusal } from "./catalogue/removal.ts";
import { changesTogether } from "./bookings/change-batch.ts";
import {
  contactBookings,
  type ContactBookings,
  type ContactBookingsQuestion,
} from "./bookings/contact-bookings.ts";
import {
  copyInstallation,
  type InstallationCopyAnswer,
  type InstallationCopyOrder,
} from "./installation/copy-installation.ts";
import { eraseContact, findContact, type Contact, type ContactKey } from "./bookings/contacts.ts";
import { credentials } from "./accounts/credentials.ts";
import { backUp, type BackupAnswer, type BackupOrder } from "./sqlite/backup.ts";
import {
  readDirectory,
  readDirectoryVersion,
  type DirectoryContents,
} from "./accounts/directory.ts";
import {
  DatabaseUnusable,
  type DatabaseMode,
  type Engine,
  type EngineOptions,
  type MemoryDatabase,
} from "./engine.ts";
import { exportRows, type ExportRow } from "./export/export-rows.ts";
import { findCampaigns, type Campaign } from "./catalogue/find-campaigns.ts";
import { housekeeping } from "./installation/housekeeping.ts";
import {
  importDataFile,
  type BadFile,
  type ImportAnswer,
  type ImportOrder,
} from "./import/import-data-file.ts";
import type { NumberedLine } from "./import/stage-line.ts";
import { interactionFinder, type InteractionScope } from "./catalogue/interactions.ts";
import {
  checkInvariants,
  installationInvariants,
  type AccountViolations,
} from "./invariants/check-invariants.ts";
import { migrate, schemaState, type SchemaState } from "./migrations/migrate.ts";
import { operators } from "./accounts/operators.ts";
import { rateCounts } from "./accounts/rate-counts.ts";
import { requestRecords } from "./accounts/request-records.ts";
import { restoreSqlite, type RestoreAnswer, type RestoreOrder } from "./sqlite/restore.ts";
import { openPostgres } from "./postgres/open.ts";
import { bookings, type BookOrder } from "./seats/book.ts";
import { findSlots, type SlotDetails, type SlotFilter } from "./seats/find-slots.ts";
import { promotions, type PromoteOrder } from "./seats/promote.ts";
import {
  slotChanges,
  type AddedSlots,
  type CapacityChange,
  type CapacityOrder,
  type NewSlots,
} from "./seats/slot-changes.ts";
import { readArrivals, type Arrivals } from "./seats/read-arrivals.ts";
import type { NamedPlace } from "./seats/find-place.ts";
import { readSlotWaiting, readWaitingState, type WaitingState } from "./seats/waiting-state.ts";
import { openSqlite } from "./sqlite/open.ts";

/**
 * The door to one account's data. There is no way from here to another account's: every question
 * and every change carries the account's id by itself.
 */
export interface AccountStore {
  findInteraction(scope: InteractionScope): Promise<string | null>;
  findContactBookings(question: ContactBookingsQuestion): Promise<ContactBookings>;
  changeBooking<R>(
    order: BookingChangeOrder,
    decide: BookingDecision<R>,
  ): Promise<BookingChangeAnswer<R>>;
  /** The same; what waits at the same moment shares one commit. */
  changeBookingTogether(
    order: BookingChangeOrder,
    decide: BookingDecision<CancelRefusal>,
  ): Promise<BookingChangeAnswer<CancelRefusal>>;
  /** Makes a booking: CONFIRMED while seats are left, else on the waitlist. */
  book(audit: AuditContext, order: BookOrder): Promise<Admission | Refused<SeatRefusal>>;
  /** Confirms a booking of the waitlist. */
  promote(audit: AuditContext, order: PromoteOrder): Promise<Promotion | Refused<SeatRefusal>>;
  /** What a booking on a waitlist waits for. */
  readWaitingState(bookingId: BookingId): Promise<WaitingState | null>;
  /** Who waits for seats of a slot. */
  readSlotWaiting(place: NamedPlace): Promise<WaitingState | Refused<SeatRefusal>>;
  /** Who is expected at a slot, and who has come. */
  readArrivals(place: NamedPlace): Promise<Arrivals | Refused<SeatRefusal>>;
  findCampaigns(): Promise<Campaign[]>;
  findSlots(filter: SlotFilter): Promise<SlotDetails[]>;
  changeCapacity(
    audit: AuditContext,
    order: CapacityOrder,
  ): Promise<CapacityChange | Refused<SeatRefusal>>;
  addSlots(audit: AuditContext, slots: NewSlots): Promise<AddedSlots | Refused<SeatRefusal>>;
  /** Changes the catalogue, all edits or none. */
  editCatalogue(
    audit: AuditContext,
    edits: readonly CatalogueEdit[],
    allowOverbooked: boolean,
  ): Promise<readonly CatalogueChange[] | BadFile | Refused<CatalogueRefusal>>;
  /** Takes out what nothing refers to. */
  removeFromCatalogue(
    audit: AuditContext,
    order: RemovalOrder,
  ): Promise<Refused<RemovalRefusal | CatalogueRefusal> | null>;
  /** Things of one kind as lines of a data file. */
  listCatalogue(filter: CatalogueFilter): Promise<object[]>;
  /** What stands under the key of this line, as a line of a data file; null for nothing. */
  findInCatalogue(line: CatalogueLine): Promise<object | null>;
  findContact(key: ContactKey): Promise<Contact | null>;
  /** Takes out who a contact is; false when there is none. The new external id must be unknown. */
  eraseContact(
    audit: AuditContext,
    contact: { readonly id: string; readonly newExternalId: string },
  ): Promise<boolean>;
  /** Bookings with tickets, attendees and history. */
  findBookings(filter: BookingFilter): Promise<BookingDetails[]>;
  findAccessToken(hash: string): Promise<StoredAccessToken | null>;
  saveAccessToken(token: StoredAccessToken): Promise<void>;
  /** Holds the account's data against every invariant. */
  checkInvariants(): Promise<AccountViolations>;
  /** Imports the lines of a data file, all or none. */
  importDataFile(
    lines: AsyncIterable<readonly NumberedLine[]>,
    order: ImportOrder,
  ): Promise<ImportAnswer>;
  /** What a data file holds of the account, as it is at the moment of the first portion. */
  exportRows(): AsyncGenerator<readonly ExportRow[]>;
}

/** The door to the database: what may be asked of it. */
export interface Store {
  account(id: AccountId): AccountStore;
  readonly accounts: ReturnType<typeof accounts>;
  readonly credentials: ReturnType<typeof credentials>;
  readonly operators: ReturnType<typeof operators>;
  readonly auditLog: ReturnType<typeof auditLog>;
  readonly invariants: ReturnType<typeof installationInvariants>;
  readonly requestRecords: ReturnType<typeof requestRecords>;
  readonly housekeeping: ReturnType<typeof housekeeping>;
  readonly rateCounts: ReturnType<typeof rateCounts>;
  readDirectory(): Promise<DirectoryContents>;
  readDirectoryVersion(): Promise<number>;
  /** Applies what is missing and returns the names. Throws `DatabaseUnusable` on a newer schema. */
  migrate(now: number): Promise<string[]>;
  schemaState(): Promise<SchemaState>;
  dumpSchema(): Promise<string>;
  /** The whole database as one piece, where it lives in memory; else null. */
  readonly memory: MemoryDatabase | null;
  /** Copies the whole database into a file. */
  backUp(order: BackupOrder): Promise<BackupAnswer>;
  /** Whether the database takes writes. Throws when it does not answer. */
  ping(): Promise<DatabaseMode>;
  close(): Promise<void>;
}

/** How many accounts' doors are kept: one is made of many small functions, for every request anew. */
const maxDoors = 1_000;

const usual: EngineOptions = {
  observe: () => {},
  patience: "task",
  poolSize: 4,
  pooler: false,
  rowSecurity: false,
};

/**
 * Opens `sqlite:PATH`, `sqlite::memory:` or `postgres://…`. Throws `DatabaseUnusable` when it cannot
 * be used, at once or, where it is outside the process, when it is first asked.
 */
export function openStore(url: string, options: Partial<EngineOptions> = {}): Store {
  const engine = openEngine(url, { ...usual, ...options });
  const findContactBookings = contactBookings(engine);
  const findInteraction = interactionFinder(engine.reads);
  const changeBooking = bookingChanges(engine);
  const changeTogether = changesTogether(engine, changeBooking);
  const book = bookings(engine);
  const promote = promotions(engine);
  const slots = slotChanges(engine);
  const tokens = accessTokens(engine);
  const doors = new Map<AccountId, AccountStore>();
  const openDoor = (id: AccountId): AccountStore => {
    const within = <T>(work: () => T): T => engine.within(id, work);
    return {
      findInteraction: (scope) => within(() => findInteraction(id, scope)),
      findContactBookings: (question) => within(() => findContactBookings(id, question)),
      changeBooking: (order, decide) => within(() => changeBooking(id, order, decide)),
      changeBookingTogether: (order, decide) => within(() => changeTogether(id, { order, decide })),
      book: (audit, order) => within(() => book(id, audit, order)),
      promote: (audit, order) => within(() => promote(id, audit, order)),
      readWaitingState: (bookingId) => within(() => readWaitingState(engine.reads, id, bookingId)),
      readSlotWaiting: (place) => within(() => readSlotWaiting(engine.reads, id, place)),
      readArrivals: (place) => within(() => readArrivals(engine.reads, id, place)),
      findCampaigns: () => within(() => findCampaigns(engine.reads, id)),
      findSlots: (filter) => within(() => findSlots(engine.reads, id, filter)),
      changeCapacity: (audit, order) => within(() => slots.changeCapacity(id, audit, order)),
      addSlots: (audit, order) => within(() => slots.add(id, audit, order)),
      editCatalogue: (audit, edits, allowOverbooked) =>
        within(() => editCatalogue(engine, id, audit, edits, allowOverbooked)),
      removeFromCatalogue: (audit, order) => within(() => removeLine(engine, id, audit, order)),
      listCatalogue: (filter) => within(() => listLines(engine.reads, id, filter)),
      findInCatalogue: (line) => within(() => findLine(engine.reads, id, line)),
      findContact: (key) => within(() => findContact(engine.reads, id, key)),
      eraseContact: (audit, contact) => within(() => eraseContact(engine, id, audit, contact)),
      findBookings: (filter) => within(() => findBookingDetails(engine.reads, id, filter)),
      findAccessToken: (hash) => within(() => tokens.find(id, hash)),
      saveAccessToken: (token) => within(() => tokens.save(id, token)),
      checkInvariants: () => within(() => checkInvariants(engine.reads, id)),
      importDataFile: (lines, order) => within(() => importDataFile(engine, id, lines, order)),
      exportRows: () => exportRows(engine, id),
    };
  };
  return {
    account: (id) => {
      const known = doors.get(id);
      if (known !== undefined) return known;
      if (doors.size >= maxDoors) doors.clear();
      const door = openDoor(id);
      doors.set(id, door);
      return door;
    },
    accounts: accounts(engine),
    credentials: credentials(engine),
    operators: operators(engine),
    auditLog: auditLog(engine),
    invariants: installationInvariants(engine.reads),
    requestRecords: requestRecords(engine),
    housekeeping: housekeeping(engine),
    rateCounts: rateCounts(engine),
    readDirectory: () => readDirectory(engine.reads),
    readDirectoryVersion: () => readDirectoryVersion(engine.reads),
    migrate: (now) => migrate(engine, now),
    schemaState: () => schemaState(engine),
    dumpSchema: () => engine.dumpSchema(),
    memory: engine.memory ?? null,
    backUp: (order) => backUp(engine, order),
    ping: () => engine.ping(),
    close: () => engine.close(),
  };
}

/** Copies everything of one database into another, empty one. */
export async function copyStore(
  urls: { readonly from: string; readonly to: string },
  options: Partial<EngineOptions>,
  order: InstallationCopyOrder,
): Promise<InstallationCopyAnswer> {
  const source = openEngine(urls.from, { ...usual, ...options });
  try {
    const target = openEngine(urls.to, { ...usual, ...options });
    try {
      return await copyInstallation(source, target, order);
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

function openEngine(url: string, options: EngineOptions): Engine {
  if (url.startsWith("sqlite:")) return openSqlite(url.slice("sqlite:".length), options.observe);
  if (/^postgres(ql)?:/.test(url)) return openPostgres(url, options);
  throw new DatabaseUnusable("A database is sqlite:PATH, sqlite::memory: or postgres://….");
}

/** Puts a backup in the place of the database, which nobody may have open, this process included. */
export function restoreStore(url: string, order: RestoreOrder): Promise<RestoreAnswer> {
  const path = url.slice("sqlite:".length);
  if (!url.startsWith("sqlite:") || path === ":memory:") {
    throw new DatabaseUnusable("A backup can only take the place of an embedded database's file.");
  }
  return restoreSqlite(path, order);
}

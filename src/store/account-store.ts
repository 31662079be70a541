import {
  findAccessToken,
  saveAccessToken,
  type StoredAccessToken,
} from "./accounts/access-tokens.ts";
import type { AccountId } from "../domain/account.ts";
import type { Admission } from "../domain/admit-booking.ts";
import type { BookingId } from "../domain/booking.ts";
import type { ContactSlots } from "../domain/expired-contact.ts";
import type { Promotion } from "../domain/promote-booking.ts";
import type { CancelRefusal, Refused, SeatRefusal } from "../domain/refusal.ts";
import type { AuditContext } from "./accounts/audit.ts";
import { prepareBookingChanges } from "./bookings/change-batch.ts";
import type {
  BookingChangeAnswer,
  BookingChangeOrder,
  BookingRule,
} from "./bookings/change-order.ts";
import { prepareBatchReader } from "./bookings/read-batch.ts";
import { prepareBookingTransaction } from "./bookings/resolve-commit.ts";
import { prepareBatchWriter } from "./write/write-batch.ts";
import {
  findBookingDetails,
  type BookingDetails,
  type BookingFilter,
} from "./bookings/booking-details.ts";
import {
  editCatalogue,
  type CatalogueChange,
  type CatalogueEdit,
} from "./import/edit-catalogue.ts";
import { findLine, listLines, type CatalogueFilter } from "./catalogue/list-lines.ts";
import type { CatalogueKey } from "./catalogue/catalogue-kinds.ts";
import type { RemovalRefusal } from "../domain/catalogue/refuse-removal.ts";
import { removeRecord, type RemovalOrder } from "./catalogue/removal.ts";
import {
  prepareContactBookings,
  type ContactBookings,
  type ContactBookingsQuestion,
} from "./bookings/contact-bookings.ts";
import { eraseContact, findContact, type Contact, type ContactKey } from "./bookings/contacts.ts";
import {
  expireContacts,
  readContactSlots,
  type ContactPortion,
  type ExpiredContacts,
  type ExpiryOrder,
} from "./bookings/expire-contacts.ts";
import {
  prepareChangesReader,
  type Changes,
  type ChangesQuestion,
  type ChangesRefusal,
} from "./changes/read-changes.ts";
import type { ChangeSignal, NextChange } from "./changes/change-signal.ts";
import type { Engine } from "./engine.ts";
import { exportRows, type ExportRow } from "./export/export-rows.ts";
import type { CatalogueRefusal } from "./catalogue/catalogue-refusal.ts";
import { findCampaigns, type Campaign } from "./catalogue/find-campaigns.ts";
import { importDataFile } from "./import/import-data-file.ts";
import { prepareImportTarget } from "./import/import-target.ts";
import type { BadFile, ImportAnswer, ImportOrder } from "./import/import-order.ts";
import type { NumberedLine } from "../domain/data-file/parse-data-line.ts";
import { findInteraction, type InteractionScope } from "./catalogue/interactions.ts";
import { checkInvariants, type AccountViolations } from "./invariants/check-invariants.ts";
import { prepareBooking, type BookOrder } from "./seats/book.ts";
import { findSlots, type SlotDetails, type SlotFilter } from "./seats/find-slots.ts";
import { preparePromotion, type PromoteOrder } from "./seats/promote.ts";
import { prepareSlotAddition, type AddedSlots, type NewSlots } from "./seats/add-slots.ts";
import {
  prepareCapacityChange,
  type CapacityChange,
  type CapacityOrder,
} from "./seats/change-capacity.ts";
import { prepareBookingMove, type MoveAnswer, type MoveOrder } from "./seats/move-booking.ts";
import { prepareSlotClosing, type Closing, type ClosingOrder } from "./seats/close-slot.ts";
import { readArrivals, type Arrivals } from "./seats/read-arrivals.ts";
import type { NamedSlot } from "./seats/find-slot-key.ts";
import { readSlotWaiting, readWaitingState, type WaitingState } from "./seats/waiting-state.ts";

/**
 * The door to one account's data. It gives no way to another account: every query and every change carries
 * this account's id.
 */
export interface AccountStore {
  findInteraction(scope: InteractionScope): Promise<string | null>;
  findContactBookings(question: ContactBookingsQuestion): Promise<ContactBookings>;
  changeBooking<R>(
    order: BookingChangeOrder,
    rule: BookingRule<R>,
  ): Promise<BookingChangeAnswer<R>>;
  /** The same for a change that may share a commit with others that wait at the same moment. */
  changeBookingInBatch(
    order: BookingChangeOrder,
    rule: BookingRule<CancelRefusal>,
  ): Promise<BookingChangeAnswer<CancelRefusal>>;
  /** Makes a booking: CONFIRMED while seats are left, else on the waitlist. */
  book(audit: AuditContext, order: BookOrder): Promise<Admission | Refused<SeatRefusal>>;
  /** Confirms a waitlisted booking. */
  promote(audit: AuditContext, order: PromoteOrder): Promise<Promotion | Refused<SeatRefusal>>;
  /** Moves a booking to another slot of its campaign, or to another ticket type. */
  moveBooking(audit: AuditContext, order: MoveOrder): Promise<MoveAnswer>;
  /** Reads the facts that explain why a waitlisted booking waits. */
  readWaitingState(bookingId: BookingId): Promise<WaitingState | null>;
  /** The waitlist of a slot. */
  readSlotWaiting(place: NamedSlot): Promise<WaitingState | Refused<SeatRefusal>>;
  /** The expected and the arrived attendees of a slot. */
  readArrivals(place: NamedSlot): Promise<Arrivals | Refused<SeatRefusal>>;
  findCampaigns(): Promise<Campaign[]>;
  findSlots(filter: SlotFilter): Promise<SlotDetails[]>;
  changeCapacity(
    audit: AuditContext,
    order: CapacityOrder,
  ): Promise<CapacityChange | Refused<SeatRefusal>>;
  /** Sets a slot's capacity to 0 and cancels its bookings. */
  closeSlot(audit: AuditContext, order: ClosingOrder): Promise<Closing | Refused<SeatRefusal>>;
  addSlots(audit: AuditContext, slots: NewSlots): Promise<AddedSlots | Refused<SeatRefusal>>;
  /** Changes the catalogue, all edits or none. */
  editCatalogue(
    audit: AuditContext,
    edits: readonly CatalogueEdit[],
    allowOverbooked: boolean,
  ): Promise<readonly CatalogueChange[] | BadFile | Refused<CatalogueRefusal>>;
  /** Removes a catalogue record that nothing refers to. */
  removeFromCatalogue(
    audit: AuditContext,
    order: RemovalOrder,
  ): Promise<Refused<RemovalRefusal | CatalogueRefusal> | null>;
  /** The records of one kind as lines of a data file. */
  listCatalogue(filter: CatalogueFilter): Promise<object[]>;
  /** The record with this key as a line of a data file; null when there is none. */
  findInCatalogue(key: CatalogueKey): Promise<object | null>;
  findContact(key: ContactKey): Promise<Contact | null>;
  /**
   * Erases a contact's personal data; false when there is no such contact. The new external id must be
   * unknown.
   */
  eraseContact(
    audit: AuditContext,
    contact: { readonly id: string; readonly newExternalId: string },
  ): Promise<boolean>;
  /** A portion of the contacts, erased ones included, each with when its last slot starts. */
  readContactSlots(portion: ContactPortion): Promise<ContactSlots[]>;
  /** Erases those contacts of which all slots started before a moment; null while an import runs. */
  expireContacts(audit: AuditContext, order: ExpiryOrder): Promise<ExpiredContacts | null>;
  /** Bookings with tickets, attendees and history. */
  findBookings(filter: BookingFilter): Promise<BookingDetails[]>;
  findAccessToken(hash: string): Promise<StoredAccessToken | null>;
  saveAccessToken(token: StoredAccessToken): Promise<void>;
  /** Checks the account's data against every invariant. */
  checkInvariants(now: number): Promise<AccountViolations>;
  /** Imports the lines of a data file, if none of them is bad. */
  importDataFile(
    lines: AsyncIterable<readonly NumberedLine[]>,
    order: ImportOrder,
  ): Promise<ImportAnswer>;
  /** The changes since a cursor, in an order that never changes. */
  readChanges(question: ChangesQuestion): Promise<Changes | Refused<ChangesRefusal>>;
  /** Listens for the next change that this process makes. */
  listenForChanges(): NextChange;
  /** Everything that a data file holds of the account, at the moment of the first portion. */
  exportRows(): AsyncGenerator<readonly ExportRow[]>;
}

/** The number of doors that are kept. A door consists of many closures, too many to make for each request. */
const maxDoors = 1_000;

/** Returns an account's door: the open one, or a new one. */
export function prepareAccountStores(
  engine: Engine,
  signal: ChangeSignal,
): (id: AccountId) => AccountStore {
  const findContactBookings = prepareContactBookings(engine);
  const read = prepareBatchReader(engine);
  const write = prepareBatchWriter(engine);
  const runTransaction = prepareBookingTransaction(engine, write);
  const bookingChange = prepareBookingChanges(engine, read, runTransaction);
  const book = prepareBooking(engine, runTransaction);
  const promote = preparePromotion(engine, read, runTransaction);
  const changeCapacity = prepareCapacityChange(engine, write);
  const moveBooking = prepareBookingMove(engine, read, runTransaction);
  const closeSlot = prepareSlotClosing(engine, read, write);
  const addSlots = prepareSlotAddition(engine, write);
  const importTarget = prepareImportTarget(engine, write);
  const readChanges = prepareChangesReader(engine);
  const openDoor = (id: AccountId): AccountStore => {
    const within = <T>(work: () => T): T => engine.within(id, work);
    /** Announces the change whatever its answer: a COMMIT without an answer may have been made. */
    const change = <T>(work: () => Promise<T>): Promise<T> =>
      within(work).finally(() => signal.notify(id));
    return {
      findInteraction: (scope) => within(() => findInteraction(engine.reads, id, scope)),
      findContactBookings: (question) => within(() => findContactBookings(id, question)),
      changeBooking: (order, rule) => change(() => bookingChange.alone(id, order, rule)),
      changeBookingInBatch: (order, rule) => change(() => bookingChange.inBatch(id, order, rule)),
      book: (audit, order) => change(() => book(id, audit, order)),
      promote: (audit, order) => change(() => promote(id, audit, order)),
      readWaitingState: (bookingId) => within(() => readWaitingState(engine.reads, id, bookingId)),
      readSlotWaiting: (place) => within(() => readSlotWaiting(engine.reads, id, place)),
      readArrivals: (place) => within(() => readArrivals(engine.reads, id, place)),
      findCampaigns: () => within(() => findCampaigns(engine.reads, id)),
      findSlots: (filter) => within(() => findSlots(engine.reads, id, filter)),
      changeCapacity: (audit, order) => change(() => changeCapacity(id, audit, order)),
      moveBooking: (audit, order) => change(() => moveBooking(id, audit, order)),
      closeSlot: (audit, order) => change(() => closeSlot(id, audit, order)),
      addSlots: (audit, order) => change(() => addSlots(id, audit, order)),
      editCatalogue: (audit, edits, allowOverbooked) =>
        change(() => editCatalogue(importTarget, id, audit, edits, allowOverbooked)),
      removeFromCatalogue: (audit, order) => within(() => removeRecord(engine, id, audit, order)),
      listCatalogue: (filter) => within(() => listLines(engine.reads, id, filter)),
      findInCatalogue: (key) => within(() => findLine(engine.reads, id, key)),
      findContact: (key) => within(() => findContact(engine.reads, id, key)),
      eraseContact: (audit, contact) =>
        change(() => eraseContact(engine, write, id, audit, contact)),
      readContactSlots: (portion) => within(() => readContactSlots(engine.reads, id, portion)),
      expireContacts: (audit, order) =>
        change(() => expireContacts(engine, write, id, audit, order)),
      findBookings: (filter) => within(() => findBookingDetails(engine, id, filter)),
      findAccessToken: (hash) => within(() => findAccessToken(engine, id, hash)),
      saveAccessToken: (token) => within(() => saveAccessToken(engine, id, token)),
      checkInvariants: (now) => within(() => checkInvariants(engine.reads, id, now)),
      importDataFile: (lines, order) =>
        change(() => importDataFile(importTarget, id, lines, order)),
      readChanges: (question) => within(() => readChanges(id, question)),
      listenForChanges: () => signal.listen(id),
      exportRows: () => exportRows(engine, id),
    };
  };
  const doors = new Map<AccountId, AccountStore>();
  return (id) => {
    const known = doors.get(id);
    if (known !== undefined) return known;
    if (doors.size >= maxDoors) doors.clear();
    const door = openDoor(id);
    doors.set(id, door);
    return door;
  };
}

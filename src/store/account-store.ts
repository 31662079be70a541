import type { Kysely } from "kysely";
import { findAccessToken, saveAccessToken } from "./accounts/access-tokens.ts";
import type { AccountId } from "../domain/account.ts";
import { prepareBookingChanges } from "./bookings/batch.ts";
import { prepareBatchReader } from "./write/load.ts";
import { prepareBookingTransaction } from "./write/transaction.ts";
import { prepareBatchWriter } from "./write/write-batch.ts";
import { findBookingDetails } from "./bookings/booking-details.ts";
import { editCatalogue } from "./import/edit-catalogue.ts";
import { findLine, listLines } from "./catalogue/catalogue-lines.ts";
import { removeRecord } from "./catalogue/removal.ts";
import { prepareContactBookings } from "./bookings/contact-bookings.ts";
import {
  eraseContact,
  findContact,
  expireContacts,
  readContactSlots,
} from "./bookings/contacts.ts";
import { readChanges } from "./changes/read-changes.ts";
import type { ChangeSignal } from "./changes/change-signal.ts";
import type { Engine } from "./engine.ts";
import { exportRows } from "./export/export-rows.ts";
import { importDataFile } from "./import/import-data-file.ts";
import { prepareImportTarget } from "./import/import-target.ts";
import { findCampaigns, findInteraction } from "./catalogue/interactions.ts";
import { checkInvariants } from "./invariants/check-invariants.ts";
import { prepareBooking } from "./bookings/book.ts";
import {
  findSlots,
  readArrivals,
  readSlotWaiting,
  readWaitingState,
} from "./bookings/slot-details.ts";
import { preparePromotion } from "./bookings/promote.ts";
import { prepareSlotAddition, prepareCapacityChange } from "./bookings/capacity.ts";
import { prepareBookingMove } from "./bookings/move-booking.ts";
import { prepareSlotClosing } from "./bookings/close-slot.ts";
import { keepForEngine } from "./statement.ts";
import type { Tables } from "./tables.ts";

/**
 * The door to one account's data. It gives no way to another account: every query and every change carries
 * this account's id. Each method is described where its function stands.
 */
export type AccountStore = ReturnType<typeof openDoor>;

function openDoor(engine: Engine, signal: ChangeSignal, id: AccountId) {
  const { change, ...of } = prepared(engine);
  /** For a function of the engine. */
  const asking =
    <Rest extends unknown[], T>(ask: (engine: Engine, id: AccountId, ...rest: Rest) => T) =>
    (...rest: Rest): T =>
      engine.within(id, () => ask(engine, id, ...rest));
  /** For a function of the database. */
  const reading =
    <Rest extends unknown[], T>(read: (reads: Kysely<Tables>, id: AccountId, ...rest: Rest) => T) =>
    (...rest: Rest): T =>
      engine.within(id, () => read(engine.reads, id, ...rest));
  /** Announces the change whatever its answer: a COMMIT without an answer may have been made. */
  const changing =
    <Rest extends unknown[], T>(
      write: (engine: Engine, id: AccountId, ...rest: Rest) => Promise<T>,
    ) =>
    (...rest: Rest): Promise<T> =>
      engine.within(id, () => write(engine, id, ...rest)).finally(() => signal.notify(id));
  return {
    findInteraction: reading(findInteraction),
    findContactBookings: asking(ofPrepared(of.findContactBookings)),
    changeBooking: changing(ofPrepared(change.alone)),
    changeBookingInBatch: changing(ofPrepared(change.inBatch)),
    book: changing(ofPrepared(of.book)),
    promote: changing(ofPrepared(of.promote)),
    moveBooking: changing(ofPrepared(of.moveBooking)),
    readWaitingState: reading(readWaitingState),
    readSlotWaiting: reading(readSlotWaiting),
    readArrivals: reading(readArrivals),
    findCampaigns: reading(findCampaigns),
    findSlots: reading(findSlots),
    changeCapacity: changing(ofPrepared(of.changeCapacity)),
    closeSlot: changing(ofPrepared(of.closeSlot)),
    addSlots: changing(ofPrepared(of.addSlots)),
    editCatalogue: changing(ofPrepared(of.editCatalogue)),
    removeFromCatalogue: asking(removeRecord),
    listCatalogue: reading(listLines),
    findInCatalogue: reading(findLine),
    findContact: reading(findContact),
    eraseContact: changing(ofPrepared(of.eraseContact)),
    readContactSlots: reading(readContactSlots),
    expireContacts: changing(ofPrepared(of.expireContacts)),
    findBookings: asking(findBookingDetails),
    findAccessToken: asking(findAccessToken),
    saveAccessToken: asking(saveAccessToken),
    checkInvariants: reading(checkInvariants),
    importDataFile: changing(ofPrepared(of.importDataFile)),
    readChanges: asking(readChanges),
    listenForChanges: () => signal.listen(id),
    exportRows: () => exportRows(engine, id),
  };
}

/** The factories that are left. */
const prepared = keepForEngine((engine) => {
  const read = prepareBatchReader(engine);
  const write = prepareBatchWriter(engine);
  const run = prepareBookingTransaction(engine, write);
  const target = prepareImportTarget(engine, write);
  return {
    findContactBookings: prepareContactBookings(engine),
    change: prepareBookingChanges(engine, read, run),
    book: prepareBooking(engine, run),
    promote: preparePromotion(engine, read, run),
    changeCapacity: prepareCapacityChange(engine, write),
    moveBooking: prepareBookingMove(engine, read, run),
    closeSlot: prepareSlotClosing(engine, read, write),
    addSlots: prepareSlotAddition(engine, write),
    editCatalogue: editCatalogue.bind(null, target),
    importDataFile: importDataFile.bind(null, target),
    eraseContact: eraseContact.bind(null, engine, write),
    expireContacts: expireContacts.bind(null, engine, write),
  };
});

function ofPrepared<Rest extends unknown[], T>(work: (id: AccountId, ...rest: Rest) => T) {
  return (_: Engine, id: AccountId, ...rest: Rest): T => work(id, ...rest);
}

/** The number of doors that are kept. A door consists of many closures, too many to make for each request. */
const maxDoors = 1_000;

/** Returns an account's door: the open one, or a new one. */
export function prepareAccountStores(
  engine: Engine,
  signal: ChangeSignal,
): (id: AccountId) => AccountStore {
  const doors = new Map<AccountId, AccountStore>();
  return (id) => {
    const known = doors.get(id);
    if (known !== undefined) return known;
    if (doors.size >= maxDoors) doors.clear();
    const door = openDoor(engine, signal, id);
    doors.set(id, door);
    return door;
  };
}

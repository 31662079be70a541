import type { Kysely } from "kysely";
import type { AccessDoor } from "./doors/access.ts";
import type { BookingsDoor } from "./doors/bookings.ts";
import type { CatalogueDoor } from "./doors/catalogue.ts";
import type { ChangesDoor } from "./doors/changes.ts";
import type { ContactsDoor } from "./doors/contacts.ts";
import type { HoldsDoor } from "./doors/holds.ts";
import type { ImportDoor } from "./doors/imports.ts";
import type { SlotsDoor } from "./doors/slots.ts";
import type { WebhooksDoor } from "./doors/webhooks.ts";
import { findAccessToken, saveAccessToken } from "./accounts/access-tokens.ts";
import type { AccountId } from "../domain/account.ts";
import { changeInBatch } from "./bookings/batch.ts";
import { changeAlone } from "./bookings/change-alone.ts";
import {
  findBookingDetails,
  searchBookingDetails,
  everyBooking,
} from "./bookings/booking-details.ts";
import { editCatalogue } from "./import/edit-catalogue.ts";
import { findLine, listLines } from "./catalogue/catalogue-lines.ts";
import { removeRecord } from "./catalogue/removal.ts";
import { findContactBookings } from "./bookings/contact-bookings.ts";
import { eraseContact } from "./contacts/erase-contact.ts";
import { findContact, expireContacts, readContactSlots } from "./contacts/contacts.ts";
import { readChanges, readNamedChanges } from "./changes/read-changes.ts";
import { readEarlierChanges } from "./changes/read-earlier-changes.ts";
import type { ChangeSignal } from "./write/change-signal.ts";
import type { Engine } from "./engine.ts";
import { exportRows } from "./export/export-rows.ts";
import { importNumberedLines } from "./import/import-numbered-lines.ts";
import * as jobs from "./accounts/import-jobs.ts";
import { findCampaigns, findInteraction } from "./catalogue/interactions.ts";
import { checkInvariants, type AccountViolations } from "./invariants/check-invariants.ts";
import { book } from "./bookings/book.ts";
import { endAllHoldsAndOffers } from "./holds/end-all-due-seats.ts";
import {
  findSlots,
  readArrivals,
  readSlotWaiting,
  readWaitingState,
} from "./slots/slot-details.ts";
import { promoteAll } from "./bookings/promote-all.ts";
import { promoteBooking } from "./bookings/promote.ts";
import { addSlots } from "./slots/add-slots.ts";
import { changeSlotCapacity } from "./slots/capacity.ts";
import { changeLength } from "./slots/slot-lengths.ts";
import { mergeContacts } from "./contacts/merge-contacts.ts";
import { changeDetails } from "./bookings/change-details.ts";
import { moveBooking } from "./bookings/move-booking.ts";
import { tallySlots } from "./slots/slot-tallies.ts";
import { readContactLimits } from "./bookings/contact-limits.ts";
import { changeSlot } from "./slots/change-slot.ts";
import { extendHold, releaseHold } from "./holds/change-hold.ts";
import { findHolds } from "./holds/find-holds.ts";
import { readHeld } from "./bookings/held.ts";
import { makeHold } from "./holds/make-hold.ts";
import { findCancellations } from "./bookings/cancellations.ts";
import { findOffers } from "./bookings/offers.ts";
import { closeSlot } from "./slots/close-slot.ts";
import type { Tables } from "./tables.ts";
import { readBookings } from "./write/load.ts";
import * as attempts from "./webhooks/attempts.ts";
import * as deliveries from "./webhooks/deliveries.ts";
import * as log from "./webhooks/delivery-log.ts";
import * as lease from "./webhooks/lease.ts";
import { removeWebhook } from "./webhooks/remove-webhook.ts";
import * as webhooks from "./webhooks/webhooks.ts";

export type { CheckedRows, Violation, Violations } from "./invariants/check-invariants.ts";

/**
 * The door to one account's data. It gives no way to another account: every query and every change carries
 * this account's id. Each noun's door says what its questions answer and refuse.
 */
export interface AccountStore
  extends
    BookingsDoor,
    HoldsDoor,
    SlotsDoor,
    ContactsDoor,
    CatalogueDoor,
    ChangesDoor,
    ImportDoor,
    WebhooksDoor,
    AccessDoor {
  /** Checks the account's data. `servedUntil`: until when a server ran on the database; now, if absent. */
  readonly checkInvariants: (now: number, servedUntil?: number) => Promise<AccountViolations>;
}

function openDoor(engine: Engine, signal: ChangeSignal, id: AccountId): AccountStore {
  const methods = makeMethods(engine, signal, id);
  const { asking, reading, changing } = methods;
  return {
    findInteraction: reading(findInteraction),
    findContactBookings: asking(findContactBookings),
    readBookings: reading(readBookings),
    changeBooking: changing(changeAlone),
    changeBookingInBatch: changing(changeInBatch),
    book: changing(book),
    promote: changing(promoteBooking),
    promoteAll: changing(promoteAll),
    moveBooking: changing(moveBooking),
    makeHold: changing(makeHold),
    extendHold: changing(extendHold),
    releaseHold: changing(releaseHold),
    findHold: reading(readHeld),
    findHolds: reading(findHolds),
    endHolds: changing(endAllHoldsAndOffers),
    findOffers: reading(findOffers),
    findCancellations: reading(findCancellations),
    changeDetails: changing(changeDetails),
    readWaitingState: reading(readWaitingState),
    readContactLimits: reading(readContactLimits),
    readSlotWaiting: reading(readSlotWaiting),
    readArrivals: reading(readArrivals),
    findCampaigns: reading(findCampaigns),
    findSlots: reading(findSlots),
    changeCapacity: changing(changeSlotCapacity),
    closeSlot: changing(closeSlot),
    changeSlot: changing(changeSlot),
    addSlots: changing(addSlots),
    changeLength: changing(changeLength),
    editCatalogue: changing(editCatalogue),
    removeFromCatalogue: asking(removeRecord),
    listCatalogue: reading(listLines),
    findInCatalogue: reading(findLine),
    findContact: reading(findContact),
    eraseContact: changing(eraseContact),
    mergeContacts: changing(mergeContacts),
    readContactSlots: reading(readContactSlots),
    expireContacts: changing(expireContacts),
    findBookings: asking(findBookingDetails),
    searchBookings: asking(searchBookingDetails),
    findAccessToken: asking(findAccessToken),
    saveAccessToken: asking(saveAccessToken),
    checkInvariants: reading(checkInvariants),
    importNumberedLines: changing(importNumberedLines),
    readChanges: asking(readChanges),
    readEarlierChanges: asking(readEarlierChanges),
    readNamedChanges: asking(readNamedChanges),
    listenForChanges: () => signal.listen(id),
    exportRows: () => exportRows(engine, id),
    everyBooking: (filter) => everyBooking(engine, id, filter),
    tallySlots: (filter) => tallySlots(engine, id, filter),
    importJobs: {
      add: asking(jobs.addImportJob),
      note: asking(jobs.noteImportJob),
      remove: asking(jobs.removeImportJob),
      find: reading(jobs.findImportJob),
      list: reading(jobs.listImportJobs),
      addLeftOut: asking(jobs.addLeftOut),
      readLeftOut: reading(jobs.readLeftOut),
      removeLeftOut: asking(jobs.removeLeftOut),
    },
    ...openWebhooks(methods),
  };
}

type Methods = ReturnType<typeof makeMethods>;

/** Makes the methods of an account's door. */
function makeMethods(engine: Engine, signal: ChangeSignal, id: AccountId) {
  const { asking, reading } = bindMethods(engine, [id], (work) => engine.within(id, work));
  /** Announces the change whatever its answer: a COMMIT without an answer may have been made. */
  const changing = <Rest extends unknown[], T>(
    write: (engine: Engine, id: AccountId, ...rest: Rest) => Promise<T>,
  ) => {
    const ask = asking<Rest, Promise<T>>(write);
    return (...rest: Rest): Promise<T> => ask(...rest).finally(() => signal.notify(id));
  };
  return { asking, reading, changing };
}

/** Makes methods of functions: each is run inside of `within`, with `first` before its caller's arguments. */
export function bindMethods<First extends unknown[]>(
  engine: Engine,
  first: [...First],
  within = <T>(work: () => T): T => work(),
) {
  /** For a function of the engine. */
  const asking =
    <Rest extends unknown[], T>(ask: (engine: Engine, ...all: [...First, ...Rest]) => T) =>
    (...rest: Rest): T =>
      within(() => ask(engine, ...first, ...rest));
  /** For a function of the database. */
  const reading =
    <Rest extends unknown[], T>(read: (reads: Kysely<Tables>, ...all: [...First, ...Rest]) => T) =>
    (...rest: Rest): T =>
      within(() => read(engine.reads, ...first, ...rest));
  return { asking, reading };
}

function openWebhooks({ asking, reading }: Methods): WebhooksDoor {
  return {
    webhooks: {
      list: reading(webhooks.listWebhooks),
      find: reading(webhooks.findWebhook),
      oldestNotTaken: reading(webhooks.oldestNotTaken),
      create: asking(webhooks.createWebhook),
      setState: asking(webhooks.setWebhookState),
      sealedSecrets: reading(webhooks.sealedSecrets),
      rotate: asking(webhooks.rotateWebhookSecret),
      remove: asking(removeWebhook),
      addTest: asking(deliveries.addTestDelivery),
      deliveries: asking(log.readDeliveries),
      count: reading(log.countDeliveries),
      replay: asking(log.replayDelivery),
      giveUp: asking(log.giveUpDelivery),
    },
    /** What the process that holds a webhook's lease does. */
    sending: {
      takeLease: asking(lease.takeLease),
      release: asking(lease.releaseLease),
      beat: asking(lease.beat),
      beatAll: asking(lease.beatAll),
      saveCursors: asking(lease.saveCursors),
      dueWebhooks: reading(deliveries.dueWebhooks),
      standStill: asking(lease.standStill),
      take: asking(deliveries.takeChanges),
      due: asking(deliveries.dueDeliveries),
      record: asking(attempts.recordAttempts),
    },
  };
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

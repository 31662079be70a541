import { slotAdditions } from "./slots/add-slots-by-pattern.ts";
import { importSlots } from "./slots/import-slots.ts";
import { changeSlot } from "./slots/change-slot.ts";
import { slotChanges } from "./slots/single-slots.ts";
import { slotLengths } from "./slots/slot-lengths.ts";
import { slotOperations } from "./slots/find-slots.ts";
import { accessOperations } from "./access/account-access.ts";
import { accountOperations } from "./access/accounts.ts";
import { changeBooking } from "./bookings/change-booking.ts";
import { bookingChanges } from "./bookings/cancel-and-check-in.ts";
import { catalogueOperations } from "./catalogue/catalogue.ts";
import { changeOperations } from "./changes.ts";
import { contactOperations } from "./contacts/contacts.ts";
import { contactEndings } from "./contacts/end-contacts.ts";
import { credentialOperations } from "./access/credentials.ts";
import { exportOperations } from "./imports/data-export.ts";
import { deleteAccount } from "./access/delete-account.ts";
import { verificationOperations } from "./data-verification.ts";
import { bookingOperations } from "./bookings/find-bookings.ts";
import { importOperations } from "./imports/imports.ts";
import type { Operation } from "./machinery/operation.ts";
import { operatorOperations } from "./access/operators.ts";
import { sessionOperations } from "./access/sessions.ts";
import { recordOperations } from "./records.ts";
import { reportOperations } from "./report.ts";
import { holdOperations } from "./bookings/holds.ts";
import { listCancellations } from "./bookings/cancellations.ts";
import { offers } from "./bookings/offers.ts";
import { promotions } from "./bookings/promotions.ts";
import { seatOperations } from "./bookings/seat-bookings.ts";
import { webhookDeliveryOperations } from "./webhooks/webhook-deliveries.ts";
import { webhookOperations } from "./webhooks/webhooks.ts";

/** Every operation that runs on the database too; `routes.ts` has those that need the listener. */
export const operations: readonly Operation[] = [
  ...accountOperations,
  deleteAccount,
  ...accessOperations,
  ...credentialOperations,
  ...bookingOperations,
  ...bookingChanges,
  changeBooking,
  ...promotions,
  ...offers,
  listCancellations,
  ...seatOperations,
  ...holdOperations,
  ...slotOperations,
  ...slotAdditions,
  importSlots,
  ...slotChanges,
  changeSlot,
  ...catalogueOperations,
  ...contactOperations,
  ...contactEndings,
  ...recordOperations,
  ...operatorOperations,
  ...sessionOperations,
  ...changeOperations,
  ...webhookOperations,
  ...webhookDeliveryOperations,
  ...importOperations,
  ...exportOperations,
  ...verificationOperations,
  ...reportOperations,
  ...slotLengths,
];

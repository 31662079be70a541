import { slotAdditions } from "./add-slots.ts";
import { slotChanges } from "./change-slots.ts";
import { slotLengths } from "./slot-lengths.ts";
import { slotOperations } from "./find-slots.ts";
import { accessOperations } from "./account-access.ts";
import { accountOperations } from "./accounts.ts";
import { bookingChanges } from "./change-bookings.ts";
import { catalogueOperations } from "./catalogue.ts";
import { changeOperations } from "./changes.ts";
import { contactOperations } from "./contacts.ts";
import { contactEndings } from "./end-contacts.ts";
import { credentialOperations } from "./credentials.ts";
import { exportOperations } from "./data-export.ts";
import { deleteAccount } from "./delete-account.ts";
import { verificationOperations } from "./data-verification.ts";
import { bookingOperations } from "./find-bookings.ts";
import { importOperations } from "./imports.ts";
import type { Operation } from "./operation.ts";
import { operatorOperations } from "./operators.ts";
import { recordOperations } from "./records.ts";
import { reportOperations } from "./report.ts";
import { promotions } from "./promotions.ts";
import { seatOperations } from "./seat-bookings.ts";
import { webhookDeliveryOperations } from "./webhook-deliveries.ts";
import { webhookOperations } from "./webhooks.ts";

/** Every operation that needs no more than the database. */
export const operations: readonly Operation[] = [
  ...accountOperations,
  deleteAccount,
  ...accessOperations,
  ...credentialOperations,
  ...bookingOperations,
  ...bookingChanges,
  ...promotions,
  ...seatOperations,
  ...slotOperations,
  ...slotAdditions,
  ...slotChanges,
  ...catalogueOperations,
  ...contactOperations,
  ...contactEndings,
  ...recordOperations,
  ...operatorOperations,
  ...changeOperations,
  ...webhookOperations,
  ...webhookDeliveryOperations,
  ...importOperations,
  ...exportOperations,
  ...verificationOperations,
  ...reportOperations,
  ...slotLengths,
];

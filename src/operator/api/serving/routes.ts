import type { Operation } from "../../../operations/operation.ts";
import { accountRoutes } from "../accounts/account-routes.ts";
import { bookingRoutes } from "../bookings/booking-routes.ts";
import { transitionRoutes } from "../bookings/transition-routes.ts";
import { changeRoutes } from "../changes/change-routes.ts";
import { contactRoutes } from "../contacts/contact-routes.ts";
import { operations } from "../../../operations/all.ts";
import { dataRoutes } from "../data/data-routes.ts";
import { importRoutes } from "../imports/import-routes.ts";
import { operatorRoutes } from "../operators/operator-routes.ts";
import { overviewRoutes } from "../overview/overview-routes.ts";
import { recordRoutes } from "../records/record-routes.ts";
import { sessionRoutes } from "../session/session-routes.ts";
import { slotCsvRoutes } from "../slots/slot-csv-routes.ts";
import { slotPatternRoutes } from "../slots/slot-pattern-routes.ts";
import { oneSlotRoutes } from "../slots/one-slot-routes.ts";
import { slotRoutes } from "../slots/slot-routes.ts";

/** Every operation of the operator API, except those that begin a session (`sign-in.ts`). */
export const routes: readonly Operation[] = [
  ...sessionRoutes,
  ...accountRoutes,
  ...operations,
  ...bookingRoutes,
  ...transitionRoutes,
  ...slotRoutes,
  ...slotPatternRoutes,
  ...oneSlotRoutes,
  ...slotCsvRoutes,
  ...contactRoutes,
  ...changeRoutes,
  ...recordRoutes,
  ...overviewRoutes,
  ...importRoutes,
  ...dataRoutes,
  ...operatorRoutes,
];

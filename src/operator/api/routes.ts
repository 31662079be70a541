import type { Route } from "./route.ts";
import { accountRoutes } from "./routes/accounts.ts";
import { bookingRoutes } from "./routes/bookings.ts";
import { catalogueRoutes } from "./routes/catalogue.ts";
import { contactRoutes } from "./routes/contacts.ts";
import { credentialRoutes } from "./routes/credentials.ts";
import { dataRoutes } from "./routes/data.ts";
import { importRoutes } from "./routes/imports.ts";
import { operatorRoutes } from "./routes/operators.ts";
import { overviewRoutes } from "./routes/overview.ts";
import { recordRoutes } from "./routes/records.ts";
import { sessionRoutes } from "./routes/session.ts";
import { slotCsvRoutes } from "./routes/slot-csv.ts";
import { slotPatternRoutes } from "./routes/slot-pattern.ts";
import { oneSlotRoutes } from "./routes/slot.ts";
import { slotRoutes } from "./routes/slots.ts";

/** Every operation of the operator API but signing in. What is not here does not exist. */
export const routes: readonly Route[] = [
  ...sessionRoutes,
  ...accountRoutes,
  ...credentialRoutes,
  ...bookingRoutes,
  ...slotRoutes,
  ...slotPatternRoutes,
  ...oneSlotRoutes,
  ...slotCsvRoutes,
  ...catalogueRoutes,
  ...contactRoutes,
  ...recordRoutes,
  ...overviewRoutes,
  ...importRoutes,
  ...dataRoutes,
  ...operatorRoutes,
];

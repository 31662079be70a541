import type { Operation } from "../../../operations/operation.ts";
import { changeRoutes } from "../changes/change-routes.ts";
import { operations } from "../../../operations/all.ts";
import { dataRoutes } from "../data/data-routes.ts";
import { importRoutes } from "../imports/import-routes.ts";
import { overviewRoutes } from "../overview/overview-routes.ts";
import { sessionRoutes } from "../session/session-routes.ts";

/** Every operation of the operator API, except those that begin a session (`sign-in.ts`). */
export const routes: readonly Operation[] = [
  ...sessionRoutes,
  ...operations,
  ...changeRoutes,
  ...overviewRoutes,
  ...importRoutes,
  ...dataRoutes,
];

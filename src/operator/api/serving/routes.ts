import type { Operation } from "../../../operations/machinery/operation.ts";
import { operations } from "../../../operations/all.ts";
import type { ApiRefusal } from "../../../operations/machinery/problems.ts";
import { overviewRoutes } from "../overview.ts";
import { sessionRoutes } from "../session/session-routes.ts";
import { sessionBeginnings } from "../session/sign-in.ts";

/** Every operation of the operator API, except those that begin a session (`sign-in.ts`, `serve-oidc.ts`). */
export const routes: readonly Operation[] = [...sessionRoutes, ...operations, ...overviewRoutes];

const table = [...sessionBeginnings, ...routes, { method: "GET", path: "/openapi.json" }].map(
  ({ method, path }): { method: string; form: RegExp } => ({
    method,
    form: new RegExp(`^${path.replaceAll(".", "\\.").replaceAll(/\{\w+\}/g, "[^/]+")}$`),
  }),
);

/** The refusal of a request that matches no operation: another method is right, or the path is unknown. */
export function refusePath(path: string): ApiRefusal {
  const methods = table.filter(({ form }) => form.test(path)).map(({ method }) => method);
  if (methods.length === 0) return { why: "not-found" };
  if (methods.includes("GET")) methods.push("HEAD");
  return { why: "method-not-allowed", allow: [...new Set(methods)].toSorted().join(", ") };
}

import type { ApiRefusal } from "../../../operations/problems.ts";
import { routes } from "./routes.ts";
import { sessionBeginnings } from "../session/sign-in.ts";

/**
 * The refusal of a request that matches no operation: another method is right, or the path is
 * unknown.
 */
export function refusePath(path: string): ApiRefusal {
  const methods = table.filter(({ form }) => form.test(path)).map(({ method }) => method);
  if (methods.length === 0) return { why: "not-found" };
  if (methods.includes("GET")) methods.push("HEAD");
  return { why: "method-not-allowed", allow: [...new Set(methods)].toSorted().join(", ") };
}

const table = [...sessionBeginnings, ...routes, { method: "GET", path: "/openapi.json" }].map(
  ({ method, path }): { method: string; form: RegExp } => ({
    method,
    form: new RegExp(`^${path.replaceAll(".", "\\.").replaceAll(/\{\w+\}/g, "[^/]+")}$`),
  }),
);

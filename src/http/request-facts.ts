import type { FastifyInstance } from "fastify";
import type { KnownAccount } from "../usecases/directory.ts";
import type { Caller } from "../usecases/authenticate.ts";
import type { AnyRefusal } from "./answers.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The caller's address, as far as trusted proxies vouch for it. */
    address: string;
    /** The account whose API host the request names; null when no account has it. */
    account: KnownAccount | null;
    /** Whether the body says that it is a form; the Content-Type means nothing else here (A61). */
    isForm: boolean;
    /** Whose token the request carries; set before an authenticated endpoint's handler runs. */
    caller: Caller | null;
    /** Why the request was refused, for the log and the metrics. */
    refusal: AnyRefusal["why"] | null;
  }
  interface FastifyContextConfig {
    /** Wire name of the endpoint, for the log and the metrics. */
    endpoint?: string;
  }
}

/** Gives every request the facts above before a hook fills them in. */
export function decorateRequests(server: FastifyInstance): void {
  server.decorateRequest("address", "");
  server.decorateRequest("account", null);
  server.decorateRequest("isForm", false);
  server.decorateRequest("caller", null);
  server.decorateRequest("refusal", null);
}

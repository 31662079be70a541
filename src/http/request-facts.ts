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
    /** A client of that account, known by its token or named in a token request. */
    clientId: string | null;
    /** Why the request was refused, for the log, the metrics and the record. */
    refusal: AnyRefusal["why"] | null;
    /** The body of that refusal, as sent. */
    refusalBody: object | null;
    /** What may be written down about the request: names of parameters, the id of a booking. */
    recordable: object;
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
  server.decorateRequest("clientId", null);
  server.decorateRequest("refusal", null);
  server.decorateRequest("refusalBody", null);
  server.decorateRequest("recordable");
}

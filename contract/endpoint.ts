import type { TObject, TSchema } from "typebox";
import type { ErrorReason } from "./errors.ts";

/**
 * One endpoint of the interface. The server takes its route, parameters and answers from here, and the
 * OpenAPI document is generated from it.
 */
export interface EndpointContract {
  /** The endpoint's name on the wire, without the version: `oauth:token`. */
  readonly name: string;
  readonly method: "GET" | "POST";
  /** The colon is literal; a router that reads it as a parameter needs it escaped. */
  readonly path: `/v1/${string}`;
  readonly summary: string;
  /** Markdown: rules, units and traps. */
  readonly description: string;
  /** Whether a bearer token is needed. */
  readonly authenticated: boolean;
  /** Query parameters by name; an array may be repeated. */
  readonly query: TObject | null;
  readonly body: TObject | null;
  /** The body where HTTP Basic has the credentials; null where Basic does not count (decision A29). */
  readonly bodyBesideBasic: TObject | null;
  /** The body as `application/x-www-form-urlencoded`; null where none is read (decision A29). */
  readonly form: TObject | null;
  /** The headers of this endpoint's requests, beyond those of all; each is optional. */
  readonly headers: Readonly<Record<string, TSchema>>;
  readonly answer: TObject;
  readonly answerDescription: string;
  /** The errors of this endpoint, beyond `errorsAnywhere`. */
  readonly errors: readonly ErrorReason[];
}

/** Errors that any request may get, whatever its path. */
export const errorsAnywhere = [
  "http-malformed",
  "not-found",
  "method-not-allowed",
  "request-too-slow",
  "headers-too-large",
  "rate-limited",
  "unavailable",
] as const satisfies readonly ErrorReason[];

/** Errors of an authenticated call that precede any answer about data (A20). */
export const errorsOfCalls = [
  "token-missing",
  "token-refused",
  "endpoint-not-enabled",
] as const satisfies readonly ErrorReason[];

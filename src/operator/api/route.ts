import { Type, type Static, type TObject, type TProperties, type TSchema } from "typebox";
import type { IncomingHttpHeaders } from "node:http";
import type { Readable } from "node:stream";
import type { OperatorRole } from "../../domain/operator.ts";
import { isRefused, type Refused } from "../../domain/refusal.ts";
import type { AuditContext } from "../../store/accounts/audit.ts";
import type { Operator } from "../../store/accounts/operators.ts";
import type { Store } from "../../store/store.ts";
import type { IdentifiedAccount } from "../../usecases/operator/identify-account.ts";
import type { TrafficHistory } from "../traffic/traffic-history.ts";
import type { ImportJobs } from "./state/import-jobs.ts";
import type { LongReads } from "./state/long-reads.ts";
import type { AnyRefusal, ProblemName } from "./problems.ts";
import type { Session, Sessions } from "./state/sessions.ts";

/** The parts that handlers may use. */
export interface ApiParts {
  readonly store: Store;
  readonly sessions: Sessions;
  readonly imports: ImportJobs;
  readonly longReads: LongReads;
  /** Limits the requests that wait for changes. */
  readonly followers: LongReads;
  readonly changesRetentionDays: number;
  /** Whether the process is about to end. */
  isClosing(): boolean;
  readonly traffic: Pick<TrafficHistory, "series">;
  readonly publicAddress: () => string | null;
}

/** A request as its handler receives it: parsed, validated and authorized. */
export interface RouteInput<P, Q, B> {
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  readonly operator: Operator;
  /** The operator's session; null for a request with a key. */
  readonly session: Session | null;
  /** The request's headers, on which the name of a session's cookie depends. */
  readonly headers: IncomingHttpHeaders;
  readonly audit: AuditContext;
  /** `If-Match` and `If-None-Match` as sent. */
  readonly ifMatch: string | null;
  readonly ifNoneMatch: string | null;
  /** `Idempotency-Key` as sent, where the route takes one. */
  readonly idempotencyKey: string | null;
  /** The body as a stream, where the route takes one. */
  readonly stream: Readable;
  /** Whether the client has closed the connection. */
  isGone(): boolean;
}

export interface Reply {
  readonly status?: number;
  /** Null for no body. */
  readonly body: object | null;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * The scope of a route: `account` is the one that the path names, which the operator must be
 * allowed; `visible` are all accounts that the operator may see; `installation` is for admins of
 * all accounts.
 */
export type Scope = "account" | "visible" | "installation";

/** One operation of the operator API: served, checked, documented and tested from here. */
export interface Route {
  /** Its name, for the log and the document. */
  readonly operation: string;
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** Below `/operator/v1`, with `{name}` for parameters. */
  readonly path: string;
  /** The lowest role that may use it; roles are viewer, staff, admin. */
  readonly role: OperatorRole;
  readonly scope: Scope;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly params: TObject;
  readonly query: TObject;
  /** Null for a route without a body. */
  readonly body: RouteBody | null;
  /** The schemas of successful answers by status; null for no body. */
  readonly answers: Readonly<Record<number, TSchema | null>>;
  /** The media types of an answer that is a file instead of JSON. */
  readonly download?: readonly string[];
  /** Refusals beyond those that every route has. */
  readonly refusals: readonly ProblemName[];
  /** Whether it reads `If-Match` and `If-None-Match`. */
  readonly conditional?: boolean;
  /** Whether it takes an `Idempotency-Key`. */
  readonly repeatable?: boolean;
  handle(
    parts: ApiParts,
    order: RouteInput<never, never, never>,
    account: IdentifiedAccount,
  ): Promise<Reply | Refused<AnyRefusal>>;
}

/** A route's body: JSON and CSV are validated by the schema, NDJSON by the reader of the stream. */
export interface RouteBody<B extends TSchema = TSchema> {
  readonly type: "application/json" | "text/csv" | "application/x-ndjson";
  readonly schema: B;
  readonly limitBytes: number;
}

/** Bodies of JSON are small: the largest is a list of catalogue edits. */
const jsonLimitBytes = 1024 * 1024;

/** A JSON object with these fields and no others. */
export function jsonBody<P extends TProperties>(
  fields: P,
  limitBytes = jsonLimitBytes,
): RouteBody<TObject<P>> {
  const schema = Type.Object(fields, { additionalProperties: false });
  return { type: "application/json", schema, limitBytes };
}

export const nothing = Type.Object({});

/** The path of an account. */
export const ofAccount = "/accounts/{tenant}/{environment}";
const accountParams = {
  tenant: Type.String({ description: "The tenant's name.", maxLength: 63 }),
  environment: Type.String({ description: "development, uat or production.", maxLength: 11 }),
} as const;

export function namesAccount({ path }: Pick<Route, "path">): boolean {
  return path.startsWith(ofAccount);
}

type Described<P, Q, B extends TSchema> = Pick<
  Route,
  | "operation"
  | "method"
  | "role"
  | "summary"
  | "description"
  | "answers"
  | "download"
  | "conditional"
  | "repeatable"
> & {
  /** Below the path of the resource. */
  readonly path?: string;
  readonly scope?: Scope;
  /** The parameters of the path, beside the account's. */
  readonly params?: P;
  readonly query?: Q;
  readonly body?: RouteBody<B>;
  readonly refusals?: readonly ProblemName[];
};

/** Makes the routes of one resource; each handler's order has the types of its schemas. */
export function routesOf({ below, ...shared }: Pick<Route, "tag" | "scope"> & { below: string }) {
  return <
    P extends TProperties = TProperties,
    Q extends TObject = typeof nothing,
    B extends TSchema = typeof nothing,
  >(
    { path: inside = "", params, ...described }: Described<P, Q, B>,
    handle: (
      parts: ApiParts,
      order: RouteInput<Static<TObject<P>>, Static<Q>, Static<B>>,
      account: IdentifiedAccount,
    ) => Promise<Reply | Refused<AnyRefusal>>,
  ): Route => {
    const path = `${below}${inside}`;
    return {
      ...shared,
      query: nothing,
      body: null,
      refusals: [],
      ...described,
      path,
      params: Type.Object({ ...(namesAccount({ path }) && accountParams), ...params }),
      // The server validates against these schemas before it calls the handler.
      handle,
    };
  };
}

/** Shows the value of a use case; passes a refusal on. */
export function replyWith<T extends object, R extends AnyRefusal>(
  answer: T | Refused<R>,
  show: (value: T) => object,
  status = 200,
): Reply | Refused<R> {
  return isRefused<R>(answer) ? answer : { status, body: show(answer) };
}

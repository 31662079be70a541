import { t } from "../language/t.ts";
import { places, type Operations } from "./operations.ts";
import { OtherOperatorError, ProblemError, UnreachableError } from "./problem.ts";
import { currentSession, forgetSession, keepSession } from "./session.ts";

export type Operation = keyof Operations;

/** The parameters, body and headers of a call; members that the operation does not have are absent. */
export type ApiRequest<O extends Operation> = Given<"path", Operations[O]["path"]> &
  Given<"query", Operations[O]["query"]> &
  Given<"body", Operations[O]["body"]> &
  Sent;

interface Sent {
  readonly ifMatch?: string;
  readonly ifNoneMatch?: "*";
  /** The request's id, by which its result is found where no response arrived. */
  readonly requestId?: string;
  /** A change that is sent again under the same key is made once. */
  readonly idempotencyKey?: string;
}

type Given<Name extends string, Shape> = [Shape] extends [undefined]
  ? { readonly [K in Name]?: undefined }
  : object extends Shape
    ? { readonly [K in Name]?: Shape }
    : undefined extends Shape
      ? { readonly [K in Name]?: Shape }
      : { readonly [K in Name]: Shape };

export interface ApiResponse<O extends Operation> {
  readonly body: Operations[O]["answer"];
  /** The value for `ifMatch` of a change; null where the record cannot be changed. */
  readonly etag: string | null;
  readonly requestId: string | null;
}

/**
 * Calls one operation of the operator API, with the session's cookie and, for changes, its CSRF token.
 * Throws `ProblemError` for an error response and `UnreachableError` without one. A session that has ended
 * is forgotten, so that the sign-in page shows.
 */
export async function callApi<O extends Operation>(
  operation: O,
  request: ApiRequest<O>,
  signal?: AbortSignal,
): Promise<ApiResponse<O>> {
  try {
    return await callOnce(operation, request, signal);
  } catch (error) {
    if (!(error instanceof ProblemError) || error.problem !== "forged") throw error;
    // Another window has signed in since, and the cookie belongs to the new session.
    await renewSession();
    return callOnce(operation, request, signal);
  }
}

/** Reads the CSRF token of the cookie's session; another operator's session is refused. */
async function renewSession(): Promise<void> {
  const before = currentSession();
  const { body } = await callOnce("showSession", {});
  if (before !== null && before.operator.name !== body.operator.name) {
    throw new OtherOperatorError(
      `Another window has signed in as ${body.operator.name}. Nothing was changed: reload this page.`,
    );
  }
  keepSession(body);
}

async function callOnce<O extends Operation>(
  operation: O,
  request: ApiRequest<O>,
  signal?: AbortSignal,
): Promise<ApiResponse<O>> {
  const [method, template] = places[operation];
  const {
    path = {},
    query = {},
    body,
    ifMatch,
    ifNoneMatch,
    requestId,
    idempotencyKey,
  } = request as LooseRequest;
  const headers = new Headers({ accept: "application/json", "booking-words": "console" });
  if (method !== "GET") headers.set("x-csrf-token", currentSession()?.csrf_token ?? "");
  if (ifMatch !== undefined) headers.set("if-match", ifMatch);
  if (ifNoneMatch !== undefined) headers.set("if-none-match", ifNoneMatch);
  if (requestId !== undefined) headers.set("x-request-id", requestId);
  if (idempotencyKey !== undefined) headers.set("idempotency-key", idempotencyKey);
  const sent = bodyOf(operation, body, headers);
  const response = await fetch(fillIn(template, path, query), {
    method,
    headers,
    ...(sent !== undefined && { body: sent }),
    ...(signal !== undefined && { signal }),
    credentials: "same-origin",
  }).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new UnreachableError(t("The service does not answer."));
  });
  if (!response.ok) throw await problemOf(operation, response);
  return {
    body: (await wholeBody(response)) as Operations[O]["answer"],
    etag: response.headers.get("etag"),
    requestId: response.headers.get("x-request-id"),
  };
}

interface LooseRequest {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, Value | readonly Value[]>>;
  readonly body?: unknown;
  readonly ifMatch?: string;
  readonly ifNoneMatch?: string;
  readonly requestId?: string;
  readonly idempotencyKey?: string;
}

type Value = string | number | boolean | undefined;

/** The address of an operation that answers a file, for a link: the browser writes it to disk as it comes. */
export function addressOf<O extends Operation>(
  operation: O,
  path: NonNullable<LooseRequest["path"]>,
  query: Operations[O]["query"],
): string {
  return fillIn(places[operation][1], path, query as NonNullable<LooseRequest["query"]>);
}

/** A list is sent as a repeated parameter. */
function fillIn(
  template: string,
  path: NonNullable<LooseRequest["path"]>,
  query: NonNullable<LooseRequest["query"]>,
): string {
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(path[name] ?? ""),
  );
  const given = Object.entries(query).flatMap(([name, values]) =>
    [values]
      .flat()
      .flatMap((value) => (value === undefined || value === "" ? [] : [[name, String(value)]])),
  );
  return given.length === 0 ? filled : `${filled}?${new URLSearchParams(given).toString()}`;
}

const csvOperations = new Set<Operation>(["importSlots", "startCsvImport", "previewSpreadsheet"]);

/** Files are sent as they are, everything else as JSON. */
function bodyOf(operation: Operation, body: unknown, headers: Headers): BodyInit | undefined {
  if (body === undefined) return undefined;
  const isFile = body instanceof Blob || typeof body === "string";
  const type = csvOperations.has(operation) ? "text/csv" : "application/x-ndjson";
  headers.set("content-type", isFile ? type : "application/json");
  return isFile ? body : JSON.stringify(body);
}

/** A body that breaks off counts as no response. */
async function wholeBody(response: Response): Promise<unknown> {
  try {
    return await readBody(response);
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new UnreachableError(t("The service's answer broke off."), { cause: error });
  }
}

async function readBody(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined;
  const type = response.headers.get("content-type") ?? "";
  const isJson = /^application\/(?:\w+\+)?json\b/.test(type);
  return isJson ? response.json() : response.blob();
}

async function problemOf(operation: Operation, response: Response): Promise<ProblemError> {
  const body: unknown = await response.json().catch(() => null);
  const problem = new ProblemError(
    response.status,
    typeof body === "object" ? (body as Record<string, unknown> | null) : null,
    response.headers.get("retry-after"),
  );
  const ended = problem.problem === "key-missing" || problem.problem === "key-refused";
  if (ended && operation !== "signIn") forgetSession();
  return problem;
}

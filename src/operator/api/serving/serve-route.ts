import { Readable } from "node:stream";
import { announcesBody } from "../../../http/call/raw-request.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isRefused, type Refused } from "../../../domain/refusal.ts";
import { WritingHeaders } from "../../../operations/machinery/fields.ts";
import {
  maySee,
  unknownAccount,
  visibleAccount,
  ofNone,
  runOnce,
} from "../../../operations/machinery/run-operation.ts";
import {
  bodySaysScope,
  refuseOperator,
  refuseOrder,
  scopeOfBody,
} from "../../../operations/machinery/authorize.ts";
import type { AnyRefusal } from "../../../operations/machinery/problems.ts";
import { refuse } from "../request/wire.ts";
import type { Operation, Order, Parts, Reply } from "../../../operations/machinery/operation.ts";
import { isStreamed, namesAccount } from "../../../operations/machinery/operations-of.ts";
import type { Creations } from "../state/creations.ts";
import type { HoldRate } from "../state/hold-rate.ts";
import type { ServedOrder, ServedParts } from "../served.ts";
import {
  authenticate,
  comesFromElsewhere,
  holderNow,
  type AuthenticationParts,
  type Caller,
} from "../session/authenticate.ts";
import { asksAgain, whileAllowed } from "../request/ask-again.ts";
import { RightsEnded } from "../../../domain/operator.ts";
import type { Operator, NamedAccount } from "../../../store/doors/access.ts";
import { sessionToJson } from "../session/session-routes.ts";
import { beginSession, type SessionBeginning, type SignInParts } from "../session/sign-in.ts";
import { parseAccountName } from "../../../domain/account.ts";
import type { Store } from "../../../store/store.ts";

interface ServingParts
  extends Parts, ServedParts, Pick<SignInParts, "codes">, Pick<AuthenticationParts, "oidc"> {
  readonly creations: Creations;
  readonly holdRate: HoldRate;
  /** Milliseconds UTC. */
  now(): number;
  /** As in `OperatorApiParts`. */
  noteSender(request: FastifyRequest["raw"], operator: Operator | null): void;
  reportFault(error: Error, requestId: string): void;
}

/** Serves one route: Fastify validates the request and serializes the answer by the schemas. */
export function serveRoute(scope: FastifyInstance, route: Operation, parts: ServingParts): void {
  scope.route({
    ...registration(route),
    onRequest: [admitOperator(route, parts), refuseMediaType(route)],
    ...(bodySaysScope(route) && { preValidation: refuseByBody(route) }),
    handler: async (request, reply) => {
      const order = orderOf(request, reply, parts.now());
      const { askAgain } = order;
      // The body may have been on its way for seconds.
      await askAgain();
      const account = request.facts.account ?? ofNone;
      const refused = await refuseOrder(route, order, account, parts.store);
      if (refused !== null) return refuse(request, reply, refused);
      const { creates = false } = route;
      const { operator } = order;
      const isMaking = typeof creates === "function" ? creates(order) : creates;
      let tooFast: AnyRefusal | null = null;
      if (isMaking === "holds") tooFast = parts.holdRate.refuse(operator, performance.now());
      else if (isMaking)
        tooFast = parts.creations.refuse({ account: account.id ?? null, operator });
      if (tooFast !== null) return refuse(request, reply, tooFast);
      const answer = await runOnce(route, parts, order, request.facts.unknownAccount ?? account);
      if (isRefused<AnyRefusal>(answer)) return refuse(request, reply, answer.refused);
      if (answer.body instanceof Readable) {
        const body = whileAllowed(answer.body, askAgain);
        // The status is sent already, so the client sees the connection cut.
        body.once("error", (error) => {
          if (!(error instanceof RightsEnded)) parts.reportFault(error, request.id);
        });
        return send(reply, { ...answer, body });
      }
      if (!route.writes) await askAgain();
      return send(reply, answer);
    },
  });
}

/** Serves an operation that begins a session, without authentication before it. */
export function serveBeginning(
  scope: FastifyInstance,
  beginning: SessionBeginning,
  parts: ServingParts,
): void {
  scope.route({
    ...registration({ ...beginning, writes: false }),
    onRequest: refuseMediaType(beginning),
    handler: async (request, reply) => {
      const at = { now: parts.now(), requestId: request.id };
      if (comesFromElsewhere(request.raw)) return refuse(request, reply, { why: "forged" });
      const signedIn = await beginning.signIn(parts, request.body as never, at);
      if (isRefused<AnyRefusal>(signedIn)) return refuse(request, reply, signedIn.refused);
      const { operator, keyHash, key } = signedIn;
      const tooFast = parts.creations.refuseSession(operator);
      if (tooFast !== null) return refuse(request, reply, tooFast);
      const holder = { keyHash, operatorId: operator.id };
      const caller = await beginSession(parts.store, { operator, holder }, request, reply, at.now);
      const body = { ...sessionToJson(caller), ...(key !== undefined && { key }) };
      return send(reply, { status: 201, body });
    },
  });
}

function registration({ name, method, path, params, query, ...route }: Omit<Operation, "run">) {
  const { body, answers, download, writes } = route;
  const sent = Object.entries(answers).filter(([, schema]) => schema !== null);
  return {
    method,
    url: path.replaceAll(/\{(\w+)\}/g, ":$1"),
    config: { endpoint: name, writes },
    ...(body !== null && { bodyLimit: body.limitBytes }),
    schema: {
      params,
      querystring: query,
      ...(writes && { headers: WritingHeaders }),
      ...(body !== null && !isStreamed({ body }) && { body: body.schema }),
      ...(download === undefined && { response: Object.fromEntries(sent) }),
    },
  };
}

/** The validated request for the handler. */
function orderOf(
  request: FastifyRequest,
  reply: FastifyReply,
  now: number,
): Order<unknown, unknown, unknown> & ServedOrder {
  const { caller, rights } = request.facts;
  if (caller === null || rights === null) throw new Error("Nobody is known to have sent this.");
  const { operator, session } = caller;
  const { "if-match": ifMatch, "if-none-match": ifNoneMatch } = request.headers;
  const { "idempotency-key": idempotencyKey } = request.headers;
  return {
    params: request.params,
    query: request.query,
    body: request.body,
    operator,
    session,
    headers: request.headers,
    audit: {
      actor: `operator: ${operator.name}`,
      now,
      requestId: request.id,
      askAgain: rights.ofOperator,
    },
    ifMatch: ifMatch ?? null,
    ifNoneMatch: ifNoneMatch ?? null,
    idempotencyKey: typeof idempotencyKey === "string" ? idempotencyKey : null,
    file: { open: () => (request.body instanceof Readable ? request.body : Readable.from([])) },
    isGone: () => reply.raw.destroyed,
    askAgain: rights.ofRequest,
  };
}

function send(reply: FastifyReply, { status = 200, body, headers = {} }: Reply): FastifyReply {
  return reply
    .code(status)
    .headers(headers)
    .send(body ?? undefined);
}

/** Authenticates the operator, checks role or scope for what the operation applies to, and finds the account that the path names. */
function admitOperator(route: Operation, parts: ServingParts) {
  const { store } = parts;
  const isOfAccount = namesAccount(route);
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const at = parts.now();
    const caller = await authenticate(request.raw, parts);
    parts.noteSender(request.raw, isRefused<AnyRefusal>(caller) ? null : caller.operator);
    if (isRefused<AnyRefusal>(caller)) return refuse(request, reply, caller.refused);
    request.facts.caller = caller;
    request.facts.rights = {
      ofRequest: asksAgain(async () => {
        const again = await authenticate(request.raw, parts);
        return !isRefused<AnyRefusal>(again) && stillMay(route, again.operator, caller, request);
      }),
      ofOperator: asksAgain(async () => {
        const operator = await holderNow(caller, parts);
        return operator !== null && stillMay(route, operator, caller, request);
      }),
    };
    const isPerson = caller.session !== null && "person" in caller.session.holder;
    // The request does not wait for this write. One that fails is made up by the next use of the key.
    if (!isPerson) store.operators.noteUse(caller.operator, at).catch(() => {});
    const refusal = refuseOperator(route, caller.operator);
    if (refusal?.why === "scope-missing" && bodySaysScope(route)) return undefined;
    if (refusal !== null) return refuse(request, reply, refusal);
    if (!isOfAccount) return undefined;
    const account = await accountOf(store, caller, request.params);
    if (!isRefused<AnyRefusal>(account)) request.facts.account = account;
    else if (route.appliesTo === "installation") request.facts.unknownAccount = account;
    else return refuse(request, reply, account.refused);
    return undefined;
  };
}

/** Refuses an operator who has none of the scopes, when the body is there that says which of them it needs. */
function refuseByBody(route: Operation) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { caller } = request.facts;
    if (caller === null) throw new Error("Nobody is known to have sent this.");
    const refusal = refuseOperator(route, caller.operator);
    if (refusal === null) return undefined;
    const scope = refusal.why === "scope-missing" ? scopeOfBody(route, request.body) : null;
    return refuse(request, reply, scope === null ? refusal : { why: "scope-missing", scope });
  };
}

/** Whether the rights are enough now. What began for some campaigns ends where one of them was taken away. */
function stillMay(
  route: Operation,
  operator: Operator,
  { operator: begun }: Caller,
  { facts }: FastifyRequest,
): boolean {
  if (refuseOperator(route, operator) !== null) return false;
  const { interactions } = operator;
  if (interactions !== null) {
    const before = begun.interactions;
    if (before === null || before.some((each) => !interactions.includes(each))) return false;
  }
  return facts.account === null || maySee(operator, facts.account.id);
}

async function accountOf(
  store: Pick<Store, "accounts">,
  { operator }: Caller,
  params: unknown,
): Promise<NamedAccount | Refused<AnyRefusal>> {
  const { tenant, environment } = params as Readonly<Record<string, string>>;
  const written = `${tenant}/${environment}`;
  const name = parseAccountName(written);
  const account = name === null ? null : await visibleAccount(store, operator, name);
  return account ?? unknownAccount(written);
}

/**
 * Refuses other media types, because a form of another site can send some of them without a CORS
 * preflight.
 */
function refuseMediaType({ body }: Pick<Operation, "body">) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (body === null || !announcesBody(request.raw)) return undefined;
    const [type = ""] = (request.headers["content-type"] ?? "").split(";");
    return type.trim().toLowerCase() === body.type
      ? undefined
      : refuse(request, reply, { why: "media-type", expected: body.type });
  };
}

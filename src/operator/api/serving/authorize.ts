import type { FastifyReply, FastifyRequest } from "fastify";
import { parseAccountName } from "../../../domain/account.ts";
import { mayDo } from "../../../domain/operator.ts";
import { isRefused, type Refused } from "../../../domain/refusal.ts";
import type { Operator } from "../../../store/accounts/operators.ts";
import type { Store } from "../../../store/store.ts";
import type { IdentifiedAccount } from "../../../usecases/operator/identify-account.ts";
import type { AnyRefusal } from "../../../operations/problems.ts";
import { refuse } from "../request/refuse.ts";
import type { Operation } from "../../../operations/operation.ts";
import { namesAccount } from "../../../operations/operations-of.ts";
import { authenticate, type Caller } from "../session/authenticate.ts";
import { unknownAccount, visibleAccount } from "../../../operations/reach.ts";

interface AuthorizationParts {
  readonly store: Pick<Store, "accounts" | "operators" | "sessions">;
  /** Milliseconds UTC. */
  now(): number;
  /** As in `OperatorApiParts`. */
  noteKnown(request: FastifyRequest["raw"]): void;
}

/** Authenticates the operator, checks role and reach, and finds the account that the path names. */
export function authorize(route: Operation, parts: AuthorizationParts) {
  const { store } = parts;
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const at = parts.now();
    const caller = await authenticate(request.raw, parts);
    if (isRefused<AnyRefusal>(caller)) return refuse(request, reply, caller.refused);
    request.facts.caller = caller;
    parts.noteKnown(request.raw);
    const isPerson = caller.session !== null && "person" in caller.session.holder;
    // The request does not wait for this write.
    if (!isPerson) store.operators.noteUse(caller.operator, at).catch(() => {});
    const refusal = refuseOperator(route, caller.operator);
    if (refusal !== null) return refuse(request, reply, refusal);
    if (!namesAccount(route)) return undefined;
    const account = await accountOf(store, caller, request.params);
    if (!isRefused<AnyRefusal>(account)) request.facts.account = account;
    else if (route.reach === "installation") request.facts.unknownAccount = account;
    else return refuse(request, reply, account.refused);
    return undefined;
  };
}

/** Whether role or scope, accounts and campaigns of an operator let it use the operation. */
export function refuseOperator(operation: Operation, operator: Operator): AnyRefusal | null {
  const { scope, reach } = operation;
  if (!mayDo(operator, operation)) {
    return operator.role === null ? { why: "scope-missing", scope } : { why: "role-too-low" };
  }
  const isOfInstallation =
    reach === "installation" || (reach === "giving" && operator.role !== null);
  if (isOfInstallation && operator.accounts !== null) return { why: "not-for-all-accounts" };
  const isOfCampaigns = reach === "campaign" || reach === "campaigns" || reach === "visible";
  return operator.interactions === null || isOfCampaigns ? null : { why: "not-for-all-campaigns" };
}

async function accountOf(
  store: Pick<Store, "accounts">,
  { operator }: Caller,
  params: unknown,
): Promise<IdentifiedAccount | Refused<AnyRefusal>> {
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
export function refuseMediaType({ body }: Pick<Operation, "body">) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { headers } = request;
    const announced =
      headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) !== 0;
    if (body === null || !announced) return undefined;
    const [type = ""] = (headers["content-type"] ?? "").split(";");
    return type.trim().toLowerCase() === body.type
      ? undefined
      : refuse(request, reply, { why: "media-type", expected: body.type });
  };
}

import type { TSchema } from "typebox";
import type { BookingId } from "../../domain/booking.ts";
import { mayDo, type OperatorScope } from "../../domain/operator.ts";
import type { AccountStore } from "../../store/account-store.ts";
import type { NamedAccount, Operator } from "../../store/doors/access.ts";
import type { Store } from "../../store/store.ts";
import { meaningOf, saidIn, type Meaning, type RowMeaning, type Said } from "./meaning.ts";
import type { Operation, Order } from "./operation.ts";
import type { AnyRefusal } from "./problems.ts";

/*
 * An operator passes two gates. `refuseOperator` knows the operation alone, before the body is read; `refuseOrder` knows
 * what the request says, by what its fields are (`Meaning`).
 */

/** Whether role or scope, accounts and campaigns of an operator let it use the operation. */
export function refuseOperator(operation: Operation, operator: Operator): AnyRefusal | null {
  const { scope, appliesTo } = operation;
  if (!mayDo(operator, operation)) {
    return operator.role === null ? { why: "scope-missing", scope } : { why: "role-too-low" };
  }
  const isOfInstallation =
    appliesTo === "installation" || (appliesTo === "grantable-operators" && operator.role !== null);
  if (isOfInstallation && operator.accounts !== null) return { why: "not-for-all-accounts" };
  const isOfCampaigns =
    appliesTo === "campaign" || appliesTo === "campaigns" || appliesTo === "visible-accounts";
  return operator.interactions === null || isOfCampaigns ? null : { why: "not-for-all-campaigns" };
}

/**
 * Whether the fields of a body say which of the operation's scopes they need. Then the refusal of an operator who has
 * none of them names the one that the body needs (`scopeOfBody`), which is parsed for it.
 */
export function bodySaysScope({
  alsoFor = [],
  body,
}: Pick<Operation, "alsoFor" | "body">): boolean {
  if (alsoFor.length === 0 || body?.type !== "application/json") return false;
  const { properties = {} } = body.schema as { readonly properties?: Record<string, TSchema> };
  const fields = Object.values(properties);
  const scopes = new Set(fields.flatMap((field) => scopeOfPart({ is: meaningOf(field) })));
  return alsoFor.some((scope) => scopes.has(scope));
}

/** The scope that the first field of a body needs beside others; null where none does. */
export function scopeOfBody(
  { body }: Pick<Operation, "body">,
  sent: unknown,
): OperatorScope | null {
  const [scope] = body === null ? [] : [...saidIn(body.schema, sent)].flatMap(scopeOfPart);
  return scope ?? null;
}

/**
 * Checks what the parsed request says: which scopes its fields need (`scopeNeeded`), and which campaigns it is about. One
 * that is not the operator's is answered like one that does not exist.
 */
export async function refuseOrder(
  operation: Pick<Operation, "appliesTo" | "params" | "query" | "body">,
  {
    operator,
    ...order
  }: Pick<Order<unknown, unknown, unknown>, "operator" | "params" | "query" | "body">,
  account: NamedAccount,
  store: Pick<Store, "account">,
): Promise<AnyRefusal | null> {
  const { interactions: own, scopes } = operator;
  const said = saidBy(operation, order);
  const lacking = said.flatMap(scopeNeeded).find((scope) => !scopes.includes(scope));
  if (lacking !== undefined) {
    return operator.role === null
      ? { why: "scope-missing", scope: lacking }
      : { why: "role-too-low" };
  }
  if (own === null || operation.appliesTo !== "campaign") return null;
  const named = said.flatMap(campaignsNamed);
  const rows = said.filter(({ is }) => is in rowsOfCampaigns);
  if (named.length === 0 && rows.length === 0) return { why: "not-for-all-campaigns" };
  if (!areOwn(named, own)) return { why: "not-in-catalogue", field: "interaction" };
  for (const { is, value } of rows) {
    const { campaignsOf, unknown } = rowsOfCampaigns[is as RowMeaning];
    const campaigns = await campaignsOf(store.account(account.id), String(value));
    if (campaigns !== null && !(campaigns.length > 0 && areOwn(campaigns, own))) return unknown;
  }
  return null;
}

/** The scope that a field needs beside that of its operation. */
function scopeNeeded(said: Said): OperatorScope[] {
  if (said.is === "passes-over") return said.value === true ? ["slots"] : [];
  return scopeOfPart(said);
}

/** The scope that a part of a change needs. */
function scopeOfPart({ is }: { readonly is: Meaning | null }): OperatorScope[] {
  if (is === "of-desk") return ["desk"];
  return is === "moves" ? ["move"] : [];
}

function saidBy(
  { params, query, body }: Pick<Operation, "params" | "query" | "body">,
  order: Pick<Order<unknown, unknown, unknown>, "params" | "query" | "body">,
): Said[] {
  return [
    ...saidIn(params, order.params),
    ...saidIn(query, order.query),
    ...(body?.type === "application/json" ? saidIn(body.schema, order.body) : []),
  ];
}

/** The campaigns that a field names; null stands for what belongs to none. */
function campaignsNamed({ is, value }: Said): readonly unknown[] {
  if (is === "campaign") return [value];
  if (is === "campaigns") return value as readonly unknown[];
  if (is !== "line") return [];
  const line = value as Readonly<Record<string, unknown>>;
  return [line["kind"] === "interaction" ? line["public_key"] : (line["interaction"] ?? null)];
}

function areOwn(campaigns: readonly unknown[], own: readonly string[]): boolean {
  return campaigns.every((each) => own.some((one) => one === each));
}

interface RowOfCampaigns {
  /** Null where there is no such row. None: the row is about all campaigns. */
  campaignsOf(
    account: Pick<AccountStore, "findBookings" | "findHold" | "webhooks">,
    id: string,
  ): Promise<readonly string[] | null>;
  readonly unknown: AnyRefusal;
}

/** How a row that a request names by its id is authorised: by its campaigns. */
const rowsOfCampaigns = {
  booking: {
    campaignsOf: async (account, id) => {
      const [found] = await account.findBookings({ id: id as BookingId, limit: 1 });
      return found === undefined ? null : [found.line.interaction];
    },
    unknown: { why: "unknown-booking" },
  },
  hold: {
    campaignsOf: async (account, id) => {
      const found = await account.findHold(id, 0);
      return found === null ? null : [found.publicKey];
    },
    unknown: { why: "unknown-hold" },
  },
  webhook: {
    campaignsOf: async (account, id) => (await account.webhooks.find(id))?.interactions ?? null,
    unknown: { why: "unknown-webhook" },
  },
} as const satisfies Readonly<Record<RowMeaning, RowOfCampaigns>>;

import type { BookingId } from "../domain/booking.ts";
import type { Store } from "../store/store.ts";
import type { IdentifiedAccount } from "../usecases/operator/identify-account.ts";
import type { Operation, Order } from "./operation.ts";
import type { AnyRefusal } from "./problems.ts";
import { parseAccountName, type AccountId, type AccountName } from "../domain/account.ts";
import type { Operator } from "../store/accounts/operators.ts";

/** Fields that let a change pass over seats, a waitlist or a limit, which needs the scope of slots too. */
const passingOver = ["overbook", "allow_overbooked", "overtake", "over_limit"];

type Sent = Readonly<Record<string, unknown>>;

/**
 * Checks what the parsed request says: whether it passes over seats or a limit, and which campaign it names. One
 * that is not the operator's is answered like one that does not exist.
 */
export async function refuseOrder(
  { reach }: Pick<Operation, "reach">,
  {
    operator,
    ...order
  }: Pick<Order<unknown, unknown, unknown>, "operator" | "params" | "query" | "body">,
  account: IdentifiedAccount,
  store: Pick<Store, "account">,
): Promise<AnyRefusal | null> {
  const [params, query, body] = [order.params, order.query, order.body ?? {}] as [Sent, Sent, Sent];
  const passes = passingOver.some((name) => query[name] === true || body[name] === true);
  if (passes && !operator.scopes.includes("slots")) {
    return operator.role === null
      ? { why: "scope-missing", scope: "slots" }
      : { why: "role-too-low" };
  }
  const { interactions } = operator;
  if (interactions === null || reach !== "campaign") return null;
  const { booking } = params;
  const named = [
    params["interaction"],
    params["public_key"],
    query["interaction"],
    body["interaction"],
  ];
  const edits = (body["edits"] ?? []) as readonly { readonly line: Sent }[];
  // A group is of no campaign.
  const ofEdits = edits.map(({ line }) =>
    line["kind"] === "interaction" ? line["public_key"] : (line["interaction"] ?? null),
  );
  const campaigns = [...named.filter((each) => each !== undefined), ...ofEdits];
  if (campaigns.length === 0 && booking === undefined) return { why: "not-for-all-campaigns" };
  if (!campaigns.every((each) => interactions.some((own) => own === each))) {
    return { why: "not-in-catalogue", field: "interaction" };
  }
  if (booking === undefined) return null;
  const id = booking as BookingId;
  const [found] = await store.account(account.id).findBookings({ id, limit: 1 });
  const isForeign = found !== undefined && !interactions.includes(found.line.interaction);
  return isForeign ? { why: "unknown-booking" } : null;
}

/** Whether the account is one of the operator's. */
export function maySee({ accounts }: Pick<Operator, "accounts">, id: AccountId): boolean {
  return accounts === null || accounts.some((each) => each.id === id);
}

/** Unknown and foreign accounts have the same answer. */
export function unknownAccount(written: string) {
  const account =
    parseAccountName(written) ?? ({ tenant: written, environment: "development" } as const);
  return { refused: { why: "unknown-account", account } } as const;
}

/** The account of this name; null where it does not exist or is not the operator's. */
export async function visibleAccount(
  store: Pick<Store, "accounts">,
  operator: Pick<Operator, "accounts">,
  name: AccountName,
): Promise<IdentifiedAccount | null> {
  const id = await store.accounts.identify(name);
  return id !== null && maySee(operator, id) ? { id, name } : null;
}

import { Readable } from "node:stream";
import { parseAccountName } from "../../domain/account.ts";
import { isRefused, type Refused } from "../../domain/refusal.ts";
import { BadInput } from "../../operations/bad-input.ts";
import type { Ask, Operation, Parts, Reply, Values } from "../../operations/operation.ts";
import { namesAccount } from "../../operations/operations-of.ts";
import { refusalText, type AnyRefusal } from "../../operations/problems.ts";
import { validatorOf } from "../../operations/validation.ts";
import type { AuditContext } from "../../store/accounts/audit.ts";
import type { IdentifiedAccount } from "../../usecases/operator/identify-account.ts";
import { CommandFailed } from "../command-context.ts";

/** The command line may do everything: whoever runs it has the database. */
const everybody = { name: "command line", role: "admin", accounts: null } as const;

/** Runs operations on the database. */
export function askHere(parts: HereParts, audit: () => AuditContext): Ask {
  return async (operation, values, body) => {
    const answer = await runHere(parts, operation, values, { audit: audit(), body });
    if (!isRefused<AnyRefusal>(answer)) return answer.body as never;
    throw new CommandFailed(refusalText(answer.refused, "command"));
  };
}

type HereParts = Pick<Parts, "store" | "changesRetentionDays">;

const noLimit = { begin: () => () => {} };
const unlimited = { longReads: noLimit, followers: noLimit, isClosing: () => false };
const here = {
  operator: everybody,
  ifMatch: "*",
  ifNoneMatch: null,
  idempotencyKey: null,
  stream: Readable.from([]),
  isGone: () => false,
};

/** Runs one operation on the database, with the checks that it has over HTTP; `more` is the rest of its order. */
export async function runHere(
  parts: HereParts,
  operation: Operation,
  values: Values,
  {
    body,
    ...more
  }: { readonly audit: AuditContext; readonly body?: string | undefined } & Partial<typeof here>,
): Promise<Reply | Refused<AnyRefusal>> {
  try {
    const order = { ...here, ...more, ...sentOf(operation, values, body) };
    const account = await accountOf(parts.store, operation, values);
    if (isRefused<AnyRefusal>(account)) return account;
    return await operation.run({ ...parts, ...unlimited }, order as never, account);
  } catch (error) {
    if (!(error instanceof BadInput)) throw error;
    const { field, expected } = error;
    return { refused: { why: "malformed", field, expected } };
  }
}

/** The parts of a request, valid by the operation's schemas as they are over HTTP. */
function sentOf({ params, query, body }: Operation, values: Values, text?: string) {
  const pick = (names: object) =>
    Object.fromEntries(
      Object.entries(values).filter(([name, value]) => name in names && value !== undefined),
    );
  const isJson = body?.type === "application/json";
  const sent = {
    params: pick(params.properties),
    query: pick(query.properties),
    body: isJson ? pick((body.schema as typeof params).properties) : text,
  };
  const bad =
    validatorOf(params, "the path")(sent.params) ??
    validatorOf(query, "the query")(sent.query) ??
    (body === null ? null : validatorOf(body.schema, "the body")(sent.body));
  if (bad !== null) throw bad;
  return sent;
}

async function accountOf(
  { accounts }: Parts["store"],
  operation: Operation,
  { tenant, environment }: Values,
): Promise<IdentifiedAccount | Refused<AnyRefusal>> {
  // An operation of no account does not read it.
  if (!namesAccount(operation)) return {} as IdentifiedAccount;
  const name = parseAccountName(`${String(tenant)}/${String(environment)}`);
  if (name === null) throw new Error("The account was not read.");
  const id = await accounts.identify(name);
  return id === null ? { refused: { why: "unknown-account", account: name } } : { id, name };
}

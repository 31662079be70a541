import { Readable } from "node:stream";
import { parseAccountName } from "../../domain/account.ts";
import { isRefused } from "../../domain/refusal.ts";
import { BadInput } from "../../operations/bad-input.ts";
import type { Ask, Values } from "../../operations/operation.ts";
import type { Operation, Parts } from "../../operations/operation.ts";
import { namesAccount } from "../../operations/operations-of.ts";
import { refusalText, type AnyRefusal } from "../../operations/problems.ts";
import { validatorOf } from "../../operations/validation.ts";
import type { AuditContext } from "../../store/accounts/audit.ts";
import type { IdentifiedAccount } from "../../usecases/operator/identify-account.ts";
import { CommandFailed } from "../command-context.ts";

/** The command line may do everything: whoever runs it has the database. */
const everybody = { name: "command line", role: "admin", accounts: null } as const;

/** Runs operations on the database. */
export function askHere(
  parts: Pick<Parts, "store" | "changesRetentionDays">,
  audit: () => AuditContext,
): Ask {
  const unlimited = { begin: () => () => {} };
  const all: Parts = {
    ...parts,
    longReads: unlimited,
    followers: unlimited,
    isClosing: () => false,
  };
  return async (operation, values, body) => {
    try {
      const sent = sentOf(operation, values, body);
      const account = await accountOf(parts.store, operation, values);
      const answer = await operation.run(
        all,
        { ...sent, ...here, audit: audit() } as never,
        account,
      );
      if (isRefused<AnyRefusal>(answer)) throw failed(answer.refused);
      return answer.body as never;
    } catch (error) {
      throw error instanceof BadInput ? new CommandFailed(`${error.message}.`) : error;
    }
  };
}

const here = {
  operator: everybody,
  ifMatch: "*",
  ifNoneMatch: null,
  idempotencyKey: null,
  stream: Readable.from([]),
  isGone: () => false,
};

function failed(refusal: AnyRefusal): CommandFailed {
  return new CommandFailed(refusalText(refusal, "command"));
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
): Promise<IdentifiedAccount> {
  // An operation of no account does not read it.
  if (!namesAccount(operation)) return {} as IdentifiedAccount;
  const name = parseAccountName(`${String(tenant)}/${String(environment)}`);
  if (name === null) throw new Error("The account was not read.");
  const id = await accounts.identify(name);
  if (id === null) throw failed({ why: "unknown-account", account: name });
  return { id, name };
}

import { Type } from "typebox";
import type { Rights } from "../../domain/operator.ts";
import { isRefused, type Refused } from "../../domain/refusal.ts";
import type { NamedAccount, Operator as Stored } from "../../store/doors/access.ts";
import { WrongUsage } from "../machinery/arguments.ts";
import { text, type Sent } from "../machinery/fields.ts";
import type { Operation, Values } from "../machinery/operation.ts";
import { jsonBody, operationsOf } from "../machinery/operations-of.ts";
import type { AnyRefusal } from "../machinery/problems.ts";
import { formatFacts } from "../machinery/table.ts";
import {
  givenAccounts,
  mayGive,
  operatorAgain,
  readEnd,
  refuseEndBefore,
  rightsTyped,
  rightsWhere,
  sayUnknown,
  unknownCampaigns,
  unknownOperator,
  type Giver,
} from "./given-rights.ts";
import { beyond, factsOf, Operator, operatorToJson, rightsOf } from "./operator-rights.ts";

const Change = Type.Object(rightsWhere("Null"));

/** What an operator may do, from now on. The key stays, and so do its sessions. */
export const changeOperator: Operation = operationsOf({
  tag: "Operators",
  below: "/operators",
  appliesTo: "grantable-operators",
})(
  {
    name: "changeOperator",
    again: operatorAgain,
    method: "POST",
    path: "/{name}/change",
    scope: "operators",
    summary: "Give an operator other rights; its key and sessions stay, and have them at once.",
    description:
      "What is absent stays as it is. Nobody gives more than they hold, to others or to themselves, and one admin of all " +
      "accounts stays. The name stays, because histories and the audit log have it.",
    params: { name: text(64, "The operator's name.") },
    body: jsonBody(Change.properties),
    answers: {
      200: Type.Object({
        ...Operator.properties,
        unknown_interactions: Type.Optional(
          Type.Array(Type.String(), {
            description:
              "Those of `interactions` that none of the accounts has: misspelt, or to come.",
          }),
        ),
      }),
    },
    refusals: [
      "unknown-operator",
      "unknown-account",
      "more-than-own",
      "last-admin",
      "account-limit-reached",
    ],
    command: {
      words: "operator change",
      about: "Give an operator other rights; the key stays.",
      positional: ["name"],
      typed: {
        name: { about: "" },
        ...rightsTyped,
        accounts: { ...rightsTyped.accounts, about: "only this account; may be repeated" },
        interactions: { ...rightsTyped.interactions, about: "only this campaign; may be repeated" },
        expires_at: {
          ...rightsTyped.expires_at,
          about: "when the key ends by itself: 2030-05-01 (its first moment), RFC 3339, or never",
          read: (typed: string) => (typed === never ? never : readEnd(typed)),
        },
      },
      more: {
        all_accounts: Type.Boolean({ description: "Every account there is or will be." }),
        all_interactions: Type.Boolean({ description: "Every campaign there is or will be." }),
      },
      send: withAll,
      notes:
        "What is not named stays as it is. Its sessions have the new rights with their next request.",
      example: "door-1 --role agent --all-accounts",
      print: (operator) => formatFacts(factsOf(operator)),
      say: ({ unknown_interactions: unknown = [] }) => [
        sayUnknown(unknown, "The same command puts a wrong one right."),
      ],
    },
  },
  async (parts, { audit, operator: asking, params: { name }, body }) => {
    const { operators } = parts.store;
    const known = await operators.find(name);
    if (known === null || known.revokedAt !== null || !mayGive(asking, known)) {
      return unknownOperator;
    }
    const given =
      body.accounts === undefined
        ? { accounts: undefined }
        : await givenAccounts(parts.store, asking, body.accounts);
    if (isRefused<AnyRefusal>(given)) return given;
    const changed = await operators.change(audit, known.id, (operator) =>
      newRights(asking, operator, { ...body, ...given, now: audit.now }),
    );
    if (isRefused<AnyRefusal>(changed)) return changed;
    const unknown = body.interactions == null ? [] : await unknownCampaigns(parts.store, changed);
    return {
      body: operatorToJson(changed, {
        ...(unknown.length > 0 && { unknown_interactions: unknown }),
      }),
    };
  },
);

const never = "never";

interface Wanted extends Omit<Sent<typeof Change>, "accounts"> {
  /** Undefined: as they are; null: all. */
  readonly accounts: readonly NamedAccount[] | null | undefined;
  readonly now: number;
}

/** The operator's rights with what is wanted, where whoever asks may give both. */
function newRights(
  asking: Giver,
  operator: Stored,
  { accounts = operator.accounts, now, ...wanted }: Wanted,
): (Rights & Pick<Stored, "accounts">) | Refused<AnyRefusal> {
  if (!mayGive(asking, operator)) return unknownOperator;
  const { role, scopes, interactions = operator.interactions } = wanted;
  const keepsScopes = role === undefined && scopes === undefined;
  const own = operator.role === null ? { scopes: operator.scopes } : { role: operator.role };
  const end = wanted.expires_at;
  const given = rightsOf(
    {
      ...(keepsScopes && own),
      ...(role !== undefined && { role }),
      ...(scopes !== undefined && { scopes }),
      interactions,
      ...(end !== undefined && { expires_at: end }),
    },
    now,
  );
  const expiresAt = end === undefined ? operator.expiresAt : given.expiresAt;
  const rights = { ...given, expiresAt, accounts };
  const what = beyond(asking, rights);
  return what === null ? rights : { refused: { why: "more-than-own", what } };
}

/** Flags of their own stand for all accounts and campaigns, and a word for a key without an end. */
function withAll({ all_accounts, all_interactions, ...values }: Values): Values {
  for (const [all, one, flag] of [
    [all_accounts, "accounts", "account"],
    [all_interactions, "interactions", "interaction"],
  ] as const) {
    if (all === true && values[one] !== undefined) {
      throw new WrongUsage(`Say --all-${flag}s or --${flag}, and not both.`);
    }
  }
  if (values["role"] !== undefined && values["scopes"] !== undefined) {
    throw new WrongUsage("Say what the operator may do: --role, or --scope once or more.");
  }
  const isEndless = values["expires_at"] === never;
  if (!isEndless) refuseEndBefore(values);
  return {
    ...values,
    ...(all_accounts === true && { accounts: null }),
    ...(all_interactions === true && { interactions: null }),
    ...(isEndless && { expires_at: null }),
  };
}

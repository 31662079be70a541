import { randomBytes, randomUUID } from "node:crypto";
import type { AccountLimitReached } from "../../domain/account-limits.ts";
import { isOperatorName, type Rights } from "../../domain/operator.ts";
import { isRefused, type Refused } from "../../domain/refusal.ts";
import { formatSecret, hashSecret, secretPrefix } from "../../domain/secret.ts";
import type { AuditContext, NewOperator, Operator as Stored } from "../../store/doors/access.ts";
import { WrongUsage } from "../machinery/arguments.ts";
import { listOf, text } from "../machinery/fields.ts";
import type { Operation, Parts } from "../machinery/operation.ts";
import { jsonBody, operationsOf, replyWith } from "../machinery/operations-of.ts";
import type { AnyRefusal } from "../machinery/problems.ts";
import { changeOperator } from "./change-operator.ts";
import {
  givenAccounts,
  mayGive,
  operatorAgain,
  refuseEndBefore,
  rightsFields,
  rightsTyped,
  sayUnknown,
  unknownCampaigns,
  unknownOperator,
} from "./given-rights.ts";
import {
  beyond,
  factsOf,
  IssuedOperator,
  mayOf,
  Operator,
  operatorToJson,
  rightsOf,
  WhoAmI,
  whoToJson,
} from "./operator-rights.ts";
import { formatFacts, formatTable } from "../machinery/table.ts";

const operation = operationsOf({
  tag: "Operators",
  below: "/operators",
  appliesTo: "grantable-operators",
});

export const whoAmI = operationsOf({
  tag: "Operators",
  below: "/whoami",
  appliesTo: "visible-accounts",
})(
  {
    name: "whoAmI",
    method: "GET",
    scope: "any",
    summary: "Whose key it is: name, role or scopes, accounts, campaigns and end.",
    answers: { 200: WhoAmI },
    command: {
      words: "whoami",
      about: "Show as whom commands run: of a key with --server, else of the command line.",
      example: "--server https://operator.booking.example",
      print: (who) => formatFacts([...factsOf(who), ["times in", who.timezone ?? "UTC"]]),
    },
  },
  async ({ store }, { operator }) => {
    const { accounts, interactions: publicKeys } = operator;
    const accountIds = accounts?.map(({ id }) => id) ?? null;
    const timezone = await store.findSharedTimezone({ accountIds, publicKeys });
    return { body: whoToJson(operator, { timezone }) };
  },
);

/** Operators. Whoever asks sees those whose rights they could give (`mayGive`), and no others. */
export const operatorOperations: readonly Operation[] = [
  operation(
    {
      name: "listOperators",
      method: "GET",
      scope: "operators",
      summary: "Operators, live ones first; never a key.",
      answers: { 200: listOf(Operator) },
      command: {
        words: "operator list",
        about: "Show operators; never a key.",
        example: "--json",
        print: tableOf,
      },
    },
    async ({ store }, { operator: asking }) => {
      const found = await store.operators.list();
      const seen = found.filter((each) => mayGive(asking, each));
      return { body: { items: seen.map((each) => operatorToJson(each)) } };
    },
  ),
  operation(
    {
      name: "createOperator",
      creates: true,
      again: "secret",
      method: "POST",
      scope: "operators",
      summary: "Let somebody in; the key is in this answer and nowhere else.",
      body: jsonBody({
        name: text(64, "Letters, digits or . _ @ -"),
        ...rightsFields,
      }),
      answers: { 201: IssuedOperator },
      refusals: [
        "operator-name-malformed",
        "operator-exists",
        "unknown-account",
        "more-than-own",
        "account-limit-reached",
      ],
      command: {
        words: "operator create",
        about: "Make an operator and print the key, once.",
        positional: ["name"],
        typed: {
          name: { about: "for example jo" },
          ...rightsTyped,
        },
        send: (values) => {
          refuseEndBefore(values);
          if ((values["role"] === undefined) !== (values["scopes"] === undefined)) return values;
          throw new WrongUsage("Say what the operator may do: --role, or --scope once or more.");
        },
        example: "door-1 --role staff --account acme/production",
        print: ({ key, ...operator }) => formatFacts([...factsOf(operator), ["key", key]]),
        say: ({ unknown_interactions: unknown = [] }) => [
          "Keep the key in a password manager: it is not shown again.",
          sayUnknown(unknown, "`booking operator change` puts a wrong one right."),
        ],
      },
    },
    async (parts, { audit, operator: giver, body: { name, accounts: asked, ...wanted } }) => {
      const rights = rightsOf(wanted, audit.now);
      const given = await givenAccounts(parts.store, giver, asked ?? null);
      if (isRefused<AnyRefusal>(given)) return given;
      const operator = { name, ...rights, ...given };
      const what = beyond(giver, operator);
      if (what !== null) return { refused: { why: "more-than-own", what } };
      // Before the key: nobody would see it where this fails.
      const unknown = await unknownCampaigns(parts.store, operator);
      const issued = await issueOperator(parts, audit, operator, false);
      const more = unknown.length > 0 && { unknown_interactions: unknown };
      return replyWith(issued, ({ key, ...made }) => operatorToJson(made, { key, ...more }), 201);
    },
  ),
  operation(
    {
      name: "revokeOperator",
      again: operatorAgain,
      method: "POST",
      path: "/{name}/revoke",
      scope: "operators",
      summary: "End an operator's key and sessions; the name may be given again.",
      description:
        "One admin of all accounts stays: to replace the only one, make another one first.",
      params: { name: text(64, "The operator's name.") },
      answers: { 200: Operator },
      refusals: ["unknown-operator", "last-admin"],
      command: {
        words: "operator revoke",
        about: "End an operator's key; the name may be given again.",
        positional: ["name"],
        typed: { name: { about: "" } },
        example: "door-1",
        print: (operator, width) => tableOf([operator], width),
      },
    },
    async ({ store }, { audit, operator: asking, params: { name } }) => {
      const known = await store.operators.find(name);
      if (known === null || !mayGive(asking, known)) return unknownOperator;
      const revokedAt = await store.operators.revoke(audit, known);
      if (typeof revokedAt === "object" && revokedAt !== null) return revokedAt;
      return { body: operatorToJson({ ...known, revokedAt }) };
    },
  ),
  changeOperator,
  whoAmI,
];

type OperatorRefusal = Refused<
  | { readonly why: "operator-name-malformed" | "unknown-operator" }
  | { readonly why: "operator-exists"; readonly name: string }
  | AccountLimitReached
>;

/**
 * Makes an operator and its key, which is shown only here; the store has its hash. As the `first` one only while
 * there is none.
 */
export async function issueOperator(
  { store: { operators } }: { readonly store: Pick<Parts["store"], "operators"> },
  audit: AuditContext,
  named: Pick<NewOperator, "name" | "accounts"> & Rights,
  first: boolean,
): Promise<(Stored & { readonly key: string }) | OperatorRefusal> {
  const { name } = named;
  if (!isOperatorName(name)) return { refused: { why: "operator-name-malformed" } };
  const key = formatSecret("operatorKey", randomBytes(32));
  const keyHash = hashSecret(key);
  const operator = { ...named, id: randomUUID(), keyHash, keyPrefix: secretPrefix(key) };
  const refused = await operators.create(audit, operator, first);
  if (refused !== null) return refused;
  const found = await operators.findByKey(keyHash, audit.now);
  return found === null ? unknownOperator : { ...found, key };
}

function tableOf(operators: readonly Operator[], width: number): string {
  return formatTable(
    ["name", "role", "accounts", "campaigns", "key", "made", "last use", "ends", "revoked"],
    operators.map((operator) => [
      operator.name,
      mayOf(operator),
      operator.accounts?.join(", ") ?? "all",
      operator.interactions?.join(", ") ?? "all",
      `${operator.key_prefix}…`,
      operator.created_at,
      operator.last_used_at ?? "never",
      operator.expires_at ?? "",
      operator.revoked_at ?? "",
    ]),
    width,
  );
}

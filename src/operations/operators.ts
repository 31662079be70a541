import { randomBytes, randomUUID } from "node:crypto";
import { Type } from "typebox";
import { formatAccountName, parseAccountName, type AccountName } from "../domain/account.ts";
import { formatInstant, formatInstantOrNull } from "../domain/instant.ts";
import { isOperatorName } from "../domain/operator.ts";
import type { Refused } from "../domain/refusal.ts";
import { formatSecret, hashSecret, secretPrefix } from "../domain/secret.ts";
import type { AuditContext } from "../store/accounts/audit.ts";
import type { NewOperator, Operator as Stored } from "../store/accounts/operators.ts";
import type { IdentifiedAccount } from "../usecases/operator/identify-account.ts";
import { readAccountText } from "./arguments.ts";
import { BadInput } from "./bad-input.ts";
import { AccountText, listOf, text, time, timeOrNull, type Sent } from "./fields.ts";
import type { Operation, Parts } from "./operation.ts";
import { jsonBody, operationsOf, replyWith } from "./operations-of.ts";
import { formatFacts, formatTable } from "./table.ts";

const Role = Type.Union(
  [Type.Literal("admin"), Type.Literal("agent"), Type.Literal("staff"), Type.Literal("viewer")],
  {
    description:
      "admin: everything; agent: also book, cancel, move and promote; staff: look up and check in; " +
      "viewer: only look.",
  },
);

export const Operator = Type.Object({
  name: Type.String(),
  role: Role,
  accounts: Type.Union([Type.Array(AccountText), Type.Null()], {
    description: "Null: every account there is or will be.",
  }),
  key_prefix: Type.String(),
  created_at: time("When."),
  last_used_at: timeOrNull("To the minute."),
  revoked_at: timeOrNull("When its key ended."),
});
type Operator = Sent<typeof Operator>;

export const IssuedOperator = Type.Object({
  ...Operator.properties,
  key: Type.String({ description: "Shown here once and never again." }),
});

const unknownOperator = { refused: { why: "unknown-operator" } } as const;

const operation = operationsOf({ tag: "Operators", below: "/operators", reach: "installation" });

const WhoAmI = Type.Object({
  name: Operator.properties.name,
  role: Role,
  accounts: Operator.properties.accounts,
});

const whoAmI = operationsOf({ tag: "Operators", below: "/whoami", reach: "visible" })(
  {
    name: "whoAmI",
    method: "GET",
    scope: "any",
    summary: "Whose key it is: name, role and accounts.",
    answers: { 200: WhoAmI },
    command: {
      words: "whoami",
      about: "Show as whom commands run: of a key with --server, else of the command line.",
      example: "--server https://operator.booking.example",
      print: ({ name, role, accounts }) =>
        formatFacts([
          ["name", name],
          ["role", role],
          ["accounts", accountsOf({ accounts })],
        ]),
    },
  },
  async (_parts, { operator }) => ({ body: whoToJson(operator) }),
);

/** Operators. Their names belong to the installation, so only admins of all accounts see them. */
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
    async ({ store }) => ({ body: { items: (await store.operators.list()).map(operatorToJson) } }),
  ),
  operation(
    {
      name: "createOperator",
      again: "secret",
      method: "POST",
      scope: "operators",
      summary: "Let somebody in; the key is in this answer and nowhere else.",
      body: jsonBody({
        name: text(64, "Letters, digits or . _ @ -"),
        role: Type.Exclude(Role, Type.Literal("agent")),
        accounts: Type.Optional(
          Type.Union([Type.Array(AccountText, { minItems: 1, maxItems: 100 }), Type.Null()], {
            description: "Absent or null: every account there is or will be.",
          }),
        ),
      }),
      answers: { 201: IssuedOperator },
      refusals: ["operator-name-malformed", "operator-exists", "unknown-account"],
      command: {
        words: "operator create",
        about: "Make an operator and print the key, once.",
        positional: ["name"],
        typed: {
          name: { about: "for example jo" },
          accounts: {
            flag: "account",
            shown: "account",
            about: "only this account; may be repeated (default: all)",
            read: readAccountText,
          },
        },
        example: "door-1 --role staff --account acme/production",
        print: ({ name, role, key, ...operator }) =>
          formatFacts([
            ["name", name],
            ["role", role],
            ["accounts", accountsOf(operator)],
            ["key", key],
          ]),
        say: () => ["Keep the key in a password manager: it is not shown again."],
      },
    },
    async (parts, { audit, body: { name, role, accounts: asked } }) => {
      const names = asked?.map(nameOf) ?? null;
      const accounts: IdentifiedAccount[] = [];
      for (const each of names ?? []) {
        const id = await parts.store.accounts.identify(each);
        if (id === null) return { refused: { why: "unknown-account", account: each } };
        if (!accounts.some((account) => account.id === id)) accounts.push({ id, name: each });
      }
      const operator = { name, role, accounts: names === null ? null : accounts };
      const issued = await issueOperator(parts, audit, operator, false);
      return replyWith(issued, ({ key, ...made }) => ({ ...operatorToJson(made), key }), 201);
    },
  ),
  operation(
    {
      name: "revokeOperator",
      again: async ({ store }, { params: { name } }) =>
        replyWith((await store.operators.find(name)) ?? unknownOperator, operatorToJson),
      method: "POST",
      path: "/{name}/revoke",
      scope: "operators",
      summary: "End an operator's key and sessions; the name may be given again.",
      params: { name: text(64, "The operator's name.") },
      answers: { 200: Operator },
      refusals: ["unknown-operator"],
      command: {
        words: "operator revoke",
        about: "End an operator's key; the name may be given again.",
        positional: ["name"],
        typed: { name: { about: "" } },
        example: "door-1",
        print: (operator, width) => tableOf([operator], width),
      },
    },
    async ({ store }, { audit, params: { name } }) => {
      await store.operators.revoke(audit, name);
      const operator = await store.operators.find(name);
      return replyWith(operator ?? unknownOperator, operatorToJson);
    },
  ),
  whoAmI,
];

type OperatorRefusal = Refused<
  | { readonly why: "operator-name-malformed" | "unknown-operator" }
  | { readonly why: "operator-exists"; readonly name: string }
>;

/**
 * Makes an operator and its key, which is shown only here; the store has its hash. As the `first` one only while
 * there is none.
 */
export async function issueOperator(
  { store: { operators } }: { readonly store: Pick<Parts["store"], "operators"> },
  audit: AuditContext,
  named: Pick<NewOperator, "name" | "role" | "accounts">,
  first: boolean,
): Promise<(Stored & { readonly key: string }) | OperatorRefusal> {
  const { name } = named;
  if (!isOperatorName(name)) return { refused: { why: "operator-name-malformed" } };
  const key = formatSecret("operatorKey", randomBytes(32));
  const keyHash = hashSecret(key);
  const operator = { ...named, id: randomUUID(), keyHash, keyPrefix: secretPrefix(key) };
  const created = await operators.create(audit, operator, first);
  if (!created) return { refused: { why: "operator-exists", name } };
  const found = await operators.findByKey(keyHash);
  return found === null ? unknownOperator : { ...found, key };
}

function whoToJson({ name, role, accounts }: Pick<Stored, "name" | "role" | "accounts">) {
  const named = accounts?.map((account) => formatAccountName(account.name)) ?? null;
  return { name, role, accounts: named };
}

/** An operator; `accounts` is null for all accounts. */
export function operatorToJson(operator: Stored): Operator {
  return {
    ...whoToJson(operator),
    key_prefix: operator.keyPrefix,
    created_at: formatInstant(operator.createdAt),
    last_used_at: formatInstantOrNull(operator.lastUsedAt),
    revoked_at: formatInstantOrNull(operator.revokedAt),
  };
}

function nameOf(written: string): AccountName {
  const name = parseAccountName(written);
  if (name === null) throw new BadInput("accounts", "must be tenant/environment");
  return name;
}

function tableOf(operators: readonly Operator[], width: number): string {
  return formatTable(
    ["name", "role", "accounts", "key", "made", "last use", "revoked"],
    operators.map((operator) => [
      operator.name,
      operator.role,
      accountsOf(operator),
      `${operator.key_prefix}…`,
      operator.created_at,
      operator.last_used_at ?? "never",
      operator.revoked_at ?? "",
    ]),
    width,
  );
}

function accountsOf({ accounts }: Pick<Operator, "accounts">): string {
  return accounts?.join(", ") ?? "all";
}

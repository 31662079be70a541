import { Type } from "typebox";
import { formatAccountName } from "../../domain/account.ts";
import { formatInstant, formatInstantOrNull } from "../../domain/instant.ts";
import {
  notHeld,
  operatorScopes,
  scopesOf,
  type OperatorRole,
  type OperatorScope,
  type Rights,
} from "../../domain/operator.ts";
import type { Operator as Stored } from "../../store/doors/access.ts";
import { BadInput } from "../machinery/validation.ts";
import { AccountText, time, timeOrNull, type Sent } from "../machinery/fields.ts";
import { readTime } from "../machinery/typed-time.ts";
import { maySee } from "../machinery/run-operation.ts";

export const Role = Type.Union(
  [Type.Literal("admin"), Type.Literal("agent"), Type.Literal("staff"), Type.Literal("viewer")],
  {
    description:
      "admin: everything; agent: also book, cancel, move and promote; staff: look up and check in; " +
      "viewer: only look.",
  },
);

/** TypeBox cannot tell the type of a list of literals. */
export const Scope = Type.Unsafe<OperatorScope>(
  Type.Union(operatorScopes.map((scope) => Type.Literal(scope))),
);
export const Scopes = Type.Array(Scope, {
  minItems: 1,
  maxItems: operatorScopes.length,
  description: "What it may do, one by one, in place of a role.",
});

export const Operator = Type.Object({
  name: Type.String(),
  role: Type.Optional(Role),
  scopes: Type.Optional(Scopes),
  accounts: Type.Union([Type.Array(AccountText), Type.Null()], {
    description: "Null: every account there is or will be.",
  }),
  interactions: Type.Union([Type.Array(Type.String()), Type.Null()], {
    description: "Public keys of the campaigns it is limited to; null: every one.",
  }),
  expires_at: timeOrNull("When its key ends by itself."),
  key_prefix: Type.String(),
  created_at: time("When."),
  last_used_at: timeOrNull("To the minute."),
  revoked_at: timeOrNull("When its key ended."),
});
export type Operator = Sent<typeof Operator>;

export const IssuedOperator = Type.Object({
  ...Operator.properties,
  key: Type.String({ description: "Shown here once and never again." }),
  unknown_interactions: Type.Optional(
    Type.Array(Type.String(), {
      description: "Those of `interactions` that none of the accounts has: misspelt, or to come.",
    }),
  ),
});

export const WhoAmI = Type.Object({
  name: Operator.properties.name,
  role: Operator.properties.role,
  scopes: Operator.properties.scopes,
  accounts: Operator.properties.accounts,
  interactions: Operator.properties.interactions,
  expires_at: Operator.properties.expires_at,
  timezone: Type.Union([Type.String(), Type.Null()], {
    description:
      "The IANA zone that all campaigns of the key share; null where they have several, or there are none.",
  }),
});

/** What of the wanted rights and accounts the giver does not have; null where it has all. */
export function beyond(giver: Rights & Accounts, wanted: Rights & Accounts): string | null {
  const { accounts } = giver;
  // One whose accounts were all deleted belongs to those of all accounts.
  const isWithin =
    accounts === null ||
    (wanted.accounts !== null &&
      wanted.accounts.length > 0 &&
      wanted.accounts.every(({ id }) => maySee({ accounts }, id)));
  return !isWithin ? "all of these accounts" : notHeld(giver, wanted);
}

type Accounts = Pick<Stored, "accounts">;

interface Wanted {
  readonly role?: OperatorRole;
  readonly scopes?: readonly OperatorScope[];
  readonly interactions?: readonly string[] | null;
  readonly expires_at?: string | null;
}

export function rightsOf(
  { role, scopes, interactions = null, expires_at = null }: Wanted,
  now: number,
): Rights {
  if ((role === undefined) === (scopes === undefined)) {
    throw new BadInput("role", "or scopes must say what the operator may do, and not both");
  }
  const expiresAt = expires_at === null ? null : readTime("expires_at", expires_at);
  if (expiresAt !== null && expiresAt <= now) throw new BadInput("expires_at", "must be to come");
  return {
    role: role ?? null,
    scopes: role === undefined ? [...new Set(scopes)] : scopesOf(role),
    interactions: interactions && [...new Set(interactions)],
    expiresAt,
  };
}

/** `more` stands before what an answer may lack, as a serializer writes it. */
export function whoToJson<More extends object>(
  { name, role, scopes, accounts, ...who }: Pick<Stored, "name"> & Rights & Accounts,
  more: More,
) {
  return {
    name,
    accounts: accounts?.map((account) => formatAccountName(account.name)) ?? null,
    interactions: who.interactions,
    expires_at: formatInstantOrNull(who.expiresAt),
    ...more,
    ...(role === null ? { scopes } : { role }),
  };
}

/** An operator; `accounts` is null for all accounts. */
export function operatorToJson<More extends object = object>(
  operator: Stored,
  more?: More,
): Operator & More {
  return whoToJson(operator, {
    key_prefix: operator.keyPrefix,
    created_at: formatInstant(operator.createdAt),
    last_used_at: formatInstantOrNull(operator.lastUsedAt),
    revoked_at: formatInstantOrNull(operator.revokedAt),
    ...(more as More),
  });
}

type Who = Omit<Sent<typeof WhoAmI>, "timezone">;

export function factsOf(who: Who): (readonly [string, string])[] {
  return [
    ["name", who.name],
    [who.role === undefined ? "scopes" : "role", mayOf(who)],
    ["accounts", who.accounts?.join(", ") ?? "all"],
    ...(who.interactions ? [["campaigns", who.interactions.join(", ")] as const] : []),
    ...(who.expires_at ? [["ends", who.expires_at] as const] : []),
  ];
}

export function mayOf({ role, scopes = [] }: Pick<Who, "role" | "scopes">): string {
  return role ?? scopes.join(", ");
}

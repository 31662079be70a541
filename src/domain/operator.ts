/*
 * An operator: a person at the console, or a program with a key. The link of the first start makes the first admin, the
 * command line on the database makes any, and operators make others, with no more than they hold themselves. A role or
 * single scopes say what it may do, accounts and campaigns where. A key ends when it is revoked, or at its own end; a
 * person of an identity provider has the rights that the provider's roles give today. The audit log keeps its name.
 */

import { isObject, parseJson } from "./json.ts";
import { parseAccountName, type AccountName } from "./account.ts";

/** What a key may be allowed, each for itself. An operation of the operator API names one, or any. */
export const operatorScopes = [
  "read",
  "desk",
  "book",
  "cancel",
  "move",
  "waitlist",
  "slots",
  "catalogue",
  "import",
  "changes",
  "people",
  "credentials",
  "accounts",
  "operators",
  "records",
  "webhooks",
  "report",
] as const;
export type OperatorScope = (typeof operatorScopes)[number];

/** The roles of operators, each with all that the one before may, from the lowest. */
export const operatorRoles = ["viewer", "staff", "agent", "admin"] as const;
export type OperatorRole = (typeof operatorRoles)[number];

const looking: readonly OperatorScope[] = ["read", "changes", "records", "report"];
const atTheDoor: readonly OperatorScope[] = [...looking, "desk"];

/** Roles are bundles of scopes. */
const bundles: Readonly<Record<OperatorRole, readonly OperatorScope[]>> = {
  viewer: looking,
  staff: atTheDoor,
  agent: [...atTheDoor, "book", "cancel", "move", "waitlist"],
  admin: operatorScopes,
};

export function isScope(text: unknown): text is OperatorScope {
  return operatorScopes.some((scope) => scope === text);
}

/** An operator's key or session ended while what it had asked for went on. */
export class RightsEnded extends Error {
  override name = "RightsEnded";
  readonly ended: "key" | "session";
  constructor(ended: "key" | "session" = "key") {
    super("The key or session that asked for this has ended.");
    this.ended = ended;
  }
}

/** What an operator may do, and where. */
export interface Rights {
  /** Null where the scopes were named one by one. */
  readonly role: OperatorRole | null;
  /** The role's, where there is one. */
  readonly scopes: readonly OperatorScope[];
  /** Public keys of the campaigns; null means all, present and future. */
  readonly interactions: readonly string[] | null;
  /** Milliseconds UTC; null for a key without an end. */
  readonly expiresAt: number | null;
}

/** Rights without limits. */
export const unlimited = { interactions: null, expiresAt: null } as const;

export function scopesOf(role: OperatorRole): readonly OperatorScope[] {
  return bundles[role];
}

const dayMs = 86_400_000;
/** How long before its end a key is warned of. */
const warnedMs = 14 * dayMs;

/** The keys that end so soon that somebody should make others. */
export function endingSoon<
  Key extends Pick<Rights, "expiresAt"> & { readonly revokedAt: number | null },
>(keys: readonly Key[], now: number): (Key & { readonly expiresAt: number })[] {
  return keys.flatMap((key) => {
    const { expiresAt, revokedAt } = key;
    const isSoon = expiresAt !== null && expiresAt > now && expiresAt <= now + warnedMs;
    return isSoon && revokedAt === null ? [{ ...key, expiresAt }] : [];
  });
}

/** Whether the rights allow an operation: a role by its rank, single scopes by the operation's own or one of `alsoFor`. */
export function mayDo(
  { role, scopes }: Pick<Rights, "role" | "scopes">,
  operation: {
    readonly scope: OperatorScope | "any";
    readonly alsoFor?: readonly OperatorScope[];
    readonly role: OperatorRole;
  },
): boolean {
  if (role !== null) return operatorRoles.indexOf(role) >= operatorRoles.indexOf(operation.role);
  const { scope, alsoFor = [] } = operation;
  return scope === "any" || [scope, ...alsoFor].some((each) => scopes.includes(each));
}

/** Scopes of which every role may look at something, though the bundles of all but an admin's lack them. */
export const lookedAt: readonly OperatorScope[] = ["credentials", "people", "import"];

/** What of the wanted rights the giver does not hold: nobody gives more. Null where it holds all. */
export function notHeld(giver: Rights, wanted: Rights): string | null {
  const needed = wanted.role === null ? wanted.scopes : [...wanted.scopes, ...lookedAt];
  const scope =
    giver.role === "admin" ? undefined : needed.find((each) => !giver.scopes.includes(each));
  if (scope !== undefined) return `the scope ${scope}`;
  const { interactions } = giver;
  const campaign = wanted.interactions?.find((each) => interactions?.includes(each) === false);
  if (campaign !== undefined) return `the campaign ${campaign}`;
  if (interactions !== null && wanted.interactions === null) return "every campaign";
  const { expiresAt } = giver;
  const isLonger = expiresAt !== null && (wanted.expiresAt ?? Infinity) > expiresAt;
  return isLonger ? "a key that lasts so long" : null;
}

/** The lowest role whose bundle has the scope. */
export function leastRole(scope: OperatorScope | "any"): OperatorRole {
  return operatorRoles.find((role) => scope === "any" || bundles[role].includes(scope)) ?? "admin";
}

/** Whether the text is 1 to 64 letters, digits or `. _ @ -`, which need no quoting anywhere. */
export function isOperatorName(text: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._@-]{0,63}$/.test(text);
}

/** The role of a person whose claim has this value. */
export interface RoleMapping {
  readonly value: string;
  /** Null where scopes are named. */
  readonly role: OperatorRole | null;
  readonly scopes?: readonly OperatorScope[];
  /** Public keys; absent means every campaign. */
  readonly interactions?: readonly string[];
  /** Null means every account, present and future. */
  readonly accounts: readonly AccountName[] | null;
}

/**
 * Reads a JSON array of `{"value","role","accounts","interactions"}`, with `scopes` in place of `role`; without
 * `accounts` or `interactions` it is for all of them.
 * Null for anything else.
 */
export function parseRoleMappings(text: string): readonly RoleMapping[] | null {
  const found = parseJson(text);
  if (!Array.isArray(found) || found.length === 0) return null;
  const mappings = found.map(parseMapping);
  return mappings.every((each) => each !== null) ? mappings : null;
}

/** The first mapping, in their order, whose value the claim has; null where it has none of them. */
export function mappingOf(mappings: readonly RoleMapping[], claim: unknown): RoleMapping | null {
  const values: readonly unknown[] = Array.isArray(claim) ? claim : [claim];
  return mappings.find(({ value }) => values.includes(value)) ?? null;
}

function parseMapping(given: unknown): RoleMapping | null {
  if (!isObject(given)) return null;
  const { value, role, scopes, accounts, interactions, ...more } = given;
  const rights = parseRights(role, scopes);
  if (typeof value !== "string" || value === "" || rights === null) return null;
  // A misspelt `accounts` would give the role for all of them.
  if (Object.keys(more).length > 0) return null;
  if (interactions !== undefined && !isNames(interactions)) return null;
  const limited = { value, ...rights, ...(interactions !== undefined && { interactions }) };
  if (accounts === undefined) return { ...limited, accounts: null };
  if (!Array.isArray(accounts)) return null;
  const names = accounts.map((each) => (typeof each === "string" ? parseAccountName(each) : null));
  return names.every((name) => name !== null) ? { ...limited, accounts: names } : null;
}

function isNames(given: unknown): given is string[] {
  return (
    Array.isArray(given) &&
    given.length > 0 &&
    given.every((each) => typeof each === "string" && each !== "")
  );
}

/** A role or scopes, never both. */
function parseRights(role: unknown, scopes: unknown): Pick<RoleMapping, "role" | "scopes"> | null {
  if (scopes === undefined) {
    const known = operatorRoles.find((each) => each === role);
    return known === undefined ? null : { role: known };
  }
  const isGood = role === undefined && isNames(scopes) && scopes.every(isScope);
  return isGood ? { role: null, scopes } : null;
}

import { isObject, parseJson } from "./json.ts";
import { parseAccountName, type AccountName } from "./account.ts";

/** What a key may be allowed, each for itself. Every operation of the operator API names one. */
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

export function rankOf(role: OperatorRole): number {
  return operatorRoles.indexOf(role);
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
  readonly role: OperatorRole;
  /** Null means every account, present and future. */
  readonly accounts: readonly AccountName[] | null;
}

/**
 * Reads a JSON array of `{"value","role","accounts"}`; without `accounts` the role is for all of them.
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
  const { value, role, accounts, ...more } = given;
  const known = operatorRoles.find((each) => each === role);
  if (typeof value !== "string" || value === "" || known === undefined) return null;
  // A misspelt `accounts` would give the role for all of them.
  if (Object.keys(more).length > 0) return null;
  if (accounts === undefined) return { value, role: known, accounts: null };
  if (!Array.isArray(accounts)) return null;
  const names = accounts.map((each) => (typeof each === "string" ? parseAccountName(each) : null));
  return names.every((name) => name !== null) ? { value, role: known, accounts: names } : null;
}

import { mappingOf, type RoleMapping } from "../../../domain/operator.ts";

/** The person whom the provider has named, with their role and accounts. */
export interface Person {
  /** The provider's own id of the person, which never changes. */
  readonly subject: string;
  /** For the audit log and the histories; no key's operator can have it, because of its colon. */
  readonly name: string;
  readonly mapping: RoleMapping;
}

export type Claims = Readonly<Record<string, unknown>> & { readonly sub: string };

/** The claims that name a person and their roles, and the roles here. */
export interface ClaimNames {
  readonly roleClaim: string;
  readonly nameClaim: string;
  readonly roles: readonly RoleMapping[];
}

/** The person of these claims; null for somebody without a role here. */
export function personOf(
  claims: Claims,
  { roleClaim, nameClaim, roles }: ClaimNames,
): Person | null {
  const mapping = mappingOf(roles, claimOf(claims, roleClaim));
  return mapping === null
    ? null
    : { subject: claims.sub, name: `oidc:${nameOf(claims, nameClaim)}`, mapping };
}

/** A claim by its name, or by its path, such as `realm_access.roles`. */
export function claimOf(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let found: unknown = claims;
  for (const part of name.split(".")) {
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, part))
      return undefined;
    found = (found as Readonly<Record<string, unknown>>)[part];
  }
  return found;
}

const nameMax = 120;

/** An address that the provider does not call verified may be anybody's, so that the subject stands for it. */
function nameOf(claims: Claims, nameClaim: string): string {
  const said = claimOf(claims, nameClaim);
  const isGood = typeof said === "string" && said !== "" && !isUnverified(claims, nameClaim);
  const name = isGood ? said : claims.sub;
  return name.replaceAll(/[^\p{L}\p{N}\p{P}\p{S}]/gu, "_").slice(0, nameMax);
}

function isUnverified(claims: Claims, nameClaim: string): boolean {
  // Some providers write it as text.
  return nameClaim === "email" && String(claims["email_verified"]) !== "true";
}

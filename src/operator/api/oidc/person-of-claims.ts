import type { ClaimedPerson } from "../../../store/doors/access.ts";
import type { PersonSettings } from "../session/person.ts";

export type Claims = Readonly<Record<string, unknown>> & { readonly sub: string };

/** The claims that name a person and their roles. */
export interface ClaimNames extends PersonSettings {
  readonly nameClaim: string;
}

/** The most values of a claim that a session keeps, and their length. */
const claimedMax = 1_000;
const claimedLength = 256;

type Names = Pick<ClaimNames, "issuer" | "roleClaim" | "nameClaim">;

/** Whether the claims say the person's roles and a name that is verified. */
export function saysAll(claims: Claims, { roleClaim, nameClaim }: Names): boolean {
  return claimOf(claims, roleClaim) !== undefined && verifiedName(claims, nameClaim) !== null;
}

/**
 * The person whom the provider has named, with what it claims; `now` is in milliseconds UTC. Of several sources the first
 * that says the roles counts, and the first that says a name that is verified there.
 */
export function personOf(
  sources: readonly [Claims, ...Claims[]],
  { issuer, roleClaim, nameClaim }: Names,
  now: number,
): ClaimedPerson {
  const [{ sub: subject }] = sources;
  const roles = sources.map((claims) => claimOf(claims, roleClaim));
  const names = sources.map((claims) => verifiedName(claims, nameClaim));
  const values = [roles.find((each) => each !== undefined)].flat();
  const claimed = values.filter(
    (value): value is string => typeof value === "string" && value.length <= claimedLength,
  );
  return {
    issuer,
    subject,
    name: `oidc:${visible(names.find((each) => each !== null) ?? subject)}`,
    roleClaim,
    claimed: claimed.slice(0, claimedMax),
    claimedAt: now,
  };
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

/** Null where nothing names the person. An address that the provider does not call verified may be anybody's. */
function verifiedName(claims: Claims, nameClaim: string): string | null {
  const said = claimOf(claims, nameClaim);
  const isGood = typeof said === "string" && said !== "" && !isUnverified(claims, nameClaim);
  return isGood ? said : null;
}

function visible(name: string): string {
  return name.replaceAll(/[^\p{L}\p{N}\p{P}\p{S}]/gu, "_").slice(0, nameMax);
}

function isUnverified(claims: Claims, nameClaim: string): boolean {
  // Some providers write it as text.
  return nameClaim === "email" && String(claims["email_verified"]) !== "true";
}

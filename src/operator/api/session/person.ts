import { mappingOf, scopesOf, type RoleMapping } from "../../../domain/operator.ts";
import type { ClaimedPerson, Operator } from "../../../store/doors/access.ts";
import type { Store } from "../../../store/store.ts";
import { identifyAccount } from "../../../usecases/operator/identify-account.ts";

/** What today's settings say of the people of an identity provider. */
export interface PersonSettings {
  readonly issuer: string;
  readonly roleClaim: string;
  readonly roles: readonly RoleMapping[];
  /** How long the provider is believed: a claim that is older is asked again. */
  readonly claimLifetimeSeconds: number;
}

/**
 * The person as an operator, with what today's settings give for the values that were claimed; null where they give
 * nothing: without a provider, with another one or another claim, without a role, or when the claim is too old. An
 * account that there is not yet is left out.
 */
export async function operatorOf(
  person: ClaimedPerson,
  settings: PersonSettings | null,
  store: Pick<Store, "accounts">,
  now: number,
): Promise<Operator | null> {
  if (settings === null) return null;
  const { subject, name, claimed, claimedAt } = person;
  if (person.issuer !== settings.issuer || person.roleClaim !== settings.roleClaim) return null;
  if (now >= claimedAt + settings.claimLifetimeSeconds * 1000) return null;
  const mapping = mappingOf(settings.roles, claimed);
  if (mapping === null) return null;
  const { role, scopes, accounts, interactions } = mapping;
  const found = await Promise.all((accounts ?? []).map((each) => identifyAccount(store, each)));
  return {
    id: `oidc:${subject}`,
    name,
    role,
    scopes: scopes ?? (role === null ? [] : scopesOf(role)),
    interactions: interactions ?? null,
    expiresAt: null,
    accounts: accounts === null ? null : found.flatMap((each) => ("id" in each ? [each] : [])),
    keyPrefix: "",
    createdAt: claimedAt,
    lastUsedAt: now,
    revokedAt: null,
  };
}

import { formatAccountName } from "../../../domain/account.ts";
import { formatInstant } from "../../../domain/instant.ts";
import type { Credential } from "../../../store/accounts/credentials.ts";
import type { IssuedCredential } from "../credentials.ts";
import { instantOrNull } from "./instant-or-null.ts";

/** A credential as scripts read it: dates and a short prefix, never a secret. */
export function credentialToJson(credential: Credential): object {
  return {
    client_id: credential.clientId,
    audience: credential.audience,
    account: formatAccountName(credential.account),
    created_at: formatInstant(credential.createdAt),
    revoked_at: instantOrNull(credential.revokedAt),
    secrets: credential.secrets.map((secret) => ({
      prefix: secret.prefix,
      created_at: formatInstant(secret.createdAt),
      last_used_at: instantOrNull(secret.lastUsedAt),
      expires_at: instantOrNull(secret.expiresAt),
    })),
  };
}

/** A credential with its secret, which is shown once. */
export function issuedCredentialToJson(issued: IssuedCredential): object {
  return {
    client_id: issued.clientId,
    client_secret: issued.clientSecret,
    audience: issued.audience,
    account: issued.account,
  };
}

import { formatAccountName } from "../../../domain/account.ts";
import { formatInstant, formatInstantOrNull } from "../../../domain/instant.ts";
import type { Credential } from "../../../store/accounts/credentials.ts";
import type { IssuedCredential } from "../../../usecases/operator/credentials.ts";
import type {
  Credential as CredentialSchema,
  IssuedCredential as IssuedSchema,
} from "./credential-schema.ts";
import type { Sent } from "../fields.ts";

/** A credential with dates and a short prefix, never a secret. */
export function credentialToJson(credential: Credential): Sent<typeof CredentialSchema> {
  return {
    client_id: credential.clientId,
    audience: credential.audience,
    label: credential.label,
    account: formatAccountName(credential.account),
    created_at: formatInstant(credential.createdAt),
    revoked_at: formatInstantOrNull(credential.revokedAt),
    secrets: credential.secrets.map((secret) => ({
      prefix: secret.prefix,
      created_at: formatInstant(secret.createdAt),
      last_used_at: formatInstantOrNull(secret.lastUsedAt),
      expires_at: formatInstantOrNull(secret.expiresAt),
    })),
  };
}

/** A new credential with its secret, which only this answer shows. */
export function issuedCredentialToJson(issued: IssuedCredential): Sent<typeof IssuedSchema> {
  return {
    client_id: issued.clientId,
    client_secret: issued.clientSecret,
    audience: issued.audience,
    account: issued.account,
  };
}

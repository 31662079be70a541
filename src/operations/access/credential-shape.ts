import { Type } from "typebox";
import { formatAccountName } from "../../domain/account.ts";
import { formatInstant, formatInstantOrNull } from "../../domain/instant.ts";
import type { Credential as Stored } from "../../store/doors/access.ts";
import { AccountText, textOrNull, time, timeOrNull, type Sent } from "../machinery/fields.ts";
import { formatTable } from "../machinery/table.ts";

export const Credential = Type.Object({
  client_id: Type.String(),
  audience: Type.String(),
  label: textOrNull("What operators call the client."),
  account: AccountText,
  created_at: time("When it was made."),
  revoked_at: timeOrNull("When it ended."),
  secrets: Type.Array(
    Type.Object({
      prefix: Type.String({ description: "What may be shown of the secret." }),
      created_at: time("When it was made."),
      last_used_at: timeOrNull("When a token was last issued for it, about."),
      expires_at: timeOrNull("When it ends."),
    }),
  ),
});
type Credential = Sent<typeof Credential>;

/** A credential with dates and a short prefix, never a secret. */
export function credentialToJson(credential: Stored): Credential {
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

/** `exact` are the credentials with their times as they are sent, which can be compared. */
export function tableOf(
  credentials: readonly Credential[],
  width: number,
  { exact }: { readonly exact: readonly Credential[] },
): string {
  const headings = ["client_id", "label", "secret", "made", "last use", "ends"];
  const rows = credentials.flatMap(({ client_id, label, secrets, revoked_at }, client) =>
    secrets.map(({ prefix, created_at, last_used_at, expires_at }, secret) => [
      client_id,
      label ?? "",
      `${prefix}…`,
      created_at,
      last_used_at ?? "never",
      endsWithClient(exact[client], secret) ? `revoked ${revoked_at}` : (expires_at ?? "open"),
    ]),
  );
  return formatTable(headings, rows, width);
}

/** Whether a secret ended with its client, and not before by itself. */
function endsWithClient(credential: Credential | undefined, secret: number): boolean {
  const revokedAt = credential?.revoked_at ?? null;
  const expiresAt = credential?.secrets[secret]?.expires_at ?? null;
  if (revokedAt === null) return false;
  return expiresAt === null || Date.parse(expiresAt) > Date.parse(revokedAt);
}

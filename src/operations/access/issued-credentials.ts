import { randomBytes, randomUUID } from "node:crypto";
import { Type } from "typebox";
import { formatAccountName } from "../../domain/account.ts";
import { formatSecret, hashSecret, secretPrefix } from "../../domain/secret.ts";
import type { AccountLimitReached } from "../../domain/account-limits.ts";
import type { Refused } from "../../domain/refusal.ts";
import type { Account, AuditContext, Credential, NewSecret } from "../../store/doors/access.ts";
import { AccountText, type Sent } from "../machinery/fields.ts";
import type { Parts, Reply } from "../machinery/operation.ts";
import { formatFacts } from "../machinery/table.ts";

/** The credentials with which a caller obtains tokens. The secret is shown only here. */
export const IssuedCredential = Type.Object({
  client_id: Type.String(),
  client_secret: Type.String({ description: "Shown here once and never again." }),
  audience: Type.String(),
  account: AccountText,
});

/** A client whose secret was just made. */
export type Issued = Pick<Credential, "clientId" | "audience" | "account"> & {
  readonly clientSecret: string;
};

export const printsSecret = {
  print: (issued: Sent<typeof IssuedCredential>) => formatFacts(Object.entries(issued)),
  say: () => ["Put the secret into a secret manager now: it is not shown again."],
};

export function issuedReply({ clientId, clientSecret, audience, account }: Issued): Reply {
  const ids = { client_id: clientId, client_secret: clientSecret };
  return { status: 201, body: { ...ids, audience, account: formatAccountName(account) } };
}

/** Makes a client of an account. An audience of null is `https://` and the first API host. */
export async function issueCredential(
  store: Pick<Parts["store"], "credentials">,
  audit: AuditContext,
  { id, name, apiHosts }: Pick<Account, "id" | "name" | "apiHosts">,
  wanted: { readonly audience: string | null; readonly label: string | null },
): Promise<Issued | Refused<AccountLimitReached>> {
  const audience = wanted.audience ?? `https://${apiHosts[0] ?? "localhost"}`;
  const clientId = `bsc_${randomBytes(15).toString("base64url")}`;
  const { clientSecret, stored } = newSecret();
  const client = { clientId, audience, label: wanted.label };
  const refused = await store.credentials.create(audit, id, client, stored);
  if (refused !== null) return refused;
  return { clientId, clientSecret, audience, account: name };
}

/** A new secret, and what the store keeps of it. */
export function newSecret(): { readonly clientSecret: string; readonly stored: NewSecret } {
  const clientSecret = formatSecret("clientSecret", randomBytes(32));
  const stored = {
    id: randomUUID(),
    hash: hashSecret(clientSecret),
    prefix: secretPrefix(clientSecret),
  };
  return { clientSecret, stored };
}

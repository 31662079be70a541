import type { AccountId } from "../../domain/account.ts";
import type { Engine } from "../engine.ts";
import { keepStatement } from "../statement.ts";

/** An issued token as it is stored: by its hash. Instants are milliseconds UTC. */
export interface StoredAccessToken {
  readonly hash: string;
  readonly clientId: string;
  readonly secretId: string;
  readonly issuedAt: number;
  readonly expiresAt: number;
}

/** The precision of a secret's last use. A finer one would cost a write for each token. */
const lastUsePrecisionMs = 60_000;

/** The token with this hash, also one that has expired; null where the account has none. */
export async function findAccessToken(
  { reads }: Engine,
  accountId: AccountId,
  hash: string,
): Promise<StoredAccessToken | null> {
  const [row = null] = await byHash(reads, { accountId, hash });
  return row;
}

const byHash = keepStatement((reads, values: { accountId: AccountId; hash: string }) =>
  reads
    .selectFrom("access_token")
    .select(["hash", "client_id as clientId", "secret_id as secretId"])
    .select(["issued_at as issuedAt", "expires_at as expiresAt"])
    .where("account_id", "=", values.accountId)
    .where("hash", "=", values.hash),
);

/** Saves a new token, and when its secret was used. */
export function saveAccessToken(
  engine: Engine,
  accountId: AccountId,
  token: StoredAccessToken,
): Promise<void> {
  return engine.write(async (transaction) => {
    await transaction
      .insertInto("access_token")
      .values({
        account_id: accountId,
        hash: token.hash,
        client_id: token.clientId,
        secret_id: token.secretId,
        issued_at: token.issuedAt,
        expires_at: token.expiresAt,
      })
      .execute();
    await transaction
      .updateTable("client_secret")
      .set({ last_used_at: token.issuedAt })
      .where("account_id", "=", accountId)
      .where("client_id", "=", token.clientId)
      .where("id", "=", token.secretId)
      .where((where) =>
        where.or([
          where("last_used_at", "is", null),
          where("last_used_at", "<", token.issuedAt - lastUsePrecisionMs),
        ]),
      )
      .execute();
  });
}

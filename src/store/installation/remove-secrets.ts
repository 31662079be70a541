import type { Engine } from "../engine.ts";
import type { Sweep } from "./sweep.ts";

interface SecretKey {
  readonly client_id: string;
  readonly id: string;
}

/**
 * Removes the secrets that have ended and to which no token refers; the secrets of a revoked client ended with
 * the client. Returns how many were removed.
 *
 * A database that is distributed by account has the secrets in one place and the tokens in another, so no
 * statement concerns both. No token is issued any more for a secret that has ended.
 */
export async function removeSecrets(engine: Engine, sweep: Sweep): Promise<number> {
  const ended = await readEnded(engine, sweep);
  const used = await readUsed(engine, sweep, ended);
  const unused = ended.filter(({ id }) => !used.has(id));
  if (unused.length === 0) return 0;
  const { numDeletedRows } = await engine.write((transaction) =>
    transaction
      .deleteFrom("client_secret")
      .where("account_id", "=", sweep.accountId)
      .where((where) => where.or(unused.map((secret) => where.and(secret))))
      .executeTakeFirst(),
  );
  return Number(numDeletedRows);
}

function readEnded(engine: Engine, { accountId, before, limit }: Sweep): Promise<SecretKey[]> {
  return engine.reads
    .selectFrom("client_secret")
    .innerJoin("credential", (join) =>
      join
        .onRef("credential.account_id", "=", "client_secret.account_id")
        .onRef("credential.client_id", "=", "client_secret.client_id"),
    )
    .select(["client_secret.client_id", "client_secret.id"])
    .where("client_secret.account_id", "=", accountId)
    .where((where) =>
      where.or([
        where("client_secret.expires_at", "<", before),
        where("credential.revoked_at", "<", before),
      ]),
    )
    .limit(limit)
    .execute();
}

/** The ids of those secrets to which tokens refer. */
async function readUsed(
  engine: Engine,
  { accountId }: Sweep,
  secrets: readonly SecretKey[],
): Promise<ReadonlySet<string>> {
  if (secrets.length === 0) return new Set();
  const rows = await engine.reads
    .selectFrom("access_token")
    .select("secret_id")
    .distinct()
    .where("account_id", "=", accountId)
    .where(
      "secret_id",
      "in",
      secrets.map(({ id }) => id),
    )
    .execute();
  return new Set(rows.map(({ secret_id: id }) => id));
}

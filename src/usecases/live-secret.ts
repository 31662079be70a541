import type { DirectorySecret } from "../store/accounts/directory.ts";
import type { KnownAccount } from "./directory.ts";

/** Finds a secret by its id; null unless it and its client are live. */
export function findLiveSecret(
  account: KnownAccount,
  clientId: string,
  secretId: string,
  now: number,
): DirectorySecret | null {
  const secret = account.clients.get(clientId)?.secrets.find((known) => known.id === secretId);
  return secret !== undefined && isLive(secret, now) ? secret : null;
}

export function isLive(secret: DirectorySecret, now: number): boolean {
  return secret.expiresAt === null || secret.expiresAt > now;
}

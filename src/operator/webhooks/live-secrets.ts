import type { KeyObject } from "node:crypto";
import { openSecret, signingKey } from "../../domain/webhooks/signature.ts";
import type { AccountStore } from "../../store/account-store.ts";

export interface LiveSecrets {
  readonly secrets: readonly string[];
  readonly keys: readonly KeyObject[];
}

/** A rotation is seen after so long at most. */
const keptMs = 1_000;

interface SecretsParts {
  readonly account: AccountStore;
  readonly key: Buffer;
  readonly now: () => number;
}

/** Reads a webhook's live secrets once a second at most; none where they cannot be read. */
export function keepSecrets(
  { account, key, now }: SecretsParts,
  webhookId: string,
): () => Promise<LiveSecrets> {
  let known: { readonly at: number; readonly live: Promise<LiveSecrets> } | null = null;
  const read = async (): Promise<LiveSecrets> => {
    try {
      const sealed = await account.webhooks.sealedSecrets(webhookId, Date.now());
      const secrets = sealed.flatMap((each) => openSecret(key, webhookId, each) ?? []);
      return { secrets, keys: secrets.map(signingKey) };
    } catch {
      known = null;
      return { secrets: [], keys: [] };
    }
  };
  return () => {
    if (known === null || now() - known.at > keptMs) known = { at: now(), live: read() };
    return known.live;
  };
}

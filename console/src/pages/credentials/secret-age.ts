import { t } from "../../language/t.ts";
import type { Credential } from "../../api/operations.ts";
import type { BadgeTone } from "../../kit/badge.tsx";
import { distance } from "../../kit/distance.ts";

type Secret = Credential["secrets"][number];

const dayMs = 86_400_000;
/** The age after which a secret should be rotated. */
const oldMs = 365 * dayMs;
const soonMs = 3 * dayMs;

export interface SecretState {
  readonly tone: BadgeTone;
  readonly words: string;
  readonly live: boolean;
}

/** The state of a secret in a word or two; red only where its end would lock a caller out. */
export function stateOf(
  { created_at, expires_at }: Secret,
  now: number,
  { revoked, inDanger }: { readonly revoked: boolean; readonly inDanger: boolean },
): SecretState {
  if (revoked) return { tone: "plain", words: t("revoked"), live: false };
  if (expires_at !== null) {
    const left = Date.parse(expires_at) - now;
    if (left <= 0) return { tone: "plain", words: t("ended"), live: false };
    return {
      tone: inDanger && left < soonMs ? "danger" : "amber",
      words: t("ends {distance}", { distance: distance(left) }),
      live: true,
    };
  }
  const isOld = now - Date.parse(created_at) > oldMs;
  return isOld
    ? { tone: "amber", words: t("live, over a year old"), live: true }
    : { tone: "good", words: t("live"), live: true };
}

/**
 * The ending secret that its caller used after the new one was made, so that the caller has not changed over
 * yet. Null where there is none.
 */
export function notChangedOver({ secrets, revoked_at }: Credential, now: number): Secret | null {
  if (revoked_at !== null) return null;
  const newest = Math.max(...secrets.map(({ created_at }) => Date.parse(created_at)));
  return (
    secrets.find(
      ({ expires_at, last_used_at }) =>
        expires_at !== null &&
        Date.parse(expires_at) > now &&
        last_used_at !== null &&
        Date.parse(last_used_at) > newest,
    ) ?? null
  );
}

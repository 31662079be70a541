import type { SignInCodes } from "../operator/api/state/sign-in-codes.ts";
import { reachableAddress } from "./reachable-address.ts";
import type { Store } from "../store/store.ts";

/**
 * A link into the console that works once. It makes the first operator, or, where `known` is true,
 * signs in as the longest-serving admin; null where neither applies. The code stands behind the `#`,
 * which no browser sends.
 */
export async function signInLink(
  parts: {
    readonly codes: SignInCodes;
    readonly store: Pick<Store, "operators">;
    /** The URL of the operator's listener. */
    readonly operator: string;
  },
  known: boolean,
  now: number,
): Promise<string | null> {
  const { codes, store } = parts;
  const keyHash = known ? await store.operators.keyHashOfAdmin() : null;
  if (keyHash === null && (await store.operators.areAny())) return null;
  const code = codes.offer(keyHash === null ? { kind: "first" } : { kind: "known", keyHash }, now);
  const link = new URL("/sign-in", reachableAddress(parts.operator));
  link.hash = `code=${code}`;
  return link.href;
}

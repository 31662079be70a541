import { useEffect, useState } from "react";
import { t } from "../../language/t.ts";
import type { Searches } from "../../shell/searches.ts";

/** The reason for which the service sent the browser back without a session. */
export const providerFailures: Readonly<
  Record<NonNullable<Searches["signIn"]["provider"]>, string>
> = {
  unavailable: t(
    "The identity provider does not answer. Try again in a moment, or sign in with a key.",
  ),
  refused: t("The identity provider did not sign you in, or its answer was not good. Try again."),
  "no-role": t(
    "The identity provider knows you, but you have no role here. Ask whoever runs the service for one.",
  ),
  expired: t("Signing in took too long, or was begun in another browser. Try again."),
};

/** The link to the identity provider, where the service has one. */
export function ProviderSignIn({ from }: { readonly from: string }) {
  const [provider, setProvider] = useState<string | null>(null);
  useEffect(() => {
    const stopper = new AbortController();
    fetch("/operator/v1/session/ways", { signal: stopper.signal })
      .then(async (answer) => (await answer.json()) as { readonly provider?: unknown })
      .then((ways) => setProvider(typeof ways.provider === "string" ? ways.provider : null))
      // Without a response the page shows the key's form.
      .catch(() => {});
    return () => stopper.abort();
  }, []);
  if (provider === null) return null;
  return (
    <a
      className="button"
      data-tone="primary"
      href={`/operator/v1/session/oidc?from=${encodeURIComponent(from)}`}
    >
      {t("Sign in with {provider}", { provider })}
    </a>
  );
}

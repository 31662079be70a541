import type { Proof, Proven } from "./proof.ts";

/**
 * Returns a sentence for each figure that must not be 0. A service that answers every cancel with 503 breaks
 * no promise about cancels, and a proof that could not start breaks none at all.
 */
export function shownNothing(shows: Proof["shows"], figures: Proven["figures"]): string[] {
  return shows
    .filter((name) => !(Number(figures[name]) > 0))
    .map(
      (name) => `it has shown nothing: ${name} ${figures[name] ?? figures["not run"] ?? "none"}`,
    );
}

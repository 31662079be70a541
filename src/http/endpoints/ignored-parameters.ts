const maxNames = 20;
const maxNameLength = 64;

/**
 * Names what a request carried and the service ignored, as `X-Ignored-Parameters` says it: a mistyped
 * `public_key=` would otherwise widen the result without a word. Null where there is nothing to tell,
 * and on production accounts (A17).
 */
export function ignoredNames(
  isProduction: boolean,
  given: Iterable<string>,
  known: ReadonlySet<string>,
): string | null {
  if (isProduction) return null;
  const ignored = [...new Set(given)]
    .filter((name) => name !== "" && !known.has(name))
    .slice(0, maxNames)
    .map((name) => encodeURIComponent(name.slice(0, maxNameLength).toWellFormed()));
  return ignored.length > 0 ? ignored.join(", ") : null;
}

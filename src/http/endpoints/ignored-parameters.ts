const maxNames = 20;
const maxNameLength = 64;

/**
 * The value of `X-Ignored-Parameters`: names that the request carried and the service does not know
 * (A17). Null where there are none.
 */
export function ignoredNames(given: Iterable<string>, known: ReadonlySet<string>): string | null {
  const ignored = [...given].filter((name) => name !== "" && !known.has(name));
  if (ignored.length === 0) return null;
  return [...new Set(ignored)]
    .slice(0, maxNames)
    .map((name) => encodeURIComponent(name.slice(0, maxNameLength).toWellFormed()))
    .join(", ");
}

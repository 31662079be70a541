/** Longer names are no near misses. */
const maxNameLength = 64;

/**
 * Finds the parameter of which a name is a near miss: with brackets, in another case, in singular or
 * plural, or with other separators (decision A17). Null for any other name, and for the exact one.
 */
export function nearMissOf(known: ReadonlySet<string>): (name: string) => string | null {
  const byStem = new Map([...known].map((name) => [stemOf(name), name]));
  return (name) =>
    known.has(name) || name.length > maxNameLength ? null : (byStem.get(stemOf(name)) ?? null);
}

/** A name without case, indexes, separators and a plural's ending: `slot_date_range[from]` and alike. */
function stemOf(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/\[\d*\]/g, "")
    .replaceAll(/[^a-z0-9]/g, "")
    .replace(/[es]+$/, "");
}

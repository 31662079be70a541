/** Longer names are no near misses. */
const maxNameLength = 64;

/**
 * Finds the parameter of which a name is a near miss: with brackets, in another case, in singular or
 * plural, with other separators, or one of the `tried` names for it (decision A17). Null for any other
 * name, and for the exact one.
 */
export function nearMissOf(
  known: ReadonlySet<string>,
  tried: Readonly<Record<string, string>>,
): (name: string) => string | null {
  const meant = [...Object.entries(tried), ...[...known].map((name) => [name, name] as const)];
  const byStem = new Map(meant.map(([name, parameter]) => [stemOf(name), parameter]));
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

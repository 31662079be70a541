type Environment = Readonly<Record<string, string | undefined>>;

/** A sandbox sets these itself: it must never open a database that outlives it. */
const fixed = { DATABASE_URL: "sqlite::memory:", PROCESSES: "1" } as const;

/** The defaults of a sandbox: limits so high that a test suite meets one only when it sets it. */
const byDefault = {
  RATE_LIMIT_REQUESTS_PER_MINUTE: "1000000",
  RATE_LIMIT_TOKENS_PER_MINUTE: "1000000",
  RATE_LIMIT_REFUSED_TOKENS_PER_MINUTE: "1000000",
  RATE_LIMIT_OPERATOR_FAILED_PER_MINUTE: "1000000",
} as const;

/**
 * The environment from which a sandbox reads its settings, and the names of the variables that were
 * set and have no effect. A variable may also be given as `NAME_FILE`; an empty one counts as unset.
 */
export function sandboxEnvironment(given: Environment): {
  readonly environment: Environment;
  readonly unused: readonly string[];
} {
  const isSet = (name: string) => (given[name] ?? "") !== "";
  const unused = Object.entries(fixed).flatMap(([name, value]) =>
    [name, `${name}_FILE`].filter((form) => isSet(form) && given[form] !== value),
  );
  const cleared = Object.fromEntries(Object.keys(fixed).map((name) => [`${name}_FILE`, undefined]));
  const added = Object.fromEntries(
    Object.entries(byDefault).filter(([name]) => !isSet(name) && !isSet(`${name}_FILE`)),
  );
  return { environment: { ...given, ...cleared, ...fixed, ...added }, unused };
}

type Environment = Readonly<Record<string, string | undefined>>;

/** What a sandbox decides by itself. It must never open a database that outlives it. */
const fixed = { DATABASE_URL: "sqlite::memory:", PROCESSES: "1" } as const;

/**
 * What holds where nothing else is said: so many requests that no test suite meets a limit that it
 * has not asked for.
 */
const byDefault = {
  RATE_LIMIT_REQUESTS_PER_MINUTE: "1000000",
  RATE_LIMIT_TOKENS_PER_MINUTE: "1000000",
  RATE_LIMIT_REFUSED_TOKENS_PER_MINUTE: "1000000",
} as const;

/**
 * The environment as a sandbox reads its settings from it, and the names of what was set and does
 * not count. A variable may also be given as `NAME_FILE`; an empty one counts as unset.
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

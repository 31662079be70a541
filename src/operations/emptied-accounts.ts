const accountsNamed = 5;

/** What `doctor` and `verify` say of accounts whose catalogue is gone. Nobody else knows whether an operator removed it. */
export function emptiedWarning(accounts: readonly string[]): string {
  const more =
    accounts.length > accountsNamed ? ` and ${accounts.length - accountsNamed} more` : "";
  return (
    `Warning: ${accounts.slice(0, accountsNamed).join(", ")}${more} had a catalogue and has none. ` +
    "A pg_dump under row level security leaves an account's rows out: docs/postgresql.md says how to make one with them."
  );
}

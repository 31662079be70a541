import { formatAccountName } from "../../src/domain/account.ts";
import { demoAccount } from "../../src/domain/demo-account.ts";
import { defaultDatabaseUrl } from "../../src/service/settings.ts";
import { withoutSecrets } from "../../src/service/variables.ts";
import type { CommandContext } from "../../src/cli/command-context.ts";
import type { Account } from "../../src/store/doors/access.ts";

/**
 * Where a demo that is served keeps its data when DATABASE_URL is not set: beside the database of `serve`, whose bookings
 * are somebody's own.
 */
export const demoDatabaseUrl = "sqlite:./data/demo.db";

/** Whether the operator says where the database is. */
export function isPlaced(context: Pick<CommandContext, "variables">): boolean {
  return context.variables().given("DATABASE_URL") !== null;
}

/** Which database the demo is in, and how commands find it there. */
export function placeText(databaseUrl: string): string {
  const shown = withoutSecrets(databaseUrl);
  if (databaseUrl === demoDatabaseUrl) {
    return (
      `The demo has a database of its own, ${shown}. \`booking serve\` keeps yours in ${defaultDatabaseUrl}.\n` +
      `For a command about the demo, set DATABASE_URL=${demoDatabaseUrl}.`
    );
  }
  return `The demo is in the database ${shown}.`;
}

/** Why a demo that is served has become a service without a demo, and how to get one. */
export function otherAccountsText(
  databaseUrl: string,
  others: readonly Pick<Account, "name">[],
): string {
  const [first] = others;
  const more = others.length > 1 ? ` and ${others.length - 1} more` : "";
  const named = first === undefined ? "" : `${formatAccountName(first.name)}${more}`;
  const remedy =
    databaseUrl === demoDatabaseUrl
      ? `set DATABASE_URL=sqlite:./data/another-demo.db`
      : `leave DATABASE_URL out, or name a database that has no account but ${formatAccountName(demoAccount)}`;
  return (
    `The database ${withoutSecrets(databaseUrl)} has accounts that are not the demo's (${named}): ` +
    `the service runs on it without the demo. For the demo, ${remedy}.`
  );
}

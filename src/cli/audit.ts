import { Command } from "commander";
import { formatAccountName, type AccountName } from "../domain/account.ts";
import { formatInstant } from "../domain/instant.ts";
import { auditEventToJson } from "../operator/api/records/audit-event-to-json.ts";
import type { AuditEvent, AuditFilter } from "../store/accounts/audit-log.ts";
import { identifyAccount } from "../usecases/operator/identify-account.ts";
import { readAccountName, readInstant, wholeFrom } from "../operations/arguments.ts";
import type { CommandContext } from "./command-context.ts";
import { orFail } from "./or-fail.ts";
import { formatTable } from "../operations/table.ts";

interface AuditFlags {
  readonly actor?: string;
  readonly action?: string;
  readonly requestId?: string;
  readonly from?: number;
  readonly to?: number;
  readonly limit: number;
}

export function auditCommand(context: CommandContext): Command {
  return new Command("audit")
    .description("Show what operators did, newest first.")
    .argument("[account]", "tenant/environment; without it the whole installation", readAccountName)
    .option("--actor <actor>", "who, for example operator: jo")
    .option("--action <action>", "what, for example credential rotated")
    .option("--request-id <id>", "by which request of the operator API")
    .option("--from <time>", "not before, RFC 3339", readInstant)
    .option("--to <time>", "not after", readInstant)
    .option("--limit <n>", "how many at the most", wholeFrom(1), 100)
    .addHelpText(
      "after",
      "\nChanges of bookings stand in the bookings' own histories: `booking show`.\n" +
        "\nExample:\n  booking audit acme/production --from 2030-05-01T00:00:00Z",
    )
    .action(async (name: AccountName | undefined, flags: AuditFlags) => {
      const { limit } = flags;
      const found = await context.withStore(async (store) => {
        const account = name === undefined ? null : orFail(await identifyAccount(store, name));
        return store.auditLog.find({
          ...(account !== null && { accountIds: [account.id] }),
          ...filterOf(flags),
          limit: limit + 1,
        });
      });
      const shown = found.slice(0, limit);
      context.print(
        shown.map(auditEventToJson),
        shown.length === 0 ? "No event matches." : formatEvents(shown, context.width),
      );
      if (found.length > limit) context.say(`There are more than ${limit}: raise --limit.`);
    });
}

function filterOf({ actor, action, requestId, from, to }: AuditFlags): Omit<AuditFilter, "limit"> {
  return {
    ...(actor !== undefined && { actor }),
    ...(action !== undefined && { action }),
    ...(requestId !== undefined && { requestId }),
    ...(from !== undefined && { from: Math.ceil(from) }),
    ...(to !== undefined && { to: Math.floor(to) }),
  };
}

function formatEvents(events: readonly AuditEvent[], width: number): string {
  return formatTable(
    ["when", "who", "what", "account", "of", "details"],
    events.map(({ at, actor, action, account, subject, details }) => [
      formatInstant(at),
      actor,
      action,
      account === null ? "" : formatAccountName(account),
      subject,
      details === null ? "" : JSON.stringify(details),
    ]),
    width,
  );
}

import { Command } from "commander";
import {
  endpoints,
  formatAccountName,
  type AccountName,
  type Endpoint,
} from "../domain/account.ts";
import type { Refused } from "../domain/refusal.ts";
import type { AuditContext } from "../store/accounts/audit.ts";
import type { Account } from "../store/accounts/account.ts";
import type { CountedAccount } from "../store/accounts/counted-account.ts";
import type { Store } from "../store/store.ts";
import { addApiHost, removeApiHost } from "../usecases/operator/change-api-hosts.ts";
import { createAccount } from "../usecases/operator/create-account.ts";
import { findAccount } from "../usecases/operator/find-account.ts";
import type { UseCaseRefusal } from "../usecases/operator/refusal-sentences.ts";
import { closeAccount } from "../usecases/operator/close-account.ts";
import { accountToJson, closingToJson } from "../operator/api/accounts/account-to-json.ts";
import { switchEndpoint } from "../usecases/operator/switch-endpoint.ts";
import { addAccountArgument } from "./account-argument.ts";
import { collect, readEndpoint, readHost, WrongUsage } from "../operations/arguments.ts";
import type { CommandContext } from "./command-context.ts";
import { orFail, runUseCase } from "./or-fail.ts";
import { formatFacts, formatTable } from "../operations/table.ts";

export function accountCommand(context: CommandContext): Command {
  return new Command("account")
    .description(
      "Accounts: one tenant in one environment, with its API hosts and enabled endpoints.",
    )
    .addCommand(createCommand(context))
    .addCommand(listCommand(context))
    .addCommand(showCommand(context))
    .addCommand(switchCommand(context, "enable"))
    .addCommand(switchCommand(context, "disable"))
    .addCommand(closeCommand(context))
    .addCommand(
      new Command("host")
        .description("API hosts of an account.")
        .addCommand(hostCommand(context, "add", "Give an account one more API host.", addApiHost))
        .addCommand(
          hostCommand(context, "remove", "Take an API host away from an account.", removeApiHost),
        ),
    );
}

function createCommand(context: CommandContext): Command {
  return addAccountArgument(new Command("create"))
    .description("Make an account; both booking endpoints are off until enabled.")
    .option(
      "--api-host <host>",
      "an API host of the account; may be repeated (at least one is required)",
      collect(readHost),
      [],
    )
    .option(
      "--enable <endpoint>",
      "an endpoint to enable; may be repeated",
      collect(readEndpoint),
      [],
    )
    .addHelpText(
      "after",
      "\nExample:\n  booking account create acme/production --api-host api.acme.example \\\n" +
        "    --enable interactions:fetchContactBookings --enable interactions:cancelInteractionBooking",
    )
    .action(async (name: AccountName, flags: { apiHost: string[]; enable: Endpoint[] }) => {
      const { apiHost: hosts, enable } = flags;
      if (hosts.length === 0) throw new WrongUsage("An account needs at least one --api-host.");
      await printAccount(context, (store, audit) =>
        createAccount(store, audit, name, hosts, enable),
      );
    });
}

function listCommand(context: CommandContext): Command {
  return new Command("list")
    .description("Show all accounts.")
    .addHelpText("after", "\nExample:\n  booking account list --json")
    .action(async () => {
      const accounts = await context.withStore(async (store) =>
        Promise.all((await store.accounts.list()).map(store.accounts.withCounts)),
      );
      context.print(accounts.map(accountToJson), formatAccounts(context, accounts));
    });
}

function showCommand(context: CommandContext): Command {
  return addAccountArgument(new Command("show"))
    .description("Show one account.")
    .addHelpText("after", "\nExample:\n  booking account show acme/production")
    .action(async (name: AccountName) => {
      await printAccount(context, (store) => findAccount(store, name));
    });
}

function switchCommand(context: CommandContext, verb: "enable" | "disable"): Command {
  const enabled = verb === "enable";
  return addAccountArgument(new Command(verb))
    .description(`${enabled ? "Enable" : "Disable"} an endpoint for an account.`)
    .argument("<endpoint>", "for example interactions:fetchContactBookings", readEndpoint)
    .addHelpText("after", `\nExample:\n  booking account ${verb} acme/production ${endpoints[0]}`)
    .action(async (name: AccountName, endpoint: Endpoint) => {
      await printAccount(context, (store, audit) =>
        switchEndpoint(store, audit, name, endpoint, enabled),
      );
    });
}

function hostCommand(
  context: CommandContext,
  verb: string,
  description: string,
  change: typeof addApiHost,
): Command {
  return addAccountArgument(new Command(verb))
    .description(description)
    .argument("<host>", "without scheme and path", readHost)
    .addHelpText(
      "after",
      `\nExample:\n  booking account host ${verb} acme/production api.acme.example`,
    )
    .action(async (name: AccountName, host: string) => {
      const account = await printAccount(context, (store, audit) =>
        change(store, audit, name, host),
      );
      if (account.apiHosts.length > 0) return;
      context.say(`${formatAccountName(name)} has no API host now: no request reaches it.`);
    });
}

function closeCommand(context: CommandContext): Command {
  return addAccountArgument(new Command("close"))
    .description("Remove an account's API hosts, endpoints and clients; its data stays.")
    .option("--dry-run", "say what would be taken away, and change nothing", false)
    .addHelpText(
      "after",
      "\nTokens are dead at once. `account host add`, `account enable` and `credential create` open it\n" +
        "again; secrets do not come back.\n" +
        "\nExample:\n  booking account close acme/uat --dry-run",
    )
    .action(async (name: AccountName, { dryRun }: { dryRun: boolean }) => {
      const closing = await runUseCase(context, (store, audit) =>
        closeAccount(store, audit, name, dryRun),
      );
      const facts = closingToJson(name, closing, dryRun);
      const { api_hosts: hosts, disabled_endpoints: ended, revoked_clients: clients } = facts;
      context.print(
        facts,
        formatFacts([
          ["account", facts.account],
          ["API hosts", hosts.join(", ") || "none"],
          ["endpoints", ended.join(", ") || "none"],
          ["clients", clients.join(", ") || "none"],
        ]),
      );
      context.say(dryRun ? "These would be taken away." : "The account is closed: these are gone.");
    });
}

/** Prints the account that the use case returns, with what it holds. */
async function printAccount(
  context: CommandContext,
  useCase: (store: Store, audit: AuditContext) => Promise<Account | Refused<UseCaseRefusal>>,
): Promise<Account> {
  const account = await context.withStore(async (store) =>
    store.accounts.withCounts(orFail(await useCase(store, context.audit()))),
  );
  context.print(accountToJson(account), formatAccounts(context, [account]));
  return account;
}

function formatAccounts({ width }: CommandContext, accounts: readonly CountedAccount[]): string {
  return formatTable(
    ["account", "API hosts", "enabled endpoints", "bookings"],
    accounts.map(({ name, apiHosts, enabledEndpoints, counts }) => [
      formatAccountName(name),
      apiHosts.join(", "),
      enabledEndpoints.join(", ") || "none",
      String(counts.booking),
    ]),
    width,
  );
}

import { Command } from "commander";
import { endpoints, formatAccountName } from "../domain/account.ts";
import type { Account } from "../store/accounts/account.ts";
import type { CountedAccount } from "../store/accounts/counted-account.ts";
import type { Store } from "../store/store.ts";
import { addApiHost, removeApiHost } from "../usecases/operator/change-api-hosts.ts";
import { createAccount } from "../usecases/operator/create-account.ts";
import { findAccount } from "../usecases/operator/find-account.ts";
import { accountToJson } from "../operator/api/accounts/account-to-json.ts";
import { switchEndpoint } from "../usecases/operator/switch-endpoint.ts";
import { collect, readAccountName, readEndpoint, readHost } from "./arguments.ts";
import { WrongUsage, type CommandContext } from "./command-context.ts";
import { orFail } from "./or-fail.ts";
import { formatTable } from "./table.ts";

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
    .addCommand(hostCommand(context));
}

function createCommand(context: CommandContext): Command {
  return new Command("create")
    .description("Make an account; both booking endpoints are off until enabled.")
    .argument("<account>", "tenant/environment, for example acme/production")
    .option("--api-host <host>", "an API host of the account; may be repeated", collect, [])
    .option("--enable <endpoint>", "an endpoint to enable; may be repeated", collect, [])
    .addHelpText(
      "after",
      "\nExample:\n  booking account create acme/production --api-host api.acme.example \\\n" +
        "    --enable interactions:fetchContactBookings --enable interactions:cancelInteractionBooking",
    )
    .action(async (text: string, flags: { apiHost: string[]; enable: string[] }) => {
      const name = readAccountName(text);
      const hosts = flags.apiHost.map(readHost);
      const enabled = flags.enable.map(readEndpoint);
      if (hosts.length === 0) throw new WrongUsage("An account needs at least one --api-host.");
      await printResult(context, async (store) =>
        orFail(await createAccount(store, context.audit(), name, hosts, enabled)),
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
      context.print(
        accounts.map(accountToJson),
        formatTable(headings, accounts.map(toRow), context.width),
      );
    });
}

function showCommand(context: CommandContext): Command {
  return new Command("show")
    .description("Show one account.")
    .argument("<account>")
    .addHelpText("after", "\nExample:\n  booking account show acme/production")
    .action(async (text: string) => {
      const name = readAccountName(text);
      await printResult(context, async (store) => orFail(await findAccount(store, name)));
    });
}

function switchCommand(context: CommandContext, verb: "enable" | "disable"): Command {
  const enabled = verb === "enable";
  return new Command(verb)
    .description(`${enabled ? "Enable" : "Disable"} an endpoint for an account.`)
    .argument("<account>")
    .argument("<endpoint>", "for example interactions:fetchContactBookings")
    .addHelpText("after", `\nExample:\n  booking account ${verb} acme/production ${endpoints[0]}`)
    .action(async (text: string, endpointText: string) => {
      const name = readAccountName(text);
      const endpoint = readEndpoint(endpointText);
      await printResult(context, async (store) =>
        orFail(await switchEndpoint(store, context.audit(), name, endpoint, enabled)),
      );
    });
}

function hostCommand(context: CommandContext): Command {
  const command = new Command("host").description("API hosts of an account.");
  for (const [verb, change] of [
    ["add", addApiHost],
    ["remove", removeApiHost],
  ] as const) {
    command
      .command(verb)
      .description(
        verb === "add"
          ? "Give an account one more API host."
          : "Take an API host away from an account.",
      )
      .argument("<account>")
      .argument("<host>")
      .addHelpText(
        "after",
        `\nExample:\n  booking account host ${verb} acme/production api.acme.example`,
      )
      .action(async (text: string, hostText: string) => {
        const name = readAccountName(text);
        const host = readHost(hostText);
        await printResult(context, async (store) => {
          const account = orFail(await change(store, context.audit(), name, host));
          if (account.apiHosts.length === 0) {
            context.say(`${text} has no API host now: no request reaches it.`);
          }
          return account;
        });
      });
  }
  return command;
}

const headings = ["account", "API hosts", "enabled endpoints", "bookings"];

/** Prints the account that the work returns, with what it holds. */
async function printResult(
  context: CommandContext,
  work: (store: Store) => Promise<Account>,
): Promise<void> {
  const account = await context.withStore(async (store) =>
    store.accounts.withCounts(await work(store)),
  );
  context.print(accountToJson(account), formatTable(headings, [toRow(account)], context.width));
}

function toRow(account: CountedAccount): string[] {
  return [
    formatAccountName(account.name),
    account.apiHosts.join(", "),
    account.enabledEndpoints.join(", ") || "none",
    String(account.counts.booking),
  ];
}

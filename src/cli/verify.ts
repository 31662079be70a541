import { Command } from "commander";
import { formatInstant } from "../domain/instant.ts";
import {
  verifyAccount,
  type AccountBreach,
  type Verification,
} from "../usecases/operator/verify-account.ts";
import { readAccountName } from "./arguments.ts";
import { verificationToJson } from "../usecases/operator/shapes/verification-to-json.ts";
import { CommandFailed, type CommandContext } from "./command-context.ts";
import { orFail } from "./messages.ts";
import { formatTable } from "./table.ts";

export function verifyCommand(context: CommandContext): Command {
  return new Command("verify")
    .description("Hold the data against its laws: seats, histories, waitlists; tells each breach.")
    .argument("[account]", "tenant/environment; without it all accounts")
    .addHelpText(
      "after",
      "\nChanges nothing. Exit status 1 when a law does not hold anywhere.\n" +
        "\nExample:\n  booking verify acme/production",
    )
    .action(async (text: string | undefined) => {
      const name = text === undefined ? null : readAccountName(text);
      const found = await context.withStore(async (store) =>
        orFail(await verifyAccount(store, name)),
      );
      const report = verificationToJson(found);
      if (found.breaches.length === 0) {
        context.print(report, `${formatChecked(found)}\n\nAll ${found.laws.length} laws hold.`);
        return;
      }
      // With --json the failure prints the report.
      if (!context.json) context.print(report, formatFound(found));
      throw new CommandFailed(summarise(found), report);
    });
}

function formatFound(found: Verification): string {
  const text = [formatChecked(found), ...found.breaches.map(formatBreach)].join("\n\n");
  // Catalogue ids may hold anything, a terminal must not be told it.
  return text.replaceAll(/(?!\n)\p{Cc}/gu, "\uFFFD");
}

function formatChecked({ checked, breaches }: Verification): string {
  const rows = checked.map(({ account, slots, bookings, tickets, events }) => {
    const broken = breaches.filter((breach) => breach.account === account).length;
    return [account, ...[slots, bookings, tickets, events, broken].map(String)];
  });
  return formatTable(["account", "slots", "bookings", "tickets", "events", "breaches"], rows);
}

function formatBreach({ law, account, booking, slot, message }: AccountBreach): string {
  const place = [
    account,
    ...(booking === null ? [] : ["booking", booking]),
    ...(slot === null
      ? []
      : ["slot", slot.interaction, slot.activity, slot.host, formatInstant(slot.startingAt)]),
  ];
  return `${law}: ${place.filter((part) => part !== null).join(" ")}\n  ${message}`;
}

function summarise({ breaches, cut }: Verification): string {
  const broken = new Set(breaches.map(({ law }) => law)).size;
  const count = `${breaches.length}${cut.length > 0 ? " and more" : ""}`;
  return (
    `${count} ${breaches.length === 1 ? "breach" : "breaches"} of ` +
    `${broken} ${broken === 1 ? "law" : "laws"}.`
  );
}

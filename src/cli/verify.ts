import { Command } from "commander";
import type { AccountName } from "../domain/account.ts";
import { counted } from "../domain/wording.ts";
import { formatInstant } from "../domain/instant.ts";
import type { AccountViolation, Verification } from "../usecases/operator/verify-account.ts";
import { verifyDatabase, type DatabaseVerification } from "../usecases/operator/verify-database.ts";
import { readAccountName } from "../operations/arguments.ts";
import { verificationToJson } from "../operator/api/data/verification-to-json.ts";
import { CommandFailed, type CommandContext } from "./command-context.ts";
import { runUseCase } from "./or-fail.ts";
import { formatTable } from "../operations/table.ts";

export function verifyCommand(context: CommandContext): Command {
  return new Command("verify")
    .description(
      "Check the data against its laws (seats, histories, waitlists); each breach is printed.",
    )
    .argument("[account]", "tenant/environment; without it all accounts", readAccountName, null)
    .addHelpText(
      "after",
      "\nWithout an account the database's own check is run too: SQLite's, or PostgreSQL's amcheck where\n" +
        "it is installed. Changes nothing. Exit status 1 when a law does not hold anywhere.\n" +
        "\nExample:\n  booking verify acme/production",
    )
    .action(async (name: AccountName | null) => {
      const found = await runUseCase(context, (store) => verifyDatabase(store, name));
      const report = verificationToJson(found);
      if (found.violations.length === 0) {
        context.print(
          report,
          `${formatChecked(found)}\n\nAll ${found.invariants.length} laws hold.${formatNotChecked(found)}`,
        );
        return;
      }
      // With --json the failure prints the report.
      if (!context.json) context.print(report, formatFound(found));
      throw new CommandFailed(summarise(found), report);
    });
}

function formatNotChecked({ engineNotChecked }: DatabaseVerification): string {
  if (engineNotChecked === null) return "";
  return `\nPostgreSQL's own check was not run: ${engineNotChecked}.`;
}

function formatFound(found: DatabaseVerification): string {
  const parts = [formatChecked(found), ...found.violations.map(formatViolation)];
  const text = parts.join("\n\n") + formatNotChecked(found);
  // Catalogue ids may hold control characters, which a terminal would obey.
  return text.replaceAll(/(?!\n)\p{Cc}/gu, "\uFFFD");
}

function formatChecked({ checked, violations }: Verification): string {
  const rows = checked.map(({ account, slots, bookings, tickets, events }) => {
    const broken = violations.filter((violation) => violation.account === account).length;
    return [account, ...[slots, bookings, tickets, events, broken].map(String)];
  });
  return formatTable(["account", "slots", "bookings", "tickets", "events", "breaches"], rows);
}

function formatViolation({ invariant, account, booking, slot, message }: AccountViolation): string {
  const place = [
    account,
    ...(booking === null ? [] : ["booking", booking]),
    ...(slot === null
      ? []
      : ["slot", slot.interaction, slot.activity, slot.host, formatInstant(slot.startingAt)]),
  ];
  return `${invariant}: ${place.filter((part) => part !== null).join(" ")}\n  ${message}`;
}

function summarise({ violations, cut }: Verification): string {
  const broken = new Set(violations.map(({ invariant }) => invariant)).size;
  const count =
    cut.length > 0
      ? `${violations.length} and more breaches`
      : counted(violations.length, "breach", "breaches");
  return `${count} of ${counted(broken, "law")}.`;
}

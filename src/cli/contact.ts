import { Command } from "commander";
import type { AccountName } from "../domain/account.ts";
import { counted } from "../domain/counted.ts";
import { eraseContact } from "../usecases/operator/erase-contact.ts";
import { exportContact } from "../usecases/operator/export-contact.ts";
import { identifyContact } from "../usecases/operator/identify-contact.ts";
import { addAccountArgument } from "./account-argument.ts";
import { oneOf } from "../operations/arguments.ts";
import type { CommandContext } from "./command-context.ts";
import { orFail, runUseCase } from "./or-fail.ts";

export function contactCommand(context: CommandContext): Command {
  return new Command("contact")
    .description("Contacts: export or erase one person's data.")
    .addCommand(exportCommand(context))
    .addCommand(eraseCommand(context));
}

interface ContactFlag {
  readonly externalId: string;
}

function contactCommandOf(verb: string): Command {
  return addAccountArgument(new Command(verb)).requiredOption(
    "--external-id <id>",
    "the caller's identifier of the contact",
  );
}

function exportCommand(context: CommandContext): Command {
  return contactCommandOf("export")
    .description("Print a contact's bookings as lines of a data file.")
    .addHelpText(
      "after",
      "\nHistories are no part of a data file: `booking find --external-id` with --json shows them.\n" +
        "\nExample:\n  booking contact export acme/production --external-id CUST-1 > cust-1.ndjson",
    )
    .action(async (name: AccountName, { externalId }: ContactFlag) => {
      const lines = await runUseCase(context, (store) => exportContact(store, name, externalId));
      const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
      context.standardOutput.write(text);
      context.say(`Exported ${counted(lines.length, "line")}.`);
    });
}

interface EraseFlags extends ContactFlag {
  readonly upcoming: "cancel" | "keep" | null;
  readonly dryRun: boolean;
}

function eraseCommand(context: CommandContext): Command {
  return contactCommandOf("erase")
    .description("Erase a contact's identity: its external id and the attendees' names.")
    .option(
      "--upcoming <what>",
      "what becomes of live bookings to come: cancel or keep; required where there are any",
      oneOf("choice for bookings to come", ["cancel", "keep"]),
      null,
    )
    .option("--dry-run", "say what would be erased, and change nothing", false)
    .addHelpText(
      "after",
      "\nThe bookings stay, under an id that nobody knows, so that seats and histories add up.\n" +
        "Backups, exports and other systems are not reached. It cannot be taken back.\n" +
        "\nExample:\n  booking contact erase acme/production --external-id CUST-1 --upcoming cancel --dry-run",
    )
    .action(async (name: AccountName, { externalId, upcoming, dryRun }: EraseFlags) => {
      const { bookings, cancelled } = await runUseCase(context, async (store, audit) => {
        const contact = orFail(await identifyContact(store, name, externalId));
        return eraseContact(store, audit, name, { contactId: contact.id, upcoming, dryRun });
      });
      context.print(
        { bookings, cancelled, dry_run: dryRun },
        dryRun
          ? `Would erase the contact of ${counted(bookings, "booking")}, and cancel ${cancelled}.`
          : `Erased the contact of ${counted(bookings, "booking")}, and cancelled ${cancelled}.`,
      );
    });
}

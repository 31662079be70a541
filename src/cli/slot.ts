import { Command } from "commander";
import type { AccountName } from "../domain/account.ts";
import { counted } from "../domain/counted.ts";
import { formatInstant } from "../domain/instant.ts";
import { changeSlotCapacity, addSlots } from "../usecases/operator/change-slots.ts";
import { removeFromCatalogue } from "../usecases/operator/edit-catalogue.ts";
import { closeSlot } from "../usecases/operator/close-slot.ts";
import { findSlot } from "../usecases/operator/find-slot.ts";
import { identifyAccount } from "../usecases/operator/identify-account.ts";
import { importSlots } from "../usecases/operator/import-slots.ts";
import { addAccountArgument } from "./account-argument.ts";
import { wholeFrom } from "../operations/arguments.ts";
import type { CommandContext } from "./command-context.ts";
import { badFile, formatResult } from "./import-output.ts";
import { readText } from "./read-text.ts";
import { orFail, runUseCase } from "./or-fail.ts";
import {
  addPlaceOptions,
  addSearchOptions,
  placeOf,
  readSlotStart,
  searchOf,
  type PlaceFlags,
  type SearchFlags,
} from "./place-options.ts";
import { addedToJson, slotToJson } from "../operator/api/slots/slot-to-json.ts";
import { addedText, formatSlots } from "./slot-output.ts";
import { slotPatternCommand } from "./slot-pattern.ts";
import { slotViewCommands } from "./slot-views.ts";

export function slotCommand(context: CommandContext): Command {
  const command = new Command("slot")
    .description("Slots: when something can be booked, and how many seats there are.")
    .addCommand(listCommand(context))
    .addCommand(addCommand(context))
    .addCommand(capacityCommand(context))
    .addCommand(closeCommand(context))
    .addCommand(removeCommand(context))
    .addCommand(slotPatternCommand(context))
    .addCommand(csvCommand(context));
  for (const view of slotViewCommands(context)) command.addCommand(view);
  return command;
}

function listCommand(context: CommandContext): Command {
  return addSearchOptions(addAccountArgument(new Command("list")))
    .description("Show slots with their seats and waitlists, in the campaign's time.")
    .option("--free-while-waiting", "only slots with free seats beside a waitlist", false)
    .addHelpText(
      "after",
      "\nExample:\n  booking slot list acme/production --interaction pk_summer --from 2030-05-01T00:00:00Z",
    )
    .action(async (name: AccountName, flags: SearchFlags & { freeWhileWaiting: boolean }) => {
      const { limit, freeWhileWaiting, interaction = null } = flags;
      const found = await context.withStore(async (store) => {
        const { id } = orFail(await identifyAccount(store, name));
        const door = store.account(id);
        const slots = await door.findSlots({
          ...searchOf(flags),
          freeWhileWaiting,
          limit: limit + 1,
        });
        const isUnknown =
          slots.length === 0 &&
          interaction !== null &&
          (await door.findInteraction({ publicKey: interaction })) === null;
        if (isUnknown) context.say(unknownCampaign(interaction));
        return slots;
      });
      const shown = found.slice(0, limit);
      context.print(
        shown.map((slot) => slotToJson(slot)),
        shown.length === 0 ? "No slot matches." : formatSlots(shown, context.width),
      );
      if (found.length > limit) context.say(`There are more than ${limit}: raise --limit.`);
    });
}

function unknownCampaign(publicKey: string): string {
  return (
    `The account has no campaign with the public key ${publicKey}: ` +
    "`booking catalogue list ACCOUNT interaction` shows those there are."
  );
}

/** A command about the slots of an activity, or of one of its hosts. */
function placeCommand(verb: string): Command {
  return addPlaceOptions(addAccountArgument(new Command(verb)));
}

function addCommand(context: CommandContext): Command {
  return placeCommand("add")
    .description("Add one slot; one that exists stays as it is.")
    .requiredOption("--at <time>", "its start, RFC 3339", readSlotStart)
    .requiredOption("--capacity <n>", "how many seats", wholeFrom(0))
    .addHelpText(
      "after",
      "\nExample:\n  booking slot add acme/production --interaction pk_summer --activity tasting \\\n" +
        "    --at 2030-05-01T08:00:00Z --capacity 8",
    )
    .action(async (name: AccountName, flags: PlaceFlags & { at: number; capacity: number }) => {
      const { startingAt, ...place } = placeOf(flags, flags.at);
      const slots = { place, startingAt: [startingAt], capacity: flags.capacity };
      const added = await runUseCase(context, (store, audit) =>
        addSlots(store, audit, name, slots),
      );
      context.print(addedToJson(added), addedText(added, false));
    });
}

interface CapacityFlags extends PlaceFlags {
  readonly slot: number;
  readonly capacity: number;
  readonly overbook: boolean;
}

function capacityCommand(context: CommandContext): Command {
  return placeCommand("capacity")
    .description("Change how many seats a slot has; added ones may go to its waitlist.")
    .requiredOption("--slot <time>", "start of the slot, RFC 3339", readSlotStart)
    .requiredOption("--capacity <n>", "how many seats there are then", wholeFrom(0))
    .option("--overbook", "also fewer than are taken; that is recorded", false)
    .addHelpText(
      "after",
      "\nExample:\n  booking slot capacity acme/production --interaction pk_summer --activity tasting \\\n" +
        "    --slot 2030-05-01T08:00:00Z --capacity 12",
    )
    .action(async (name: AccountName, flags: CapacityFlags) => {
      const { capacity, overbook } = flags;
      const place = placeOf(flags, flags.slot);
      const [change, slot] = await context.withStore(async (store) => {
        const { id } = orFail(await identifyAccount(store, name));
        const order = { place, capacity, overbook };
        const changed = orFail(await changeSlotCapacity(store, context.audit(), name, order));
        return [changed, orFail(await findSlot(store.account(id), place))] as const;
      });
      context.print(
        { ...slotToJson(slot), capacity_before: change.before.capacity, promoted: change.promoted },
        formatSlots([slot], context.width),
      );
      if (change.promoted > 0) context.say(`${change.promoted} moved up from the waitlist.`);
    });
}

interface CloseFlags extends PlaceFlags {
  readonly slot: number;
  readonly reason: string | null;
  readonly dryRun: boolean;
  readonly evenIfCheckedIn: boolean;
}

function closeCommand(context: CommandContext): Command {
  return placeCommand("close")
    .description("Cancel all bookings of a slot and set its capacity to 0.")
    .requiredOption("--slot <time>", "start of the slot, RFC 3339", readSlotStart)
    .option("--reason <text>", "why, for the history of each booking", (text) => text, null)
    .option("--dry-run", "say what would be cancelled, and change nothing", false)
    .option("--even-if-checked-in", "cancel bookings with checked-in attendees as well", false)
    .addHelpText(
      "after",
      "\nExample:\n  booking slot close acme/production --interaction pk_summer --activity tasting \\\n" +
        '    --slot 2030-05-01T08:00:00Z --reason "The hall is flooded" --dry-run',
    )
    .action(async (name: AccountName, flags: CloseFlags) => {
      const { reason, dryRun, evenIfCheckedIn } = flags;
      const order = { place: placeOf(flags, flags.slot), reason, dryRun, evenIfCheckedIn };
      const { slot, cancelled } = await runUseCase(context, (store, audit) =>
        closeSlot(store, audit, name, order),
      );
      context.print({ slot: slotToJson(slot), cancelled, dry_run: dryRun }, cancelled.join("\n"));
      const count = counted(cancelled.length, "booking");
      context.say(
        dryRun ? `${count} would be cancelled.` : `The slot is closed: ${count} cancelled.`,
      );
    });
}

function removeCommand(context: CommandContext): Command {
  return placeCommand("remove")
    .description("Take a slot out that nobody ever booked.")
    .requiredOption("--slot <time>", "start of the slot, RFC 3339", readSlotStart)
    .addHelpText(
      "after",
      "\nExample:\n  booking slot remove acme/production --interaction pk_summer --activity tasting \\\n" +
        "    --slot 2030-05-01T08:00:00Z",
    )
    .action(async (name: AccountName, flags: PlaceFlags & { slot: number }) => {
      const { interaction, activity, host = null } = flags;
      const starting_at = formatInstant(flags.slot);
      const line = { kind: "slot", interaction, activity, host, starting_at };
      const answer = await runUseCase(context, (store, audit) =>
        removeFromCatalogue(store, audit, name, line),
      );
      context.print(answer, "Removed.");
    });
}

interface CsvFlags extends Partial<PlaceFlags> {
  readonly capacity?: number;
  readonly dryRun: boolean;
  readonly allowOverbooked: boolean;
}

function csvCommand(context: CommandContext): Command {
  return addAccountArgument(new Command("csv"))
    .description("Add slots from a spreadsheet, or change their capacities: all rows or none.")
    .argument("<file>", "CSV; - is standard input")
    .option("--interaction <public_key>", "for rows that name no campaign")
    .option("--activity <id>", "for rows that name none")
    .option("--host <id>", "for rows that name none")
    .option("--capacity <n>", "for rows that say none", wholeFrom(0))
    .option("--dry-run", "check everything and change nothing", false)
    .option(
      "--allow-overbooked",
      "capacities may be lowered below what is taken; that is recorded",
      false,
    )
    .addHelpText(
      "after",
      "\nThe first row names the columns, in any order: interaction, activity, host, starting_at,\n" +
        "capacity. starting_at is RFC 3339, or 2031-05-01 09:30 in the campaign's time zone.\n" +
        "\nExample:\n  booking slot csv acme/production slots.csv --interaction pk_summer --dry-run",
    )
    .action(async (name: AccountName, path: string, flags: CsvFlags) => {
      const { dryRun, allowOverbooked, ...defaults } = flags;
      const text = await readText(context, path);
      const answer = await runUseCase(context, (store, audit) =>
        importSlots(store, audit, name, { text, defaults, dryRun, allowOverbooked }),
      );
      if ("errors" in answer) throw badFile(answer);
      context.print(answer, formatResult(answer, dryRun));
    });
}

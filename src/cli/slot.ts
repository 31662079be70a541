import { Command } from "commander";
import { formatInstant } from "../domain/instant.ts";
import { changeSlotCapacity, addSlots } from "../usecases/operator/change-slots.ts";
import { removeFromCatalogue } from "../usecases/operator/edit-catalogue.ts";
import { identifyAccount } from "../usecases/operator/identify-account.ts";
import { importSlots } from "../usecases/operator/import-slots.ts";
import { readAccountName, readInstant, readWhole } from "./arguments.ts";
import { readPlace } from "./book.ts";
import { CommandFailed, type CommandContext } from "./command-context.ts";
import { badFile, formatCounts } from "./import-output.ts";
import { openSource } from "./input-file.ts";
import { orFail } from "./or-fail.ts";
import { addedToJson, slotToJson } from "../operator/api/slots/slot-to-json.ts";
import { addedText, formatSlots } from "./slot-output.ts";
import { slotPatternCommand } from "./slot-pattern.ts";

/** Times at which something can be booked, and how many seats there are. */
export function slotCommand(context: CommandContext): Command {
  return new Command("slot")
    .description("Slots: when something can be booked, and how many seats there are.")
    .addCommand(listCommand(context))
    .addCommand(addCommand(context))
    .addCommand(capacityCommand(context))
    .addCommand(removeCommand(context))
    .addCommand(slotPatternCommand(context))
    .addCommand(csvCommand(context));
}

interface ListFlags {
  readonly interaction?: string;
  readonly activity?: string;
  readonly host?: string;
  readonly from?: string;
  readonly to?: string;
  readonly limit: string;
}

function listCommand(context: CommandContext): Command {
  return new Command("list")
    .description("Show slots with their seats and waitlists, in the campaign's time.")
    .argument("<account>", "tenant/environment")
    .option("--interaction <public_key>", "only of this campaign")
    .option("--activity <id>")
    .option("--host <id>")
    .option("--from <time>", "earliest start, RFC 3339")
    .option("--to <time>", "latest start")
    .option("--limit <n>", "how many at the most", "1000")
    .addHelpText(
      "after",
      "\nExample:\n  booking slot list acme/production --interaction pk_summer --from 2030-05-01T00:00:00Z",
    )
    .action(async (text: string, flags: ListFlags) => {
      const name = readAccountName(text);
      const limit = readWhole(flags.limit, 1);
      const { interaction, activity, host, from, to } = flags;
      const filter = {
        ...(interaction !== undefined && { publicKey: interaction }),
        ...(activity !== undefined && { activityId: activity }),
        ...(host !== undefined && { hostId: host }),
        ...(from !== undefined && { from: Math.ceil(readInstant(from)) }),
        ...(to !== undefined && { to: Math.floor(readInstant(to)) }),
        limit: limit + 1,
      };
      const found = await context.withStore(async (store) => {
        const { id } = orFail(await identifyAccount(store, name));
        return store.account(id).findSlots(filter);
      });
      const shown = found.slice(0, limit);
      context.print(
        shown.map((slot) => slotToJson(slot)),
        shown.length === 0 ? "No slot matches." : formatSlots(shown, context.width),
      );
      if (found.length > limit) context.say(`There are more than ${limit}: raise --limit.`);
    });
}

interface PlaceFlags {
  readonly interaction: string;
  readonly activity: string;
  readonly host?: string;
  readonly capacity: string;
}

function addCommand(context: CommandContext): Command {
  return new Command("add")
    .description("Add one slot; one that exists stays as it is.")
    .argument("<account>", "tenant/environment")
    .requiredOption("--interaction <public_key>", "the campaign's public key")
    .requiredOption("--activity <id>")
    .option("--host <id>", "where the activity offers a choice of hosts")
    .requiredOption("--at <time>", "its start, RFC 3339")
    .requiredOption("--capacity <n>", "how many seats")
    .addHelpText(
      "after",
      "\nExample:\n  booking slot add acme/production --interaction pk_summer --activity tasting \\\n" +
        "    --at 2030-05-01T08:00:00Z --capacity 8",
    )
    .action(async (text: string, flags: PlaceFlags & { at: string }) => {
      const name = readAccountName(text);
      const { startingAt, ...place } = readPlace({ ...flags, slot: flags.at });
      const capacity = readWhole(flags.capacity, 0);
      const added = await context.withStore(async (store) =>
        orFail(
          await addSlots(store, context.audit(), name, {
            place,
            startingAt: [startingAt],
            capacity,
          }),
        ),
      );
      context.print(addedToJson(added), addedText(added, false));
    });
}

function capacityCommand(context: CommandContext): Command {
  return new Command("capacity")
    .description("Change how many seats a slot has; added ones may go to its waitlist.")
    .argument("<account>", "tenant/environment")
    .requiredOption("--interaction <public_key>", "the campaign's public key")
    .requiredOption("--activity <id>")
    .option("--host <id>", "where the activity offers a choice of hosts")
    .requiredOption("--slot <time>", "start of the slot, RFC 3339")
    .requiredOption("--capacity <n>", "how many seats there are then")
    .option("--overbook", "also fewer than are taken; that is recorded")
    .addHelpText(
      "after",
      "\nExample:\n  booking slot capacity acme/production --interaction pk_summer --activity tasting \\\n" +
        "    --slot 2030-05-01T08:00:00Z --capacity 12",
    )
    .action(async (text: string, flags: PlaceFlags & { slot: string; overbook?: boolean }) => {
      const name = readAccountName(text);
      const place = readPlace(flags);
      const capacity = readWhole(flags.capacity, 0);
      const [change, slot] = await context.withStore(async (store) => {
        const audit = context.audit();
        const { id } = orFail(await identifyAccount(store, name));
        const order = { place, capacity, overbook: flags.overbook ?? false };
        const changed = orFail(await changeSlotCapacity(store, audit, name, order));
        const [found] = await store.account(id).findSlots({
          publicKey: place.publicKey,
          activityId: place.activityId,
          hostId: place.hostId ?? "",
          from: place.startingAt,
          to: place.startingAt,
          limit: 1,
        });
        return [changed, found] as const;
      });
      if (slot === undefined) throw new CommandFailed("The slot was removed meanwhile.");
      context.print(
        { ...slotToJson(slot), capacity_before: change.before.capacity, promoted: change.promoted },
        formatSlots([slot], context.width),
      );
      if (change.promoted > 0) {
        context.say(`${change.promoted} moved up from the waitlist.`);
      }
    });
}

function removeCommand(context: CommandContext): Command {
  return new Command("remove")
    .description("Take a slot out that nobody ever booked.")
    .argument("<account>", "tenant/environment")
    .requiredOption("--interaction <public_key>", "the campaign's public key")
    .requiredOption("--activity <id>")
    .option("--host <id>", "where the activity offers a choice of hosts")
    .requiredOption("--slot <time>", "start of the slot, RFC 3339")
    .addHelpText(
      "after",
      "\nExample:\n  booking slot remove acme/production --interaction pk_summer --activity tasting \\\n" +
        "    --slot 2030-05-01T08:00:00Z",
    )
    .action(async (text: string, flags: Omit<PlaceFlags, "capacity"> & { slot: string }) => {
      const name = readAccountName(text);
      const { publicKey, activityId, hostId, startingAt } = readPlace(flags);
      const line = {
        kind: "slot",
        interaction: publicKey,
        activity: activityId,
        host: hostId,
        starting_at: formatInstant(startingAt),
      };
      const answer = await context.withStore(async (store) =>
        orFail(await removeFromCatalogue(store, context.audit(), name, line)),
      );
      context.print(answer, "Removed.");
    });
}

interface CsvFlags {
  readonly interaction?: string;
  readonly activity?: string;
  readonly host?: string;
  readonly capacity?: string;
  readonly dryRun?: boolean;
  readonly allowOverbooked?: boolean;
}

/** Larger ones are not read: a slot takes about fifty bytes. */
const csvMaxBytes = 32 * 1024 * 1024;

function csvCommand(context: CommandContext): Command {
  return new Command("csv")
    .description("Add slots from a spreadsheet, or change their capacities: all rows or none.")
    .argument("<account>", "tenant/environment")
    .argument("<file>", "CSV; - is standard input")
    .option("--interaction <public_key>", "for rows that name no campaign")
    .option("--activity <id>", "for rows that name none")
    .option("--host <id>", "for rows that name none")
    .option("--capacity <n>", "for rows that say none")
    .option("--dry-run", "check everything and change nothing")
    .option("--allow-overbooked", "capacities may be lowered below what is taken; that is recorded")
    .addHelpText(
      "after",
      "\nThe first row names the columns, in any order: interaction, activity, host, starting_at,\n" +
        "capacity. starting_at is RFC 3339, or 2031-05-01 09:30 in the campaign's time zone.\n" +
        "\nExample:\n  booking slot csv acme/production slots.csv --interaction pk_summer --dry-run",
    )
    .action(async (text: string, path: string, flags: CsvFlags) => {
      const name = readAccountName(text);
      const { interaction, activity, host, dryRun = false, allowOverbooked = false } = flags;
      const file = await readText(context, path);
      const answer = await context.withStore(async (store) =>
        orFail(
          await importSlots(store, context.audit(), name, {
            text: file,
            defaults: {
              ...(interaction !== undefined && { interaction }),
              ...(activity !== undefined && { activity }),
              ...(host !== undefined && { host }),
              ...(flags.capacity !== undefined && { capacity: readWhole(flags.capacity, 0) }),
            },
            dryRun,
            allowOverbooked,
          }),
        ),
      );
      if ("errors" in answer) throw badFile(answer);
      context.print(answer, formatCounts(answer, dryRun));
    });
}

async function readText(context: CommandContext, path: string): Promise<string> {
  const source = await openSource(context, path);
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const piece of source.pieces) {
      bytes += piece.length;
      if (bytes > csvMaxBytes) {
        throw new CommandFailed(`${path} is larger than ${csvMaxBytes} bytes: split it.`);
      }
      pieces.push(piece);
    }
  } finally {
    await source.close();
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(pieces));
  } catch {
    throw new CommandFailed(`${path} is not in UTF-8: save it as "CSV UTF-8".`);
  }
}

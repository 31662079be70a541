import { Command } from "commander";
import type { BookingStatus } from "../domain/booking.ts";
import { changeBooking, type Transition } from "../usecases/operator/change-booking.ts";
import { promoteBooking } from "../usecases/operator/promote-booking.ts";
import { explainCommand } from "./explain.ts";
import { identifyAccount } from "../usecases/operator/identify-account.ts";
import { findBooking, type FoundBooking } from "../usecases/operator/find-booking.ts";
import {
  collect,
  readAccountName,
  readBookingId,
  readBookingStatus,
  readInstant,
  readWhole,
} from "./arguments.ts";
import { bookCommand } from "./book.ts";
import { accountOf, bookingCommand, type AccountFlag } from "./booking-command.ts";
import { bookingToJson } from "../operator/api/bookings/booking-to-json.ts";
import { formatBooking, formatBookings } from "./booking-output.ts";
import type { CommandContext } from "./command-context.ts";
import { orFail } from "./or-fail.ts";

/** What an operator does with bookings: look at them, move them, have them explained. */
export function bookingCommands(context: CommandContext): Command[] {
  return [
    bookCommand(context),
    showCommand(context),
    findCommand(context),
    cancelCommand(context),
    checkInCommand(context),
    promoteCommand(context),
    explainCommand(context),
  ];
}

function showCommand(context: CommandContext): Command {
  return bookingCommand("show", "Show a booking with its tickets, attendees and history.")
    .addHelpText("after", "\nExample:\n  booking show 2f6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c11")
    .action(async (text: string, flags: AccountFlag) => {
      const id = readBookingId(text);
      const account = accountOf(flags);
      print(
        context,
        await context.withStore(async (store) => orFail(await findBooking(store, id, account))),
      );
    });
}

interface FindFlags {
  readonly account?: string;
  readonly externalId?: string;
  readonly interaction?: string;
  readonly activity?: string;
  readonly host?: string;
  readonly slot?: string;
  readonly from?: string;
  readonly to?: string;
  readonly status: string[];
  readonly limit: string;
}

function findCommand(context: CommandContext): Command {
  return new Command("find")
    .description("Find bookings of an account by who, where, when and status.")
    .requiredOption("--account <account>", "tenant/environment")
    .option("--external-id <id>", "the caller's identifier of the contact")
    .option("--interaction <public_key>", "the campaign's public key")
    .option("--activity <id>")
    .option("--host <id>")
    .option("--slot <time>", "start of the slot, RFC 3339")
    .option("--from <time>", "earliest start of the slot")
    .option("--to <time>", "latest start of the slot")
    .option("--status <status>", "CONFIRMED, WAITLIST or CANCELLED; may be repeated", collect, [])
    .option("--limit <n>", "how many at the most", "1000")
    .addHelpText(
      "after",
      "\nExample:\n  booking find --account acme/production --external-id CUST-1 --status CONFIRMED",
    )
    .action(async (flags: FindFlags) => {
      const name = readAccountName(flags.account ?? "");
      const filter = readFilter(flags);
      const limit = readWhole(flags.limit, 1);
      const found = await context.withStore(async (store) => {
        const account = orFail(await identifyAccount(store, name));
        return store.account(account.id).findBookings({ ...filter, limit: limit + 1 });
      });
      const shown = found.slice(0, limit);
      context.print(
        shown.map((details) => bookingToJson(name, details)),
        shown.length === 0 ? "No booking matches." : formatBookings(shown, context.width),
      );
      if (found.length > limit) context.say(`There are more than ${limit}: raise --limit.`);
    });
}

function readFilter(flags: FindFlags) {
  const { externalId, interaction, activity, host, slot, from, to, status } = flags;
  const statuses: BookingStatus[] = status.map(readBookingStatus);
  return {
    ...(externalId !== undefined && { externalId }),
    ...(interaction !== undefined && { publicKey: interaction }),
    ...(activity !== undefined && { activityId: activity }),
    ...(host !== undefined && { hostId: host }),
    ...(slot !== undefined && { slotStartingAt: readInstant(slot) }),
    ...(from !== undefined && { from: Math.ceil(readInstant(from)) }),
    ...(to !== undefined && { to: Math.floor(readInstant(to)) }),
    ...(statuses.length > 0 && { statuses }),
  };
}

interface TransitionFlags extends AccountFlag {
  readonly ticket?: string;
}

function cancelCommand(context: CommandContext): Command {
  return bookingCommand("cancel", "Cancel a booking, or one of its tickets.")
    .option("--ticket <n>", "only this ticket; with the last one the booking is cancelled")
    .addHelpText(
      "after",
      "\nExample:\n  booking cancel 2f6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c11 --ticket 2",
    )
    .action((text: string, flags: TransitionFlags) =>
      change(context, text, flags, { kind: "cancel", ticket: readTicket(flags) }),
    );
}

function checkInCommand(context: CommandContext): Command {
  return bookingCommand(
    "check-in",
    "Check in the attendees of a booking; doing it again is harmless.",
  )
    .option("--ticket <n>", "only this ticket (default: all that are live)")
    .option("--undo", "take the check-in back")
    .addHelpText("after", "\nExample:\n  booking check-in 2f6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c11")
    .action((text: string, flags: TransitionFlags & { undo?: boolean }) =>
      change(context, text, flags, {
        kind: flags.undo ? "undo-check-in" : "check-in",
        ticket: readTicket(flags),
      }),
    );
}

function readTicket(flags: TransitionFlags): number | null {
  return flags.ticket === undefined ? null : readWhole(flags.ticket, 1);
}

async function change(
  context: CommandContext,
  text: string,
  flags: AccountFlag,
  transition: Transition,
): Promise<void> {
  const id = readBookingId(text);
  const account = accountOf(flags);
  print(
    context,
    await context.withStore(async (store) =>
      orFail(await changeBooking(store, context.audit(), id, account, transition)),
    ),
  );
}

function promoteCommand(context: CommandContext): Command {
  return bookingCommand("promote", "Confirm the first booking of a slot's waitlist.")
    .option("--overtake", "pass over earlier entries; that is recorded")
    .addHelpText(
      "after",
      "\nOnly into seats that are free. `booking explain` tells who is first and what is free.\n" +
        "\nExample:\n  booking promote 2f6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c11",
    )
    .action(async (text: string, flags: AccountFlag & { overtake?: boolean }) => {
      const request = {
        bookingId: readBookingId(text),
        account: accountOf(flags),
        overtake: flags.overtake ?? false,
      };
      print(
        context,
        await context.withStore(async (store) =>
          orFail(await promoteBooking(store, context.audit(), request)),
        ),
      );
    });
}

function print(context: CommandContext, { account, details }: FoundBooking): void {
  context.print(
    bookingToJson(account.name, details),
    formatBooking(account.name, details, context.width),
  );
}

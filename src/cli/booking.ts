import type { Command } from "commander";
import type { BookingId } from "../domain/booking.ts";
import { changeBooking, type Transition } from "../usecases/operator/change-booking.ts";
import { moveBooking } from "../usecases/operator/move-booking.ts";
import { promoteBooking } from "../usecases/operator/promote-booking.ts";
import { findBooking } from "../usecases/operator/find-booking.ts";
import { wholeFrom } from "../operations/arguments.ts";
import { bookCommand } from "./book.ts";
import { bookingCommand, type AccountFlag } from "./booking-command.ts";
import { printBooking } from "./booking-output.ts";
import type { CommandContext } from "./command-context.ts";
import { explainCommand } from "./explain.ts";
import { findCommand } from "./find.ts";
import { runUseCase } from "./or-fail.ts";
import { readSlotStart } from "./place-options.ts";
import { ticketCode } from "./ticket-code.ts";

/** The commands about one booking, and the search for bookings. */
export function bookingCommands(context: CommandContext): Command[] {
  return [
    bookCommand(context),
    showCommand(context),
    findCommand(context),
    cancelCommand(context),
    checkInCommand(context),
    promoteCommand(context),
    moveCommand(context),
    explainCommand(context),
  ];
}

function showCommand(context: CommandContext): Command {
  return bookingCommand("show", "Show a booking with its tickets, attendees and history.")
    .option("--qr", "also the ticket's QR code, which the check-in desk scans")
    .addHelpText("after", "\nExample:\n  booking show 2f6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c11 --qr")
    .action(async (id: BookingId, { account, qr }: AccountFlag & { qr?: true }) => {
      const found = await runUseCase(context, (store) => findBooking(store, id, account));
      printBooking(context, found, qr === true ? await ticketCode(id) : null);
    });
}

interface TransitionFlags extends AccountFlag {
  /** Null means all. */
  readonly ticket: number | null;
  readonly reason?: string | null;
}

function cancelCommand(context: CommandContext): Command {
  return bookingCommand("cancel", "Cancel a booking, or one of its tickets.")
    .option(
      "--ticket <n>",
      "only this ticket; with the last one the booking is cancelled",
      wholeFrom(1),
      null,
    )
    .option("--reason <text>", "why, for the booking's history", (text) => text, null)
    .addHelpText(
      "after",
      "\nExample:\n  booking cancel 2f6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c11 --ticket 2",
    )
    .action((id: BookingId, flags: TransitionFlags) => change(context, id, flags, "cancel"));
}

function checkInCommand(context: CommandContext): Command {
  return bookingCommand(
    "check-in",
    "Check in the attendees of a booking; doing it again is harmless.",
  )
    .option("--ticket <n>", "only this ticket (default: all that are live)", wholeFrom(1), null)
    .option("--undo", "take the check-in back")
    .addHelpText("after", "\nExample:\n  booking check-in 2f6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c11")
    .action((id: BookingId, flags: TransitionFlags & { undo?: boolean }) =>
      change(context, id, flags, flags.undo ? "undo-check-in" : "check-in"),
    );
}

async function change(
  context: CommandContext,
  id: BookingId,
  { account, ticket, reason = null }: TransitionFlags,
  kind: Transition["kind"],
): Promise<void> {
  const changed = await runUseCase(context, (store, audit) =>
    changeBooking(store, audit, id, account, { kind, ticket, reason }),
  );
  printBooking(context, changed);
}

function promoteCommand(context: CommandContext): Command {
  return bookingCommand("promote", "Confirm the first booking of a slot's waitlist.")
    .option("--overtake", "pass over earlier entries; that is recorded", false)
    .addHelpText(
      "after",
      "\nOnly into seats that are free. `booking explain` tells who is first and what is free.\n" +
        "\nExample:\n  booking promote 2f6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c11",
    )
    .action(async (bookingId: BookingId, flags: AccountFlag & { overtake: boolean }) => {
      const promoted = await runUseCase(context, (store, audit) =>
        promoteBooking(store, audit, { ...flags, bookingId }),
      );
      printBooking(context, promoted);
    });
}

interface MoveFlags extends AccountFlag {
  readonly slot: number;
  readonly activity?: string;
  readonly host?: string;
  readonly ticketType?: string;
}

function moveCommand(context: CommandContext): Command {
  return bookingCommand("move", "Move a booking to another slot of its campaign.")
    .requiredOption("--slot <time>", "start of the slot, RFC 3339", readSlotStart)
    .option("--activity <id>", "another activity of the campaign")
    .option("--host <id>", "another host; needed with an activity that offers hosts")
    .option("--ticket-type <id>", "another ticket type")
    .addHelpText(
      "after",
      "\nIt gets seats there as a new booking would, or joins the waitlist there. Its seats here go to\n" +
        "those who wait, where the campaign promotes automatically.\n" +
        "\nExample:\n  booking move 2f6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c11 --slot 2030-05-02T08:00:00Z",
    )
    .action(async (bookingId: BookingId, flags: MoveFlags) => {
      const { account, slot: startingAt, activity, host, ticketType } = flags;
      const moved = await runUseCase(context, (store, audit) =>
        moveBooking(store, audit, {
          bookingId,
          account,
          startingAt,
          ...(activity !== undefined && { activityId: activity }),
          ...(host !== undefined && { hostId: host }),
          ...(ticketType !== undefined && { ticketTypeId: ticketType }),
        }),
      );
      printBooking(context, moved);
    });
}

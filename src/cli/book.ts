import { Command } from "commander";
import type { AccountName } from "../domain/account.ts";
import { bookSlot } from "../usecases/operator/book-slot.ts";
import { addAccountArgument } from "./account-argument.ts";
import { collect, wholeFrom } from "../operations/arguments.ts";
import { printBooking } from "./booking-output.ts";
import type { CommandContext } from "./command-context.ts";
import { runUseCase } from "./or-fail.ts";
import { addPlaceOptions, placeOf, readSlotStart, type PlaceFlags } from "./place-options.ts";

interface BookFlags extends PlaceFlags {
  readonly externalId: string;
  readonly slot: number;
  readonly ticketType: string;
  readonly tickets?: number;
  readonly attendee: readonly string[];
  readonly overbook?: boolean;
}

export function bookCommand(context: CommandContext): Command {
  return addPlaceOptions(addAccountArgument(new Command("book")))
    .description("Book a slot for a contact: CONFIRMED while seats are left, else on the waitlist.")
    .requiredOption("--external-id <id>", "the caller's identifier of the contact")
    .requiredOption("--slot <time>", "start of the slot, RFC 3339", readSlotStart)
    .requiredOption("--ticket-type <id>", "the ticket type's id")
    .option("--tickets <n>", "how many (default: 1, or one for each --attendee)", wholeFrom(1))
    .option(
      "--attendee <name>",
      "an attendee's name, by ticket; may be repeated",
      collect(String),
      [],
    )
    .option("--overbook", "sell seats that are not there, past the waitlist; that is recorded")
    .addHelpText(
      "after",
      "\nAll tickets get a seat or the booking waits with all of them. While others wait, a new\n" +
        "booking of a limited ticket type joins them even if seats are free.\n" +
        "\nExample:\n  booking book acme/production --external-id CUST-1 --interaction pk_summer \\\n" +
        "    --activity tasting --slot 2030-05-01T08:00:00Z --ticket-type standard --tickets 2",
    )
    .action(async (name: AccountName, flags: BookFlags) => {
      const { externalId, ticketType: ticketTypeId, attendee: attendees, overbook = false } = flags;
      const tickets = flags.tickets ?? Math.max(1, attendees.length);
      const place = placeOf(flags, flags.slot);
      const request = { place, ticketTypeId, externalId, tickets, attendees, overbook };
      const booked = await runUseCase(context, (store, audit) =>
        bookSlot(store, audit, name, request),
      );
      printBooking(context, booked);
    });
}

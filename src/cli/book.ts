import { Command } from "commander";
import type { NamedPlace } from "../store/seats/find-place.ts";
import { bookSlot } from "../usecases/operator/book-slot.ts";
import { collect, readAccountName, readInstant, readWhole } from "./arguments.ts";
import { bookingToJson } from "../operator/api/bookings/booking-to-json.ts";
import { formatBooking } from "./booking-output.ts";
import { WrongUsage, type CommandContext } from "./command-context.ts";
import { orFail } from "./or-fail.ts";

interface BookFlags {
  readonly externalId: string;
  readonly interaction: string;
  readonly activity: string;
  readonly slot: string;
  readonly ticketType: string;
  readonly host?: string;
  readonly tickets?: string;
  readonly attendee: string[];
  readonly overbook?: boolean;
}

export function bookCommand(context: CommandContext): Command {
  return new Command("book")
    .description("Book a slot for a contact: CONFIRMED while seats are left, else on the waitlist.")
    .argument("<account>", "tenant/environment, for example acme/production")
    .requiredOption("--external-id <id>", "the caller's identifier of the contact")
    .requiredOption("--interaction <public_key>", "the campaign's public key")
    .requiredOption("--activity <id>")
    .requiredOption("--slot <time>", "start of the slot, RFC 3339")
    .requiredOption("--ticket-type <id>")
    .option("--host <id>", "where the activity offers a choice of hosts")
    .option("--tickets <n>", "how many tickets (default: 1, or one for each --attendee)")
    .option("--attendee <name>", "an attendee's name, by ticket; may be repeated", collect, [])
    .option("--overbook", "sell seats that are not there, past the waitlist; that is recorded")
    .addHelpText(
      "after",
      "\nAll tickets get a seat or the booking waits with all of them. While others wait, a new\n" +
        "booking of a limited ticket type joins them even if seats are free.\n" +
        "\nExample:\n  booking book acme/production --external-id CUST-1 --interaction pk_summer \\\n" +
        "    --activity tasting --slot 2030-05-01T08:00:00Z --ticket-type standard --tickets 2",
    )
    .action(async (text: string, flags: BookFlags) => {
      const name = readAccountName(text);
      const { attendee: attendees, overbook = false } = flags;
      const tickets =
        flags.tickets === undefined ? Math.max(1, attendees.length) : readWhole(flags.tickets, 1);
      const request = {
        place: readPlace(flags),
        ticketTypeId: flags.ticketType,
        externalId: flags.externalId,
        tickets,
        attendees,
        overbook,
      };
      const { account, details } = await context.withStore(async (store) =>
        orFail(await bookSlot(store, context.audit(), name, request)),
      );
      context.print(
        bookingToJson(account.name, details),
        formatBooking(account.name, details, context.width),
      );
    });
}

interface PlaceFlags {
  readonly interaction: string;
  readonly activity: string;
  readonly slot: string;
  readonly host?: string;
}

/** Reads which slot is meant. Slots start on a millisecond. */
export function readPlace({ interaction, activity, slot, host }: PlaceFlags): NamedPlace {
  const startingAt = readInstant(slot);
  if (!Number.isInteger(startingAt)) {
    throw new WrongUsage(
      `${JSON.stringify(slot)} is finer than a millisecond: no slot starts then.`,
    );
  }
  return {
    publicKey: interaction,
    activityId: activity,
    hostId: host === undefined || host === "" ? null : host,
    startingAt,
  };
}

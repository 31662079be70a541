import { Command } from "commander";
import type { AccountName } from "../domain/account.ts";
import type { BookingStatus } from "../domain/booking.ts";
import { identifyAccount } from "../usecases/operator/identify-account.ts";
import { bookingToJson } from "../operator/api/bookings/booking-to-json.ts";
import { collect, readAccountName, readBookingStatus } from "../operations/arguments.ts";
import { formatBookings } from "./booking-output.ts";
import type { CommandContext } from "./command-context.ts";
import { orFail } from "./or-fail.ts";
import { addSearchOptions, readSlotStart, searchOf, type SearchFlags } from "./place-options.ts";

interface FindFlags extends SearchFlags {
  readonly account: AccountName;
  readonly externalId?: string;
  readonly slot?: number;
  readonly status: readonly BookingStatus[];
  readonly requestId?: string;
}

export function findCommand(context: CommandContext): Command {
  return addSearchOptions(new Command("find"))
    .description("Find bookings of an account by who, where, when and status.")
    .requiredOption("--account <account>", "tenant/environment", readAccountName)
    .option("--external-id <id>", "the caller's identifier of the contact")
    .option("--slot <time>", "start of the slot, RFC 3339", readSlotStart)
    .option(
      "--status <status>",
      "CONFIRMED, WAITLIST or CANCELLED; may be repeated",
      collect(readBookingStatus),
      [],
    )
    .option("--request-id <id>", "only what this request of a caller made or changed")
    .addHelpText(
      "after",
      "\nExample:\n  booking find --account acme/production --external-id CUST-1 --status CONFIRMED",
    )
    .action(async (flags: FindFlags) => {
      const { account: name, externalId, slot, status: statuses, requestId, limit } = flags;
      const filter = {
        ...searchOf(flags),
        ...(externalId !== undefined && { externalId }),
        ...(slot !== undefined && { slotStartingAt: slot }),
        ...(statuses.length > 0 && { statuses }),
        ...(requestId !== undefined && { requestId }),
        limit: limit + 1,
      };
      const found = await context.withStore(async (store) => {
        const { id } = orFail(await identifyAccount(store, name));
        return store.account(id).findBookings(filter);
      });
      const shown = found.slice(0, limit);
      context.print(
        shown.map((details) => bookingToJson(name, details)),
        shown.length === 0 ? "No booking matches." : formatBookings(shown, context.width),
      );
      if (found.length > limit) context.say(`There are more than ${limit}: raise --limit.`);
    });
}

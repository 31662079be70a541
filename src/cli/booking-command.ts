import { Command } from "commander";
import type { AccountName } from "../domain/account.ts";
import { readAccountName, readBookingId } from "../operations/arguments.ts";

export interface AccountFlag {
  /** Null where the booking's id exists in one account only. */
  readonly account: AccountName | null;
}

/** A command about one booking, which may exist in several accounts. */
export function bookingCommand(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .argument("<booking>", "the booking's UUID", readBookingId)
    .option(
      "--account <account>",
      "needed when the id exists in several accounts",
      readAccountName,
      null,
    );
}

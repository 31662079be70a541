import { Command } from "commander";
import type { AccountName } from "../domain/account.ts";
import { readAccountName } from "./arguments.ts";

export interface AccountFlag {
  readonly account?: string;
}

/** A command about one booking, which may exist in several accounts. */
export function bookingCommand(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .argument("<booking>", "the booking's UUID")
    .option("--account <account>", "needed when the id exists in several accounts");
}

export function accountOf(flags: AccountFlag): AccountName | null {
  return flags.account === undefined ? null : readAccountName(flags.account);
}

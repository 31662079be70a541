import { setTimeout as sleep } from "node:timers/promises";
import { Command } from "commander";
import { formatAccountName, type AccountName } from "../domain/account.ts";
import { judgeClock } from "../domain/clock.ts";
import { endOfRetention } from "../domain/contact.ts";
import { formatInstant } from "../domain/instant.ts";
import { counted } from "../domain/wording.ts";
import { expireContacts, type Expiry } from "../usecases/housekeeping.ts";
import { identifyAccount } from "../usecases/operator/identify-account.ts";
import { readAccountName, wholeFrom, WrongUsage } from "../operations/machinery/arguments.ts";
import { CommandFailed, type CommandContext } from "./command-context.ts";
import { orFail } from "./or-fail.ts";

interface RetentionFlags {
  readonly days: number | null;
  readonly dryRun: boolean;
  readonly trustClock: boolean;
}

/** The pause between two portions, as of the service's own housekeeping. */
const pauseMs = 50;

export function retentionCommand(context: CommandContext): Command {
  return new Command("retention")
    .argument("<account>", "tenant/environment, for example acme/production", readAccountName)
    .description("Erase the identity of contacts whose last slot started too many days ago.")
    .option(
      "--days <n>",
      "after how many days (default: CONTACT_RETENTION_DAYS)",
      wholeFrom(1),
      null,
    )
    .option("--dry-run", "count them, and change nothing", false)
    .option(
      "--trust-clock",
      "although the clock has jumped, or no service ran, within a day",
      false,
    )
    .addHelpText(
      "after",
      "\nA contact with a booking in a later slot, cancelled or not, stays as it is. Bookings and seats\n" +
        "stay too, under an id that nobody knows. Backups and exports keep what they had. With\n" +
        "CONTACT_RETENTION_DAYS the service does the same by itself.\n" +
        "\nExample:\n  booking retention acme/production --days 365 --dry-run",
    )
    .action(async (name: AccountName, { days: given, dryRun, trustClock }: RetentionFlags) => {
      const days = given ?? context.readSettings().contactRetentionDays;
      if (days === 0) {
        throw new WrongUsage("CONTACT_RETENTION_DAYS is off: name the days with --days.");
      }
      const audit = context.audit();
      const before = endOfRetention(days, audit.now);
      const found = await context.withStore(async (store) => {
        const { id } = orFail(await identifyAccount(store, name));
        if (!dryRun && !trustClock) refuseJump(await store.clockMarks.read(), audit.now);
        const pause = () => (dryRun ? Promise.resolve() : sleep(pauseMs));
        const parts = {
          door: store.account(id),
          audit,
          dryRun,
          pause,
          stopping: { aborted: false },
        };
        return expireContacts(parts, before);
      });
      const result = {
        account: formatAccountName(name),
        slots_before: formatInstant(before),
        contacts: found.contacts,
        bookings: found.bookings,
        dry_run: dryRun,
      };
      if (found.isWhole || !context.json) context.print(result, sentence(found, before, dryRun));
      if (!found.isWhole) {
        const message = "An import of the account is running: repeat the command after it.";
        throw new CommandFailed(message, { ...result, error: { message } });
      }
    });
}

/** Nothing brings an erased contact back (B551). */
function refuseJump(marks: readonly number[], now: number): void {
  const verdict = judgeClock(marks, now);
  if (verdict.isSteady || verdict.jump === null) return;
  const [from, to] = [formatInstant(verdict.jump.from), formatInstant(verdict.jump.to)];
  throw new CommandFailed(
    `The clock jumped from ${from} to ${to}, or no service ran in between. Where it is right, erase with --trust-clock.`,
  );
}

function sentence({ contacts, bookings }: Expiry, before: number, dryRun: boolean): string {
  const all = `${counted(contacts, "contact")} with ${counted(bookings, "booking")}, all in slots before ${formatInstant(before)}`;
  return dryRun ? `Would erase ${all}.` : `Erased ${all}.`;
}

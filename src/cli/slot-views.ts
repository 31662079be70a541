import { Command } from "commander";
import type { AccountName } from "../domain/account.ts";
import { counted } from "../domain/counted.ts";
import { formatInstant } from "../domain/instant.ts";
import { bookingToJson } from "../operator/api/bookings/booking-to-json.ts";
import { waitingToJson } from "../operator/api/bookings/explanation-to-json.ts";
import { arrivalsToJson, slotToJson } from "../operator/api/slots/slot-to-json.ts";
import { findSlot } from "../usecases/operator/find-slot.ts";
import { identifyAccount } from "../usecases/operator/identify-account.ts";
import { slotWaitlist } from "../usecases/operator/slot-waitlist.ts";
import { addAccountArgument } from "./account-argument.ts";
import type { CommandContext } from "./command-context.ts";
import { orFail } from "./or-fail.ts";
import { addPlaceOptions, placeOf, readSlotStart, type PlaceFlags } from "./place-options.ts";
import { formatSlots } from "./slot-output.ts";
import { formatTable } from "../operations/table.ts";

/** What can be seen of one slot. */
export function slotViewCommands(context: CommandContext): Command[] {
  return [showCommand(context), waitlistCommand(context), arrivalsCommand(context)];
}

interface SlotFlags extends PlaceFlags {
  readonly slot: number;
}

function viewCommand(verb: string): Command {
  return addPlaceOptions(addAccountArgument(new Command(verb)))
    .requiredOption("--slot <time>", "start of the slot, RFC 3339", readSlotStart)
    .addHelpText(
      "after",
      `\nExample:\n  booking slot ${verb} acme/production --interaction pk_summer --activity tasting \\\n` +
        "    --slot 2030-05-01T08:00:00Z",
    );
}

function showCommand(context: CommandContext): Command {
  return viewCommand("show")
    .description("Show one slot with its seats and waitlist.")
    .action(async (name: AccountName, flags: SlotFlags) => {
      const slot = await context.withStore(async (store) => {
        const { id } = orFail(await identifyAccount(store, name));
        return orFail(await findSlot(store.account(id), placeOf(flags, flags.slot)));
      });
      context.print(slotToJson(slot), formatSlots([slot], context.width));
    });
}

function waitlistCommand(context: CommandContext): Command {
  return viewCommand("waitlist")
    .description("Show who waits for a seat of a slot, first come first, and for what.")
    .action(async (name: AccountName, flags: SlotFlags) => {
      const entries = await context.withStore(async (store) => {
        const { id } = orFail(await identifyAccount(store, name));
        return orFail(await slotWaitlist(store, id, placeOf(flags, flags.slot)));
      });
      const rows = entries.map(({ details: { booking, externalId }, reason }) => [
        booking.id,
        externalId,
        formatInstant(booking.bookedAt),
        String(reason.seatsNeeded),
        reason.why,
      ]);
      context.print(
        entries.map(({ details, reason }) => ({
          ...bookingToJson(name, details),
          waitlist: waitingToJson(reason),
        })),
        rows.length === 0
          ? "Nobody waits."
          : formatTable(["booking", "external id", "since", "needs", "why"], rows, context.width),
      );
    });
}

function arrivalsCommand(context: CommandContext): Command {
  return viewCommand("arrivals")
    .description("Show how many are expected at a slot, and when those who came checked in.")
    .action(async (name: AccountName, flags: SlotFlags) => {
      const arrivals = await context.withStore(async (store) => {
        const { id } = orFail(await identifyAccount(store, name));
        return orFail(await store.account(id).readArrivals(placeOf(flags, flags.slot)));
      });
      const { expected, checkIns } = arrivals;
      const total = `${checkIns.length} of ${counted(expected, "ticket has", "tickets have")} arrived.`;
      context.print(
        arrivalsToJson(arrivals),
        [total, ...checkIns.map((at) => `  ${formatInstant(at)}`)].join("\n"),
      );
    });
}

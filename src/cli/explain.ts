import type { Command } from "commander";
import type { BookingId } from "../domain/booking.ts";
import { formatInstant } from "../domain/instant.ts";
import { explainBooking } from "../usecases/operator/explain-booking.ts";
import { explanationToJson } from "../operator/api/bookings/explanation-to-json.ts";
import { bookingCommand, type AccountFlag } from "./booking-command.ts";
import type { CommandContext } from "./command-context.ts";
import { runUseCase } from "./or-fail.ts";

export function explainCommand(context: CommandContext): Command {
  return bookingCommand(
    "explain",
    "Explain rule by rule whether a booking can be cancelled, and why it still waits.",
  )
    .addHelpText("after", "\nExample:\n  booking explain 2f6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c11")
    .action(async (id: BookingId, { account }: AccountFlag) => {
      const explanation = await runUseCase(context, (store, { now }) =>
        explainBooking(store, id, account, now),
      );
      const { found, verdicts, cancellable, waiting } = explanation;
      context.print(
        explanationToJson(explanation),
        [
          `Booking ${id} ${cancellable ? "can" : "cannot"} be cancelled.`,
          "",
          ...verdicts.map(
            ({ rule, passed, facts }) => `${passed ? "yes" : "NO "}  ${rule}\n     ${facts}`,
          ),
          "",
          ...(waiting === null ? [] : ["Why it has not been promoted:", `     ${waiting.why}`, ""]),
          ...found.details.history.map(
            ({ at, kind, actor }) => `${formatInstant(at)}  ${kind} by ${actor}`,
          ),
        ].join("\n"),
      );
    });
}

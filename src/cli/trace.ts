import { Command } from "commander";
import { formatAccountName } from "../domain/account.ts";
import { formatInstant } from "../domain/instant.ts";
import type { TracedRequest } from "../store/accounts/trace-request.ts";
import type { Store } from "../store/store.ts";
import { tracedRequestToJson } from "../operator/api/records/traced-request-to-json.ts";
import { formatFacts } from "../operations/table.ts";
import { CommandFailed, type CommandContext } from "./command-context.ts";

export function traceCommand(context: CommandContext): Command {
  return new Command("trace")
    .description("Show what happened to a request: a cancel, or a refused call with a valid token.")
    .argument("<request_id>", "the X-Request-Id of its answer")
    .addHelpText("after", "\nExample:\n  booking trace 0b6f2c9e-3a51-4d0e-9d3c-5a7c9d1f2e3b")
    .action(async (requestId: string) => {
      const [latest, ...earlier] = await context.withStore((store) =>
        store.requestRecords.trace(requestId),
      );
      if (latest === undefined) throw new CommandFailed(await context.withStore(notRecorded));
      context.print(
        {
          ...tracedRequestToJson(latest),
          ...(earlier.length > 0 && { earlier: earlier.map(tracedRequestToJson) }),
        },
        [latest, ...earlier].map(toText).join("\n\n"),
      );
    });
}

async function notRecorded({ auditLog }: Store): Promise<string> {
  const reached = await auditLog.find({ action: "records limited", limit: 3 });
  const days = reached.map(
    ({ account, at }) =>
      ` ${account === null ? "" : formatAccountName(account)} reached TRACE_REFUSED_PER_DAY at ` +
      `${formatInstant(at)}: refused calls after it on that day are not recorded.`,
  );
  return (
    "No request with this id is recorded. A cancel that was made is in its booking's history, and refused " +
    "calls with a good token are recorded for TRACE_RETENTION_DAYS; lists that succeeded, 401 and 429 are in " +
    "the log only." +
    days.join("")
  );
}

function toText(traced: TracedRequest): string {
  const changes = traced.changes.map(
    ({ bookingId, event, details }) => `${event} ${bookingId} ${JSON.stringify(details)}`,
  );
  const after = traced.durationMs === null ? "" : ` after ${traced.durationMs} ms`;
  return formatFacts([
    ["request", traced.requestId],
    ["answered", `${formatInstant(traced.at)}${after}`],
    ["account", formatAccountName(traced.account)],
    ["client", traced.clientId],
    ["endpoint", traced.endpoint],
    ["sent", JSON.stringify(traced.request)],
    ["decision", traced.refusal ?? "done"],
    ["changed", changes.length === 0 ? "nothing" : changes.join("\n          ")],
    ["answer", `${traced.status} ${JSON.stringify(traced.answer)}`],
  ]);
}

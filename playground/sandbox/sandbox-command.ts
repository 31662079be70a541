import { styleText } from "node:util";
import { Command } from "commander";
import { programVersion } from "../../src/domain/program-version.ts";
import type { describeSandbox } from "./description.ts";
import type { CommandContext } from "../../src/cli/command-context.ts";
import { collect, readHost } from "../../src/operations/machinery/arguments.ts";
import { sandboxEnvironment } from "./sandbox-environment.ts";
import { start, untilStopped } from "../../src/cli/serve.ts";
import { formatFacts, formatTable } from "../../src/operations/machinery/table.ts";

export function sandboxCommand(context: CommandContext): Command {
  return new Command("sandbox")
    .description("Run the service in memory, with bookings to try and faults on demand.")
    .option(
      "--api-host <host>",
      "a further host name that reaches it, repeatable",
      collect(readHost),
      [],
    )
    .option("--end-with-input", "end when standard input ends, as it does when its owner is gone")
    .addHelpText("after", "\nExample:\n  PORT=0 OPERATOR_PORT=0 booking sandbox --json")
    .action(async (flags: { apiHost: readonly string[]; endWithInput?: true }) => {
      const apiHosts = ["localhost", ...flags.apiHost];
      let unused: readonly string[] = [];
      const settings = context.readSettings((given) => {
        const adjusted = sandboxEnvironment(given);
        unused = adjusted.unused;
        return adjusted.environment;
      });
      if (unused.length > 0) {
        context.say(`Not used: ${unused.join(", ")}. A sandbox lives in memory, in one process.`);
      }
      // Every other command starts faster without loading the sandbox.
      const { Sandbox } = await import("./sandbox.ts");
      const description = await import("./description.ts");
      const { rateLimitRequests: requests, rateLimitTokens: tokens } = settings;
      const sandbox = new Sandbox({ realNow: Date.now, apiHosts, limits: { requests, tokens } });
      // With --json standard output has one line: `ready` with the credential, contacts and faults.
      const logLevel = context.json ? "silent" : settings.logLevel;
      // A caller that ends its sandbox sends nothing more, so the drain waits for no idle connection.
      const ending = { shutdownGraceSeconds: 0 };
      const service = await start({ ...settings, ...ending, logLevel }, sandbox);
      // The signals are handled before the `ready` line invites anybody to use the sandbox.
      const stopped = untilStopped(service);
      const { api, operator } = service;
      const described = description.describeSandbox(Date.now());
      if (context.json) {
        const time = new Date().toISOString();
        const version = programVersion;
        context.print(
          { level: "info", time, api, operator, version, ...described, msg: "ready" },
          "",
        );
      } else {
        context.say(sandboxText({ api, operator }, described));
      }
      if (flags.endWithInput) {
        context.standardInput.resume().once("end", () => process.kill(process.pid, "SIGTERM"));
      }
      await stopped;
      // An open standard input would keep the process alive.
      if (flags.endWithInput) context.standardInput.destroy();
    });
}

const longestShown = 32;

/** The text for people: URL, credential, contacts and faults. */
function sandboxText(
  { api, operator }: { readonly api: string; readonly operator: string },
  { credential, contacts, fault_kinds: faults }: ReturnType<typeof describeSandbox>,
): string {
  return [
    "",
    bold(`Booking sandbox: ${api}`),
    `Nothing here is real, and nothing is kept. Controls: ${operator}/sandbox`,
    "",
    bold("Credentials, the same in every sandbox"),
    formatFacts(Object.entries(credential)),
    "",
    formatTable(
      ["external id", "bookings", "shows"],
      contacts.map(({ external_id: id, bookings, shows }) => [
        id.length > longestShown ? `${id.slice(0, 16)}… (${id.length} characters)` : id,
        String(bookings.length),
        shows,
      ]),
    ),
    "",
    formatTable(
      ["fault", "does"],
      faults.map(({ fault, does, ...rest }) => [
        "parameter" in rest ? `${fault}; ${rest.parameter}=${rest.default}` : fault,
        does,
      ]),
    ),
    "",
    `Ask for one with the header X-Sandbox-Fault, or for the next requests: POST ${operator}/sandbox/faults`,
    "",
  ].join("\n");
}

function bold(text: string): string {
  return styleText("bold", text, { stream: process.stderr });
}

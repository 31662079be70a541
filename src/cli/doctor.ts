import { Command } from "commander";
import { programRelease } from "../domain/program-version.ts";
import { WrongSetting } from "../service/variables.ts";
import { CommandFailed, type CommandContext } from "./command-context.ts";
import { bad, checkDatabase, good, type Check } from "./check-database.ts";
import {
  checkBackups,
  checkDisk,
  checkPermissions,
  checkPorts,
  checkLeftUploads,
  checkTemporary,
  checkOpenFiles,
  checkZones,
} from "./check-machine.ts";
import { formatFacts } from "../operations/machinery/table.ts";

export function doctorCommand(context: CommandContext): Command {
  return new Command("doctor")
    .description(
      "Check settings, database, durability, schema, rights, connections, clock, disk, ports and open files.",
    )
    .addHelpText(
      "after",
      "\nChanges nothing and makes nothing. Exit status 1 when something is wrong; each line says\n" +
        "what to do. Run it with the environment of the service, as the service's user.\n" +
        "\nExample:\n  booking doctor --json",
    )
    .action(async () => {
      const checks = await runChecks(context);
      const failed = checks.filter(({ ok }) => !ok);
      const report = {
        ok: failed.length === 0,
        ...programRelease,
        checks,
      };
      const lines = formatFacts(
        checks.map(({ name, ok, message }) => [`${ok ? "ok" : "NO"}  ${name}`, message] as const),
      );
      if (report.ok) return context.print(report, lines);
      // With --json the failure prints the report.
      if (!context.json) context.print(report, lines);
      const names = failed.map(({ name }) => name).join(", ");
      throw new CommandFailed(`Not in order: ${names}.`, report);
    });
}

async function runChecks(context: CommandContext): Promise<Check[]> {
  let environment: NodeJS.ProcessEnv = {};
  try {
    const settings = context.readSettings((given) => (environment = given));
    return [
      good("settings", `Read. ${describeDatabase(settings.databaseUrl)}`),
      ...(await checkDatabase(settings, context.audit().now)),
      ...checkRetention(settings.contactRetentionDays),
      await checkDisk(settings.databaseUrl),
      await checkTemporary(),
      ...checkLeftUploads(),
      checkPermissions(settings.databaseUrl, environment),
      ...checkBackups(settings.databaseUrl),
      await checkPorts(settings),
      checkOpenFiles(settings),
      checkZones(),
    ];
  } catch (error) {
    if (!(error instanceof WrongSetting)) throw error;
    return [bad("settings", error.message)];
  }
}

/** Where contacts expire, because nothing brings them back. */
function checkRetention(days: number): Check[] {
  if (days === 0) return [];
  const message = `Contacts are erased ${days} days after their last slot has started.`;
  return [good("retention", message)];
}

/** The database without its password. */
function describeDatabase(url: string): string {
  if (url.startsWith("sqlite:")) return `The database is ${url}.`;
  const { hostname, port, pathname } = new URL(url);
  return `The database is ${pathname.slice(1)} on ${hostname}${port === "" ? "" : `:${port}`}.`;
}

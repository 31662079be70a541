import type { Command } from "commander";
import { operations } from "../operations/all.ts";
import { backupCommand } from "./backup.ts";
import type { CommandContext } from "./command-context.ts";
import { addHelpCommand, keepWithin, newProgram } from "./command-line.ts";
import { completionCommand } from "./completion.ts";
import { addSettingFlags, configCommand } from "./config.ts";
import { copyCommand } from "./copy.ts";
import { doctorCommand } from "./doctor.ts";
import { helpGroups } from "./help-groups.ts";
import { migrateCommand } from "./migrate.ts";
import { readyCommand } from "./ready.ts";
import { restoreCommand } from "./restore.ts";
import { retentionCommand } from "./retention.ts";
import { addOperations } from "./running/operation-commands.ts";
import { runsOnServer } from "./running/runs-on-server.ts";
import { serveCommand } from "./serve.ts";

/** Makes one command of the program. */
export type MakeCommand = (context: CommandContext) => Command;

/** The whole command line, not yet run. */
export function createProgram(context: CommandContext, more: readonly MakeCommand[] = []): Command {
  const program = newProgram(context)
    .addCommand(serveCommand(context))
    .addCommand(migrateCommand(context))
    .addCommand(configCommand(context))
    .addCommand(doctorCommand(context))
    .addCommand(readyCommand(context))
    .addCommand(retentionCommand(context))
    .addCommand(backupCommand(context))
    .addCommand(restoreCommand(context))
    .addCommand(copyCommand(context));
  addOperations(context, program, operations);
  for (const [heading, names] of Object.entries(helpGroups)) {
    for (const command of program.commands) {
      if (names.includes(command.name())) command.helpGroup(heading);
    }
  }
  for (const make of more) program.addCommand(make(context).helpGroup("To try it:"));
  addSettingFlags(
    program.commands.filter((each) => each.commands.length === 0 && !runsOnServer(each)),
  );
  addHelpCommand(program).addCommand(completionCommand(context));
  keepWithin(context, program, "booking");
  return program;
}

import type { MakeCommand } from "../src/cli/program.ts";
import { demoCommand } from "./demo/demo-command.ts";
import { sandboxCommand } from "./sandbox/sandbox-command.ts";

/** What the playground adds to the program. */
export const playgroundCommands: readonly MakeCommand[] = [demoCommand, sandboxCommand];

import { contextOfHelp } from "../src/cli/command-context.ts";
import { completionScript } from "../src/cli/completion.ts";
import { manPage } from "../src/cli/man-page.ts";
import { createProgram } from "../src/cli/program.ts";
import { playgroundCommands } from "../playground/commands.ts";

/** What a package of an operating system has beside the program. */
export interface ManualPages {
  readonly man: string;
  readonly bashCompletion: string;
}

/** Made of the same commands and words as `--help`. */
export function manualPages(): ManualPages {
  const program = createProgram(contextOfHelp, playgroundCommands);
  const date = new Date().toISOString().slice(0, 10);
  return {
    man: manPage(program, { version: program.version() ?? "", date }),
    bashCompletion: `${completionScript("bash", program)}\n`,
  };
}

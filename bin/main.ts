import { runMain } from "../src/cli/main.ts";

/** `booking`: the program of `src/`, and the commands of the playground, which no file of `src/` imports. */
void runMain(async () => (await import("../playground/commands.ts")).playgroundCommands);

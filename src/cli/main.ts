import { runProgram } from "./program.ts";

// Started by bin/booking.js under an older Node: when the launcher is gone, however it went, this
// process must not stay behind on its port.
if (process.channel) {
  process.once("disconnect", () => process.kill(process.pid, "SIGKILL"));
  process.channel.unref();
}

// A reader such as `head` that has seen enough ends the command, quietly.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(0);
  throw error;
});

process.exitCode = await runProgram(process.argv.slice(2), process);

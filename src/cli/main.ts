import { runProgram } from "./program.ts";

// bin/booking.js starts this process under an older Node. The process must not keep its port when the
// launcher is gone, even when that was killed.
if (process.channel) {
  process.once("disconnect", () => process.kill(process.pid, "SIGKILL"));
  process.channel.unref();
}

// A reader such as `head` may close standard output early, which ends the command without an error.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(0);
  throw error;
});

process.exitCode = await runProgram(process.argv.slice(2), process);

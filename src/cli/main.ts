import { runProgram } from "./program.ts";

// Started by bin/booking.js under an older Node: when the launcher is gone, however it went, this
// process must not stay behind on its port.
if (process.env["BOOKING_LAUNCHER"] === "1" && process.channel) {
  process.once("disconnect", () => process.kill(process.pid, "SIGKILL"));
  process.channel.unref();
}

process.exitCode = await runProgram(process.argv.slice(2), process);

import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { bundleProgram } from "../build/bundle.ts";
import { startMs } from "../build/start-times.ts";

/** A killed process leaves no compiled code behind; the first start below fills the folder for all others. */
const launcher = `import module from "node:module";
module.enableCompileCache(new URL("../compiled", import.meta.url).pathname);
await import("../lib/booking/main.js");
`;

/**
 * Bundles the present sources, as the released package contains them, and returns the path of the program. A run
 * starts hundreds of processes, and each starts in less than half the time of the sources.
 */
export async function makeProgram(folder: string): Promise<string> {
  const program = join(folder, "bin", "booking.js");
  try {
    await bundleProgram(resolve(), { dir: join(folder, "lib", "booking"), format: "es" });
    mkdirSync(join(folder, "bin"));
    writeFileSync(join(folder, "package.json"), '{"type":"module"}\n');
    writeFileSync(program, launcher);
    // The program's other files are the sources' own.
    for (const part of ["contract", "src", "console", "docs"]) {
      symlinkSync(resolve(part), join(folder, part));
    }
    await startMs([process.execPath, program]);
  } catch (cause) {
    throw new Error(
      `The program that the tests start could not be bundled: ${(cause as Error).message}\n` +
        "`npm test -- --sources` starts the sources instead.",
      { cause },
    );
  }
  return program;
}

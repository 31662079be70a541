import { startProgram, type Program } from "./start-program.ts";
import type { CompiledOrder } from "../references/compiled-order.ts";
import type { ReferenceName } from "../references/references.ts";

/** Starts a bare server for comparison, in a process of its own like the service. */
export function startReference(
  name: ReferenceName,
  databaseUrl: string,
  options: { readonly log: string; readonly extra?: readonly string[]; readonly counted?: boolean },
): Promise<Program> {
  return startProgram({
    counted: options.counted === true,
    words: ["bench/references/main.ts", name, databaseUrl, ...(options.extra ?? [])],
    log: options.log,
    environment: { NODE_ENV: "production", NODE_NO_WARNINGS: "1" },
    readPort: readListening,
  });
}

/** Starts the same server in Go from the built program. */
export function startCompiled(
  executable: string,
  order: CompiledOrder,
  options: { readonly log: string },
): Promise<Program> {
  return startProgram({
    executable,
    words: [JSON.stringify(order)],
    log: options.log,
    readPort: readListening,
  });
}

function readListening(output: string): number | null {
  const port = /^listening (\d+)$/m.exec(output)?.[1];
  return port === undefined ? null : Number(port);
}

import type { Command } from "commander";

const ofOperations = new WeakSet<Command>();

/** Notes that the command is one of operations. */
export function noteOperation(command: Command): void {
  ofOperations.add(command);
}

/** Whether the command is one of operations, which a service runs as well. */
export function runsOnServer(command: Command): boolean {
  return ofOperations.has(command);
}

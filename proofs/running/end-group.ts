/**
 * Ends the processes that are left of a group. A proof leads a group of its own, which the servers that it starts
 * belong to. PostgreSQL's guardian has another group: it ends its server when the proof has ended.
 */
export function endGroup(leader: number): void {
  try {
    process.kill(-leader, "SIGKILL");
  } catch {
    // Nobody is left.
  }
}

/** Until it is disposed, this process and its group end when the process that started it ends. */
export function endGroupWithParent(): Disposable {
  const end = () => endGroup(process.pid);
  process.once("disconnect", end);
  return { [Symbol.dispose]: () => process.off("disconnect", end) };
}

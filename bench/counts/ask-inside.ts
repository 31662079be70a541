import { once } from "node:events";
import type { Program } from "../programs/start-program.ts";
import type { Inside, Order } from "./inside.ts";

/** Counts inside a program while `work` sends it requests. */
export async function countInside(
  { counter }: Program,
  kind: Exclude<Order, "end">,
  work: () => Promise<unknown>,
): Promise<Inside> {
  if (counter === null) throw new Error("The program does not count.");
  counter.send(kind);
  await work();
  const answered = once(counter, "message");
  counter.send("end");
  const [counts] = await answered;
  return counts as Inside;
}

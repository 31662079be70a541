import type { Command as Told, Shown, Values } from "../../operations/operation.ts";
import { CommandFailed, type CommandContext } from "../command-context.ts";
import { answerIn, sentenceIn, zoneOf, type Zones } from "./one-clock.ts";

/** Prints an answer, by the clocks of `zones`; null leaves its times as they were sent. */
export async function printAnswer<A>(
  context: CommandContext,
  told: Told<A>,
  {
    answer,
    values,
    zones,
  }: { readonly answer: Shown<A>; readonly values: Values; readonly zones: Zones | null },
): Promise<void> {
  const data = told.json?.(answer) ?? without(told.omits ?? [], answer);
  const isText = told.jsonLines === true || !context.json;
  const shown = zones === null ? answer : answerIn(zones, answer, values);
  const text = isText ? ((await told.print?.(shown, context.width, values, answer)) ?? "") : "";
  const failure = told.fails?.(shown, values) ?? null;
  if (told.jsonLines === true) context.standardOutput.write(text === "" ? "" : `${text}\n`);
  else if (failure === null || !context.json) context.print(data, text);
  if (failure !== null) throw new CommandFailed(failure, data);
  for (const said of told.say?.(answer, values) ?? []) {
    if (said === false) continue;
    context.say(zones === null ? said : sentenceIn(zoneOf(zones, answer, values), said));
  }
}

/** The answer, or each item of a list, without these fields. */
function without(omitted: readonly string[], answer: unknown): unknown {
  if (omitted.length === 0) return answer;
  if (Array.isArray(answer)) return answer.map((item) => without(omitted, item));
  const kept = Object.entries(answer as object).filter(([name]) => !omitted.includes(name));
  return Object.fromEntries(kept);
}

import type { TSchema } from "typebox";
import {
  Booking as BookingShape,
  formatConcerned,
  type Booking,
} from "../../operations/bookings/bookings.ts";
import type {
  Command as CommandDefinition,
  Operation,
  Shown,
  Values,
} from "../../operations/machinery/operation.ts";
import { visibleText } from "../../operations/machinery/visible-text.ts";
import { CommandFailed, type CommandContext } from "../command-context.ts";
import { localised, sentenceIn, type Nested } from "./localise-answer.ts";
import type { Zones } from "./one-clock.ts";

/** Prints an answer, by the clocks of `zones`; null leaves its times as they were sent. */
export async function printAnswer<A>(
  context: CommandContext,
  operation: Operation<A>,
  definition: CommandDefinition<A>,
  {
    answer,
    values,
    zones,
    concerned = null,
  }: {
    readonly answer: Shown<A>;
    readonly values: Values;
    readonly zones: Zones | null;
    /** The bookings that the answer names by id, where they could be read. */
    readonly concerned?: readonly Booking[] | null;
  },
): Promise<void> {
  const data = definition.json?.(answer) ?? without(definition.omits ?? [], answer);
  const schema = definition.shows ?? schemaOf(operation, answer);
  const shown =
    zones === null || schema === null
      ? answer
      : (localised(zones, answer, zones.of(values["interaction"]), schema) as Shown<A>);
  const failure = definition.fails?.(shown, values) ?? null;
  await printShown(context, definition, { data, failure }, async () => {
    if (definition.concerns !== undefined) {
      return concernedText(definition.concerns(answer), concerned, zones, context.width);
    }
    return (await definition.print?.(shown, context.width, { values, exact: answer })) ?? "";
  });
  if (failure !== null) throw new CommandFailed(failure, data);
  for (const said of definition.say?.(answer, values) ?? []) {
    if (said === false) continue;
    context.say(zones === null ? said : sentenceIn(zoneOf(zones, answer, values), said));
  }
}

/** Prints the text, or the data with `--json`. The text of `jsonLines` is data itself. */
async function printShown(
  context: CommandContext,
  { jsonLines }: Pick<CommandDefinition, "jsonLines">,
  { data, failure }: { readonly data: unknown; readonly failure: string | null },
  textOf: () => Promise<string>,
): Promise<void> {
  if (jsonLines === true) {
    const lines = await textOf();
    context.standardOutput.write(lines === "" ? "" : `${visibleText(lines)}\n`);
    return;
  }
  if (!context.json) {
    context.print(data, await textOf());
    return;
  }
  // The failure itself prints the data (`runProgram`).
  if (failure === null) context.print(data, "");
}

/** The bookings, below them the ids of those that were not read. */
function concernedText(
  ids: readonly string[],
  concerned: readonly Booking[] | null,
  zones: Zones | null,
  width: number,
): string {
  if (concerned === null || concerned.length === 0) return ids.join("\n");
  const shown =
    zones === null
      ? concerned
      : concerned.map((each) => localised(zones, each, zones.of(), BookingShape) as Booking);
  const known = new Set(concerned.map(({ booking }) => booking));
  const others = ids.filter((id) => !known.has(id));
  return [formatConcerned(shown, width), ...others].join("\n");
}

/** The answer, or each item of a list, without these fields. */
function without(omitted: readonly string[], answer: unknown): unknown {
  if (omitted.length === 0) return answer;
  if (Array.isArray(answer)) return answer.map((item) => without(omitted, item));
  const kept = Object.entries(answer as object).filter(([name]) => !omitted.includes(name));
  return Object.fromEntries(kept);
}

/** The zone of the sentences about an answer. */
function zoneOf(zones: Zones, answer: unknown, { interaction }: Values): string {
  const own = (answer as { readonly interaction?: unknown } | null)?.interaction;
  return zones.of(own ?? interaction);
}

/** The schema of what a command shows: of a list or a page, that of its items. */
function schemaOf<A>({ answers }: Operation<A>, shown: unknown): TSchema | null {
  const schema = Object.values(answers).find((each) => each !== null);
  if (schema === undefined || schema === null) return null;
  const { properties } = schema as Nested;
  return Array.isArray(shown) ? (properties?.["items"] ?? schema) : schema;
}

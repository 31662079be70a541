import { parseInstant } from "../../domain/instant.ts";
import { zonedTime } from "../../domain/local-time.ts";
import type { Command as Told, Shown, Values } from "../../operations/machinery/operation.ts";
import { visibleText } from "../../operations/machinery/visible-text.ts";
import { CommandFailed, type CommandContext } from "../command-context.ts";
import type { Zones } from "./one-clock.ts";

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
  if (told.jsonLines === true)
    context.standardOutput.write(text === "" ? "" : `${visibleText(text)}\n`);
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

/** The zone of the sentences about an answer. */
function zoneOf(zones: Zones, answer: unknown, { interaction }: Values): string {
  const own = (answer as { readonly interaction?: unknown } | null)?.interaction;
  return zones.of(own ?? interaction);
}

const instants = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;

export function hasInstants(thing: unknown): boolean {
  return JSON.stringify(thing)?.search(instants) > -1;
}

/** A sentence with its times by the zone's clocks. */
function sentenceIn(timezone: string, text: string, to: "minute" | "second" = "minute"): string {
  return text.replace(instants, (at) => zonedTime(parseInstant(at) ?? 0, timezone, to));
}

/** Fields that hold the start of a slot, or of several; their hours have no seconds (A98). */
const slotField = /^(?:slot|from|to|created|existing|(?:slot_)?starting_at)$/;
/** Fields that hold any other time, or times. */
const timeField = /(?:^|_)at$|^(?:check_ins|waiting_since)$/;

/** To what a field's time is shown; null for a field without a time. */
function precisionOf(field: string): "minute" | "second" | null {
  if (slotField.test(field)) return "minute";
  return timeField.test(field) ? "second" : null;
}

/** Sentences of the service, which may name times. */
const sentenceField = /^(?:rule|facts|why|subject|message)$/;
/** What callers sent and were answered stays as it was. */
const verbatim = new Set(["request", "answer"]);

/** An answer with its times by the clocks of the campaigns that it names. */
function answerIn<A>(zones: Zones, answer: A, values: Values): A {
  return localised(zones, answer, zones.of(values["interaction"]), "") as A;
}

function localised(zones: Zones, value: unknown, zone: string, field: string): unknown {
  if (typeof value === "string") {
    const to = value.replace(instants, "") === "" ? precisionOf(field) : null;
    if (to !== null) return sentenceIn(zone, value, to);
    return sentenceField.test(field) ? sentenceIn(zone, value) : value;
  }
  // Details of a record have times as numbers.
  if (typeof value === "number") {
    return field.endsWith("_at") ? zonedTime(value, zone, precisionOf(field) ?? "second") : value;
  }
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => localised(zones, each, zone, field));
  const { timezone, interaction } = value as Readonly<Record<string, unknown>>;
  const own = interaction === undefined ? zone : zones.of(interaction);
  const inner = typeof timezone === "string" ? timezone : own;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      verbatim.has(name) ? each : localised(zones, each, inner, name),
    ]),
  );
}

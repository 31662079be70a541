import { parseInstant } from "../../domain/instant.ts";
import { zonedTime } from "../../domain/local-time.ts";
import type { TSchema } from "typebox";
import {
  Booking as BookingShape,
  formatConcerned,
  type Booking,
} from "../../operations/bookings/bookings.ts";
import { meaningOf } from "../../operations/machinery/meaning.ts";
import type {
  Command as CommandDefinition,
  Operation,
  Shown,
  Values,
} from "../../operations/machinery/operation.ts";
import { visibleText } from "../../operations/machinery/visible-text.ts";
import { CommandFailed, type CommandContext } from "../command-context.ts";
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
  const isText = definition.jsonLines === true || !context.json;
  const schema = zones === null ? null : (definition.shows ?? schemaOf(operation, answer));
  const shown =
    zones === null || schema === null
      ? answer
      : (localised(zones, answer, zones.of(values["interaction"]), schema) as Shown<A>);
  const text = !isText
    ? ""
    : definition.concerns === undefined
      ? ((await definition.print?.(shown, context.width, values, answer)) ?? "")
      : concernedText(definition.concerns(answer), concerned, zones, context.width);
  const failure = definition.fails?.(shown, values) ?? null;
  if (definition.jsonLines === true)
    context.standardOutput.write(text === "" ? "" : `${visibleText(text)}\n`);
  else if (failure === null || !context.json) context.print(data, text);
  if (failure !== null) throw new CommandFailed(failure, data);
  for (const said of definition.say?.(answer, values) ?? []) {
    if (said === false) continue;
    context.say(zones === null ? said : sentenceIn(zoneOf(zones, answer, values), said));
  }
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

const instants = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;

export function hasInstants(thing: unknown): boolean {
  return JSON.stringify(thing)?.search(instants) > -1;
}

/** A sentence with its times by the zone's clocks. */
function sentenceIn(timezone: string, text: string, to: "minute" | "second" = "minute"): string {
  return text.replace(instants, (at) => zonedTime(parseInstant(at) ?? 0, timezone, to));
}

interface Nested {
  readonly format?: string;
  readonly type?: string;
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly patternProperties?: Readonly<Record<string, TSchema>>;
  readonly items?: TSchema;
  readonly anyOf?: readonly TSchema[];
}

/** The schema of what a command shows: of a list or a page, that of its items. */
function schemaOf<A>({ answers }: Operation<A>, shown: unknown): TSchema | null {
  const schema = Object.values(answers).find((each) => each !== null);
  if (schema === undefined || schema === null) return null;
  const { properties } = schema as Nested;
  return Array.isArray(shown) ? (properties?.["items"] ?? schema) : schema;
}

/** An answer with its times by the clocks of the campaigns that it names, as its schema says what each field is. */
function localised(zones: Zones, value: unknown, zone: string, schema: TSchema): unknown {
  const what = meaningOf(schema);
  const { format, anyOf } = schema as Nested;
  if (what === "details") return recordIn(zone, value);
  if (anyOf !== undefined) {
    const branch = anyOf.find((each) => (each as Nested).type !== "null");
    return branch === undefined || value === null ? value : localised(zones, value, zone, branch);
  }
  if (typeof value === "string") {
    if (format === "date-time")
      return sentenceIn(zone, value, what === "start" ? "minute" : "second");
    return what === "sentence" ? sentenceIn(zone, value) : value;
  }
  if (typeof value !== "object" || value === null) return value;
  const { items, properties = {}, patternProperties = {} } = schema as Nested;
  if (Array.isArray(value)) {
    return items === undefined ? value : value.map((each) => localised(zones, each, zone, items));
  }
  const inner = zoneBeside(zones, properties, value as Values) ?? zone;
  const [ofAny] = Object.values(patternProperties);
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => {
      const field = properties[name] ?? ofAny;
      return [name, field === undefined ? each : localised(zones, each, inner, field)];
    }),
  );
}

/** The zone that an object names, or that of its campaign; null where it names none. */
function zoneBeside(
  zones: Zones,
  properties: Readonly<Record<string, TSchema>>,
  value: Values,
): string | null {
  let zone: string | null = null;
  for (const [name, field] of Object.entries(properties)) {
    const what = meaningOf(field);
    if (what === "zone" && typeof value[name] === "string") return value[name];
    if (what === "campaign" && value[name] !== undefined) zone = zones.of(value[name]);
  }
  return zone;
}

/** The start of a slot in a record; its hour has no seconds (A98). */
const startInRecord = /^(?:slot|from|to|(?:slot_)?starting_at)$/;

/** What a record keeps has no schema: its times are numbers whose names end in `_at`, or whole texts. */
function recordIn(zone: string, value: unknown, name = ""): unknown {
  const to = startInRecord.test(name) ? "minute" : "second";
  if (typeof value === "number") return name.endsWith("_at") ? zonedTime(value, zone, to) : value;
  if (typeof value === "string") {
    return value.replace(instants, "") === "" ? sentenceIn(zone, value, to) : value;
  }
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => recordIn(zone, each, name));
  return Object.fromEntries(
    Object.entries(value).map(([each, inner]) => [each, recordIn(zone, inner, each)]),
  );
}

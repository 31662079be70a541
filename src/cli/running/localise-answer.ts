import type { TSchema } from "typebox";
import { parseInstant } from "../../domain/instant.ts";
import { zonedTime } from "../../domain/local-time.ts";
import { meaningOf } from "../../operations/machinery/meaning.ts";
import type { Values } from "../../operations/machinery/operation.ts";
import type { Zones } from "./one-clock.ts";

/** The parts of a schema by which an answer is walked through. */
export interface Nested {
  readonly format?: string;
  readonly type?: string;
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly patternProperties?: Readonly<Record<string, TSchema>>;
  readonly items?: TSchema;
  readonly anyOf?: readonly TSchema[];
}

/** An answer with its times by the clocks of the campaigns that it names, as its schema says what each field is. */
export function localised(zones: Zones, value: unknown, zone: string, schema: TSchema): unknown {
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

const instants = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;

export function hasInstants(thing: unknown): boolean {
  return JSON.stringify(thing)?.search(instants) > -1;
}

/** A sentence with its times by the zone's clocks. */
export function sentenceIn(
  timezone: string,
  text: string,
  to: "minute" | "second" = "minute",
): string {
  return text.replace(instants, (at) => zonedTime(parseInstant(at) ?? 0, timezone, to));
}

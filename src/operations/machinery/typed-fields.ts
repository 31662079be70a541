import { Type, type TObject, type TProperties, type TSchema } from "typebox";
import { formatInstant } from "../../domain/instant.ts";
import {
  oneOf,
  readBookingId,
  readInstant,
  wholeFrom,
  choicesOfReader,
  WrongUsage,
} from "./arguments.ts";
import type { Command, Operation } from "./operation.ts";
import type { TypedField } from "./typed-field.ts";
import { readSlotStart, timeAbout, timeReader } from "./typed-time.ts";

/** A field of an operation as its command takes it. */
export interface Field {
  readonly name: string;
  /** Without dashes. */
  readonly flag: string;
  readonly alias: string | null;
  /** The word for its value in the help; null for a switch, which has none. */
  readonly shown: string | null;
  readonly about: string;
  readonly isList: boolean;
  readonly isRequired: boolean;
  /** Sent where it is left out. */
  readonly byDefault: unknown;
  /** Whether a file with the value is typed. */
  readonly isOfFile: boolean;
  readonly read: (text: string) => unknown;
  /** All that may be typed; null where that is no list. */
  readonly choices: readonly string[] | null;
}

const slot = {
  flag: "slot",
  shown: "time",
  about: `start of the slot: ${timeAbout}`,
  // Slots start on a millisecond.
  read: readSlotStart,
};

const hostAbout = "where the activity offers a choice of hosts";

/** Fields that are typed alike in every command. */
const alike: Readonly<Record<string, TypedField>> = {
  interaction: { shown: "public_key", about: "the campaign's public key" },
  activity: { shown: "id", about: "the activity's id" },
  // Empty counts as left out, for a script whose activity has none.
  host: { shown: "id", about: hostAbout, read: (text) => (text === "" ? undefined : text) },
  ticket_type: { shown: "id", about: "the ticket type's id" },
  external_id: { shown: "id" },
  request_id: { shown: "id" },
  booking: { about: "the booking's UUID", read: readBookingId },
  slot,
  starting_at: slot,
  slot_starting_at: slot,
  from: { read: timeReader("time", Math.ceil, "start") },
  to: { read: timeReader("time", Math.floor, "end") },
};

/** The fields that are typed: in the order of path, query and body, then those of the command alone. */
export function typedFields<A>(operation: Operation<A>, command: Command<A>): Field[] {
  const { params, query, body } = operation;
  const { tenant: _, environment: _of, ...ofPath } = params.properties;
  const inBody = body?.type === "application/json" ? (body.schema as TObject) : null;
  const ofCommand = Type.Object(command.more ?? {});
  const required = new Set(
    [Object.keys(ofPath), ...[query, inBody, ofCommand].map(requiredOf)].flat(),
  );
  const all: TProperties = {
    ...ofPath,
    ...query.properties,
    ...inBody?.properties,
    ...command.more,
  };
  return Object.entries(all).flatMap(([name, schema]) => {
    const own = command.typed?.[name];
    const isOfPages = name === "cursor" || (name === "limit" && command.limit === undefined);
    if (own === null || isOfPages) return [];
    const limit = name === "limit" ? { about: "how many at the most" } : null;
    const isRequired = required.has(name);
    return fieldOf(name, schema, { ...alike[name], ...limit, ...own }, isRequired);
  });
}

function requiredOf(object: TObject | null): readonly string[] {
  return (object?.required ?? []) as readonly string[];
}

function fieldOf(name: string, given: TSchema, typed: TypedField, isRequired: boolean): Field {
  const { schema, description } = withoutNull(given);
  const isList = schema.type === "array";
  const one = isList ? (schema.items as JsonSchema) : schema;
  const flag = typed.flag ?? name.replaceAll("_", "-");
  return {
    name,
    flag,
    alias: typed.alias ?? null,
    shown: one.type === "boolean" ? null : (typed.shown ?? shownOf(one, flag)),
    about: typed.about ?? inHelp(description ?? ""),
    isList,
    isRequired:
      isRequired && one.type !== "boolean" && typed.optional !== true && !("byDefault" in typed),
    byDefault: typed.byDefault,
    isOfFile: typed.ofFile === true,
    choices: typed.read === undefined ? choicesOf(one) : choicesOfReader(typed.read),
    read: typed.read ?? readerOf(one, typed.noun ?? name.replaceAll("_", " "), flag),
  };
}

/** The parts of a schema that say how it is typed. */
interface JsonSchema {
  readonly type?: string;
  readonly format?: string;
  readonly description?: string;
  readonly minimum?: number;
  readonly minLength?: number;
  readonly const?: unknown;
  readonly items?: unknown;
  readonly anyOf?: readonly JsonSchema[];
}

/** What is typed is never null: to leave a field out says that. */
function withoutNull(given: JsonSchema): { schema: JsonSchema; description: string | undefined } {
  const { anyOf = [], description } = given;
  const values = anyOf.filter(({ type }) => type !== "null");
  const [only] = values;
  if (values.length === anyOf.length || only === undefined) return { schema: given, description };
  const schema = values.length === 1 ? only : { ...given, anyOf: values };
  return { schema, description: description ?? only.description };
}

function shownOf({ type, format }: JsonSchema, flag: string): string {
  if (type === "integer") return "n";
  if (format === "date-time") return "time";
  return type === "string" ? "text" : flag;
}

/** A description as the words beside a flag: no capital, no full stop. */
function inHelp(description: string): string {
  const [first = "", second = ""] = description;
  const isName = second !== second.toLowerCase();
  return (isName ? first : first.toLowerCase()) + description.slice(1).replace(/\.$/, "");
}

function choicesOf({ anyOf }: JsonSchema): readonly string[] | null {
  return anyOf?.map(({ const: word }) => String(word)) ?? null;
}

function readerOf(schema: JsonSchema, noun: string, flag: string): (text: string) => unknown {
  const { type, format, minimum = 0, minLength = 0 } = schema;
  const choices = choicesOf(schema);
  if (type === "integer") return wholeFrom(minimum);
  if (format === "date-time") return (text) => formatInstant(readInstant(text));
  if (choices !== null) return oneOf(noun, choices);
  return (text) => {
    if (text.length < minLength) throw new WrongUsage(`--${flag} must not be empty.`);
    return text;
  };
}

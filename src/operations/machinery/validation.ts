import type { TObject, TSchema } from "typebox";
import { Compile } from "typebox/schema";
import { counted } from "../../domain/wording.ts";
import { uuidPattern } from "./fields.ts";
import { isMismatch, type Reader } from "../../domain/data-file/values.ts";
import type { Refused } from "../../domain/refusal.ts";

// `typebox/compile` would load 146 modules more.

/** Returns the first mismatch of a value, or null. `place` stands for the value as a whole. */
type Validate = (value: unknown) => BadInput | null;

/** Compiles the schema when it is first used: all schemas at once would hold each start up by 150 ms. */
export function validatorOf(schema: TSchema, place: string): Validate {
  let compiled: ReturnType<typeof Compile> | null = null;
  return (value) => {
    const stray = strayField(value, schema);
    if (stray !== null) return new BadInput(stray.slice(0, 100), "is no field here");
    compiled ??= Compile(schema);
    if (compiled.Check(value)) return null;
    const [, mismatches] = compiled.Errors(value);
    return badInput(place, mismatches);
  };
}

/** An object with so many fields beyond those of its schema is no slip. */
const strayFieldsMost = 20;

/**
 * A field that there is not, of an object with many of them; null for any other value. To list every
 * mismatch would cost far more than reading the body, and a sender without a key could ask for that.
 */
function strayField(value: unknown, schema: TSchema): string | null {
  const { properties, additionalProperties } = schema as Partial<
    TObject & { additionalProperties: unknown }
  >;
  if (properties === undefined || additionalProperties !== false) return null;
  if (typeof value !== "object" || value === null) return null;
  const names = Object.keys(value);
  if (names.length <= Object.keys(properties).length + strayFieldsMost) return null;
  return names.find((name) => !Object.hasOwn(properties, name)) ?? null;
}

/** A difference between a value and its schema, as the validator reports it. */
export interface Mismatch {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: object;
}

/** Names the first field that differs and what it must be. `place` stands for the value as a whole. */
function badInput(place: string, mismatches: readonly Mismatch[]): BadInput {
  const [first] = mismatches;
  if (first === undefined) return new BadInput(place, "is malformed");
  const field = fieldOf(first.instancePath);
  return new BadInput(field === "" ? place : field, expectedBy(first, mismatches));
}

/** `/edits/0/kind` as `edits[0].kind`, and `/status/0`, which a query repeats, as an item of it. */
function fieldOf(path: string): string {
  const list = path.replace(/\/\d+$/, "");
  const field = list
    .slice(1)
    .replaceAll(/\/(\d+)(?=\/)/g, "[$1]")
    .replaceAll("/", ".")
    .slice(0, 100);
  return list === path ? field : `an item of ${field}`;
}

function expectedBy(first: Mismatch, mismatches: readonly Mismatch[]): string {
  // The branches of a union fail one by one, and any of them would do.
  const branches = mismatches.filter(({ instancePath }) => instancePath === first.instancePath);
  const one = choicesOf(branches);
  return one.length > 0 && choice(first) !== null ? `must be ${one.join(" or ")}` : rule(first);
}

function choicesOf(branches: readonly Mismatch[]): string[] {
  return branches.flatMap((branch) => choice(branch) ?? []);
}

/** The words of a mismatch that can be one of several in a union. */
function choice({ keyword, params }: Mismatch): string | null {
  const { allowedValue, type } = params as { allowedValue?: unknown; type?: string };
  if (keyword === "const") return String(allowedValue);
  return keyword === "type" && type !== undefined ? (typeWords[type] ?? type) : null;
}

const typeWords: Readonly<Record<string, string>> = {
  string: "text",
  integer: "an integer",
  number: "a number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
};

function rule({ keyword, params }: Mismatch): string {
  const { limit = 0, requiredProperties = [], pattern } = params as Details;
  switch (keyword) {
    case "boolean":
      return "is no field here";
    case "required":
      return `must have ${requiredProperties.join(" and ")}`;
    case "format":
      return "must be RFC 3339, such as 2030-05-01T08:00:00Z";
    case "pattern":
      return pattern === uuidPattern ? "must be a lower-case UUID" : "is malformed";
    case "minimum":
      return `must be ${limit} or more`;
    case "maximum":
      return `must be ${limit} or less`;
    case "minLength":
      return `must have at least ${counted(limit, "character")}`;
    case "maxLength":
      return `must have at most ${counted(limit, "character")}`;
    case "minItems":
      return `must have at least ${counted(limit, "item")}`;
    case "maxItems":
      return `must have at most ${counted(limit, "item")}`;
    default:
      return "is malformed";
  }
}

interface Details {
  readonly limit?: number;
  readonly requiredProperties?: readonly string[];
  readonly pattern?: unknown;
}

/** A value has not the form that its field needs; the answer is 400. */
export class BadInput extends Error {
  override name = "BadInput";
  readonly field: string;
  /** The field's expected form, as the rest of a sentence, without any value that was sent. */
  readonly expected: string;
  constructor(field: string, expected: string) {
    super(`${field} ${expected}`);
    this.field = field;
    this.expected = expected;
  }
}

type Malformed = Refused<{
  readonly why: "value-malformed";
  readonly field: string;
  readonly expected: string;
}>;

/** Refuses a value that its field's reader does not accept; null for a good one, or for none. */
export function refuseValue(
  field: string,
  reader: Reader<unknown>,
  value: unknown,
): Malformed | null {
  const read = value === null || value === undefined ? null : reader(value, 0);
  return isMismatch(read)
    ? { refused: { why: "value-malformed", field, expected: read.expected } }
    : null;
}

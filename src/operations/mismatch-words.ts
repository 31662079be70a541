import { counted } from "../domain/wording.ts";
import { BadInput } from "./bad-input.ts";
import { uuidPattern } from "./fields.ts";

/** A difference between a value and its schema, as the validator reports it. */
export interface Mismatch {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: object;
}

/** Names the first field that differs and what it must be. `place` stands for the value as a whole. */
export function badInput(place: string, mismatches: readonly Mismatch[]): BadInput {
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

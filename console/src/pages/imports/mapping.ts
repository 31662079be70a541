import type { Operations } from "../../api/operations.ts";

export type SheetPreview = Operations["previewSpreadsheet"]["answer"];
export type SheetColumn = SheetPreview["columns"][number];
type Guessed = NonNullable<SheetPreview["guess"]["columns"][string]>;
export type MappedField = Extract<Guessed, string>;

/** What a value of a column stands for: a text of the column's field, or texts of several fields. */
export type StandsFor = string | Readonly<Record<string, string>>;

export type Meaning =
  | null
  | MappedField
  | { readonly field: MappedField; readonly values: Readonly<Record<string, StandsFor>> };

/** What a spreadsheet's columns are, as the file of `booking import --map` says it. */
export interface Mapping {
  readonly columns: Readonly<Record<string, Meaning>>;
  readonly fixed: Readonly<Record<string, string>>;
  readonly dates?: string | undefined;
}

export function fieldOf(meaning: Meaning | undefined): MappedField | null {
  return typeof meaning === "object" && meaning !== null ? meaning.field : (meaning ?? null);
}

export function valuesOf(meaning: Meaning | undefined): Readonly<Record<string, StandsFor>> {
  return typeof meaning === "object" && meaning !== null ? meaning.values : {};
}

/** Fields whose values another system spells in its own way. */
const translated = [
  "interaction",
  "activity",
  "host",
  "ticket_type",
  "booking_status",
  "checked_in_at",
] as const satisfies readonly MappedField[];
type Translated = (typeof translated)[number];

export function isTranslated(field: MappedField | null): field is Translated {
  return translated.some((each) => each === field);
}

/** Fields that every booking needs and that may be the same in all rows, with the halves that give them. */
const neededFields = [
  ["interaction"],
  ["activity"],
  ["slot_starting_at", "slot_date"],
  ["ticket_type"],
  ["booking_status"],
  ["booked_at", "booked_date"],
] as const satisfies readonly (readonly MappedField[])[];

/** Says that a column is a field, with the guesses for its values; null leaves it out. */
export function withField(
  mapping: Mapping,
  { name, values }: Pick<SheetColumn, "name" | "values">,
  field: MappedField | null,
): Mapping {
  const guesses = (values ?? []).flatMap(({ text, stands_for: guessed }) => {
    const stands = field === null ? undefined : guessed[field];
    return stands === undefined ? [] : [[text, shortOf(field, stands)] as const];
  });
  const meaning: Meaning =
    field === null || !isTranslated(field) || guesses.length === 0
      ? field
      : { field, values: Object.fromEntries(guesses) };
  return withNeeds({ ...mapping, columns: { ...mapping.columns, [name]: meaning } });
}

/** The text alone, where a value stands for its column's field and for no other. */
function shortOf(field: MappedField | null, stands: Readonly<Record<string, string>>): StandsFor {
  const [first, ...others] = Object.entries(stands);
  return first !== undefined && first[0] === field && others.length === 0 ? first[1] : stands;
}

/** Says what a value of a column stands for; null: nothing but its text. */
export function withValue(
  mapping: Mapping,
  column: string,
  text: string,
  stands: StandsFor | null,
): Mapping {
  const field = fieldOf(mapping.columns[column]);
  if (field === null) return mapping;
  const { [text]: _, ...others } = valuesOf(mapping.columns[column]);
  const values = stands === null ? others : { ...others, [text]: stands };
  const meaning = Object.keys(values).length === 0 ? field : { field, values };
  return withNeeds({ ...mapping, columns: { ...mapping.columns, [column]: meaning } });
}

/** Fits the fixed fields to the columns: those that the columns leave open, and those that were fixed beyond them. */
export function withNeeds(mapping: Mapping): Mapping {
  const given = givenBy(mapping);
  const open = neededFields.flatMap((fields) =>
    fields.some((each) => given.has(each)) ? [] : [fields[0]],
  );
  const kept = Object.entries(mapping.fixed).filter(
    ([field]) => !given.has(field) && !open.some((each) => each === field),
  );
  const needed = open.map((field) => [field, mapping.fixed[field] ?? ""] as const);
  return { ...mapping, fixed: Object.fromEntries([...needed, ...kept]) };
}

/** The fields that columns give; a date gives the start of which it is a half. */
function givenBy({ columns }: Pick<Mapping, "columns">): ReadonlySet<string> {
  return new Set(
    Object.values(columns).flatMap((meaning) => {
      const field = fieldOf(meaning);
      const ofValues = Object.values(valuesOf(meaning)).flatMap((stands) =>
        typeof stands === "string" ? [] : Object.keys(stands),
      );
      return field === null ? [] : [field, ...ofValues];
    }),
  );
}

/** Fields that two columns have. */
export function doubledFields({ columns }: Mapping): ReadonlySet<MappedField> {
  const fields = Object.values(columns).map(fieldOf);
  return new Set(
    fields.filter((field, index) => field !== null && fields.indexOf(field) < index),
  ) as ReadonlySet<MappedField>;
}

/** Whether no column says whose a booking is, or which booking it is. */
export function lacksIn(mapping: Mapping): { readonly contact: boolean; readonly name: boolean } {
  const given = givenBy(mapping);
  return {
    contact: !given.has("external_id"),
    name: !given.has("reference") && !given.has("booking"),
  };
}

/** Fields that are the same in every row, and that nobody has filled in yet. */
export function openFields({ fixed }: Pick<Mapping, "fixed">): readonly MappedField[] {
  return (Object.keys(fixed) as readonly MappedField[]).filter((field) => fixed[field] === "");
}

/** Takes over a newer guess where nobody has changed the one before. */
export function withGuess(mapping: Mapping, before: Mapping | null, guess: Mapping): Mapping {
  const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
  const columns = Object.entries(guess.columns).map(([name, meaning]) => {
    const now = mapping.columns[name];
    return [name, now === undefined || isSame(now, before?.columns[name]) ? meaning : now] as const;
  });
  const fixed = Object.entries(mapping.fixed).map(
    ([field, text]) => [field, text === "" ? (guess.fixed[field] ?? "") : text] as const,
  );
  return withNeeds({
    ...mapping,
    columns: Object.fromEntries(columns),
    fixed: Object.fromEntries(fixed),
  });
}

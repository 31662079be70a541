import { parseInstant } from "../instant.ts";
import { plainName } from "./column-names.ts";
import type { MappedField, Translation } from "./sheet-mapping.ts";
import { parseWrittenTime } from "./date-forms.ts";

/** As in `catalogue/near-names.ts`, a folder that imports this one. */
interface Named {
  readonly id: string;
  readonly texts: readonly string[];
}

/** What the account has, by which the values of a spreadsheet are recognised. */
export interface SheetCatalogue {
  readonly interactions: readonly Named[];
  readonly activities: readonly Named[];
  readonly hosts: readonly (Named & { readonly activity: string })[];
  readonly ticketTypes: readonly Named[];
}

/** Fields whose values another system spells in its own way. */
export const translatedFields = [
  "interaction",
  "activity",
  "host",
  "ticket_type",
  "booking_status",
  "checked_in_at",
] as const satisfies readonly MappedField[];
export type TranslatedField = (typeof translatedFields)[number];

export function isTranslated(field: MappedField): field is TranslatedField {
  return translatedFields.some((each) => each === field);
}

/** Whether a text is a time, whatever the order of its day and month. */
export function isTime(text: string): boolean {
  return parseWrittenTime(text) !== null || parseInstant(text) !== null;
}

/**
 * Guesses what a text in a column of this name stands for in a field; null where nothing says it. Without a catalogue the value stands
 * for itself in fields with ids.
 */
export function guessValue(
  field: TranslatedField,
  { text, column }: Readonly<Record<"text" | "column", string>>,
  catalogue: SheetCatalogue | null,
): Translation | null {
  if (field === "booking_status") {
    // Some systems have the attendance among their statuses.
    return attendedWords.test(plainName(text))
      ? { booking_status: "CONFIRMED", checked_in_at: "true" }
      : { booking_status: statusOf(text, column) };
  }
  if (field === "checked_in_at") {
    return isTime(text) ? null : { checked_in_at: attendanceOf(text, column) };
  }
  if (catalogue === null) return { [field]: text };
  if (field === "activity") return activityOf(text, catalogue);
  const found = namedAs(text, catalogue[listOf[field]]);
  return found === null ? null : { [field]: found.id };
}

const listOf = {
  interaction: "interactions",
  host: "hosts",
  ticket_type: "ticketTypes",
} as const satisfies Partial<Record<TranslatedField, keyof SheetCatalogue>>;

function namedAs<T extends Named>(text: string, names: readonly T[]): T | null {
  const plain = plainName(text);
  const found = names.filter(({ id, texts }) =>
    [id, ...texts].some((each) => plainName(each) === plain),
  );
  const [first = null] = found;
  // A name that two have says nothing, unless it is the id of one. A host of several activities is one.
  return (
    found.find(({ id }) => id === text) ??
    (found.every(({ id }) => id === first?.id) ? first : null)
  );
}

/** An activity by its name, or by a text that has its name and perhaps that of a host: `Yoga Mo`. */
function activityOf(text: string, { activities, hosts }: SheetCatalogue): Translation | null {
  const exact = namedAs(text, activities);
  if (exact !== null) return { activity: exact.id };
  const within = namedWithin(text, activities);
  if (within === null) return null;
  const host = namedWithin(
    text,
    hosts.filter(({ activity }) => activity === within.id),
  );
  return { activity: within.id, ...(host !== null && { host: host.id }) };
}

/** The one whose name is the longest that the text has as words of its own. */
function namedWithin<T extends Named>(text: string, names: readonly T[]): T | null {
  const words = ` ${plainName(text)} `;
  const lengthOf = ({ id, texts }: Named) =>
    Math.max(
      0,
      ...[id, ...texts].map((each) => {
        const plain = plainName(each);
        return plain !== "" && words.includes(` ${plain} `) ? plain.length : 0;
      }),
    );
  const [first, second] = names
    .map((named) => ({ named, length: lengthOf(named) }))
    .toSorted((one, other) => other.length - one.length);
  return first === undefined || first.length === 0 || first.length === second?.length
    ? null
    : first.named;
}

const cancelledWords =
  /\b(cancel|annul|storn|abgesagt|geannuleerd|reembols|refund|declin|reject|expired)/;
const waitingWords = /\b(wait|warte|attente|espera|wacht|attesa|pending)/;
const yesWords =
  /^(y|yes|true|1|x|ja|j|oui|o|si|s|attended|checked in|present|da|anwesend|vrai|wahr|checked)$/;

const attendedWords = /^(checked in|attended|showed up|anwesend|erschienen|present|venu|asistio)$/;

function statusOf(text: string, column: string): string {
  const plain = plainName(text);
  // A column called Canceled says yes or no.
  if (cancelledWords.test(plainName(column))) {
    return yesWords.test(plain) || cancelledWords.test(plain) ? "CANCELLED" : "CONFIRMED";
  }
  if (cancelledWords.test(plain)) return "CANCELLED";
  return waitingWords.test(plain) ? "WAITLIST" : "CONFIRMED";
}

/** The names of columns that say who stayed away. */
const absentWords = /\b(no show|absent|ausgeblieben|ausente|assente|afwezig)/;

function attendanceOf(text: string, column: string): string {
  const says = yesWords.test(plainName(text));
  return String(absentWords.test(plainName(column)) ? !says : says);
}

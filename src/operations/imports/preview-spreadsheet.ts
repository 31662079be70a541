import { Type } from "typebox";
import { guessMapping, valuesOf } from "../../domain/data-file/guess-mapping.ts";
import {
  guessValue,
  translatedFields,
  type SheetCatalogue,
} from "../../domain/data-file/guess-values.ts";
import { badLinesOf, isBadContent, type NumberedLine } from "../../domain/data-file/data-line.ts";
import { formatInstant } from "../../domain/instant.ts";
import { hasOwnNames, previewSheet, rowsPreviewed } from "../../domain/data-file/preview-sheet.ts";
import { beginningOfSheet, cellsOfColumn } from "../../domain/data-file/sheet-beginning.ts";
import {
  mappedFields,
  takeMapping,
  type SheetMapping,
} from "../../domain/data-file/sheet-mapping.ts";
import { formatAccountName } from "../../domain/account.ts";
import { namesInSheet } from "../../usecases/operator/import-spreadsheet.ts";
import type { AccountStore } from "../../store/account-store.ts";
import { publicKey, slotStart, time } from "../machinery/fields.ts";
import type { Operation } from "../machinery/operation.ts";
import { ofAccount, operationsOf } from "../machinery/operations-of.ts";
import { DatesOfSheet } from "./sheet-fields.ts";

/** A beginning of a file with its mapping, at most. */
const previewMaxBytes = 2 * 1024 * 1024;

/** Values of a column that are shown as examples. */
const examplesShown = 3;

const Field = Type.Union(mappedFields.map((field) => Type.Literal(field)));
const Fixed = Type.Record(Type.String(), Type.String(), {
  description: "Texts by field.",
});
const Fault = Type.Object({
  field: Type.Union([Type.String(), Type.Null()]),
  expected: Type.String(),
});

const PreviewedBooking = Type.Object({
  booking: Type.String(),
  reference: Type.Optional(Type.String()),
  external_id: Type.String(),
  interaction: Type.String(),
  activity: Type.String(),
  host: Type.Optional(Type.String()),
  slot_starting_at: slotStart("When the slot starts."),
  ticket_type: Type.String(),
  booking_status: Type.String(),
  booked_at: time("When it took its status."),
  tickets: Type.Integer(),
  checked_in: Type.Integer({ description: "How many tickets are checked in." }),
  attendees: Type.Array(Type.String(), { description: "The names of its tickets' attendees." }),
});

const PreviewedSheet = Type.Object({
  names_are_fields: Type.Boolean({
    description:
      "Whether the columns have the names of a booking line's fields: then no mapping is needed.",
  }),
  columns: Type.Array(
    Type.Object({
      name: Type.String(),
      examples: Type.Array(Type.String(), { description: "Its first different values." }),
      values: Type.Union(
        [
          Type.Array(
            Type.Object({
              text: Type.String(),
              stands_for: Type.Record(Type.String(), Fixed, {
                description: "By field: what the value would stand for, with others of its row.",
              }),
            }),
          ),
          Type.Null(),
        ],
        { description: "Its different values with guesses; null where there are more than 50." },
      ),
    }),
  ),
  guess: Type.Object(
    {
      columns: Type.Record(
        Type.String(),
        Type.Union([
          Field,
          Type.Object({
            field: Field,
            values: Type.Record(Type.String(), Type.Union([Type.String(), Fixed])),
          }),
          Type.Null(),
        ]),
      ),
      fixed: Fixed,
    },
    { description: "A mapping to start from; an empty text in `fixed` is one to be filled in." },
  ),
  faults: Type.Array(Fault, { description: "What is wrong with the columns." }),
  rows: Type.Array(
    Type.Object({
      line: Type.Integer(),
      booking: Type.Optional(PreviewedBooking),
      faults: Type.Array(Fault),
    }),
    { description: `The first ${rowsPreviewed} rows as bookings.` },
  ),
});

export const previewSpreadsheet: Operation = operationsOf({
  tag: "Imports",
  below: `${ofAccount}/imports`,
  appliesTo: "campaigns",
})(
  {
    name: "previewSpreadsheet",
    method: "POST",
    path: "/preview",
    writes: false,
    scope: "import",
    summary: "What the columns of a spreadsheet seem to be, and its first rows as bookings.",
    description:
      "The body is a spreadsheet or its beginning, with a mapping before it as for an import. Whether the slots, activities " +
      "and ticket types exist is not looked up: an import with `dry_run` does that.",
    query: Type.Object({
      interaction: Type.Optional(publicKey),
      part: Type.Optional(
        Type.Boolean({ description: "The body is the beginning of a file, which may cut a row." }),
      ),
      dates: DatesOfSheet,
    }),
    body: { type: "text/csv", schema: Type.String(), limitBytes: previewMaxBytes },
    answers: { 200: PreviewedSheet },
  },
  async ({ store }, { query, body, operator, audit }, { id, name }) => {
    const { mapping, wrong, text } = readBody(body);
    const sheet = beginningOfSheet(text, query.part === true);
    if (!("names" in sheet)) return { body: { ...unreadable, faults: faultsOf(sheet) } };
    const door = store.account(id);
    const isOwn = (key: string) => operator.interactions?.includes(key) ?? true;
    const campaigns = (await door.findCampaigns()).filter(({ publicKey: key }) => isOwn(key));
    const [only] = campaigns.length === 1 ? campaigns : [];
    const asked = campaigns.find(({ publicKey: key }) => key === query.interaction);
    const interaction = (query.interaction === undefined ? only : asked)?.publicKey;
    const catalogue = await catalogueOf(door, interaction);
    const zones = new Map(campaigns.map(({ publicKey: key, timezone }) => [key, timezone]));
    const lines = previewSheet(sheet, audit.now, {
      zoneOf: (key) => zones.get(key) ?? null,
      account: formatAccountName(name),
      mapping,
      names: mapping && (await namesInSheet(door, mapping, operator.interactions)),
      dates: query.dates,
    });
    const ofHeader = lines.filter(({ line }) => line === sheet.header.line);
    return {
      body: {
        names_are_fields: hasOwnNames(sheet),
        columns: sheet.names.map((column, index) => {
          const texts = cellsOfColumn(sheet, index);
          const values = valuesOf(texts, catalogue);
          return {
            name: column,
            examples: [...new Set(texts)].filter((each) => each !== "").slice(0, examplesShown),
            values: values && values.map((each) => guessedValue(each, column, catalogue)),
          };
        }),
        guess: guessMapping(sheet, catalogue),
        faults: [...wrong, ...ofHeader.flatMap(faultsOf)],
        rows: lines.flatMap((line) =>
          line.line === sheet.header.line ? [] : [previewedRow(line)],
        ),
      },
    };
  },
);

/** The answer about a file that is no spreadsheet. */
const unreadable = {
  names_are_fields: false,
  columns: [],
  guess: { columns: {}, fixed: {} },
  rows: [],
};

interface ReadBody {
  readonly mapping: SheetMapping | undefined;
  /** What is wrong with a mapping that cannot be used. */
  readonly wrong: readonly { readonly field: string; readonly expected: string }[];
  readonly text: string;
}

function readBody(body: string): ReadBody {
  const bytes = Buffer.from(body);
  const { mapping, length } = takeMapping(bytes);
  const text = bytes.subarray(length).toString();
  if (mapping === null) return { mapping: undefined, wrong: [], text };
  return "wrong" in mapping
    ? { mapping: undefined, wrong: [{ field: "map", expected: mapping.wrong }], text }
    : { mapping, wrong: [], text };
}

/** What the values of a spreadsheet can stand for: those of one campaign, where it is known. */
async function catalogueOf(
  door: Pick<AccountStore, "listCatalogue">,
  interaction: string | undefined,
): Promise<SheetCatalogue> {
  if (interaction === undefined) {
    return { interactions: [], activities: [], hosts: [], ticketTypes: [] };
  }
  const [activities, hosts, types] = await Promise.all(
    (["activity", "host", "ticket_type"] as const).map(
      (kind) => door.listCatalogue({ kind, interaction }) as Promise<readonly NamedLine[]>,
    ),
  );
  return {
    interactions: [{ id: interaction, texts: [] }],
    activities: (activities ?? []).map(named),
    hosts: (hosts ?? []).map((line) => ({ ...named(line), activity: line.activity ?? "" })),
    ticketTypes: (types ?? []).map(named),
  };
}

/** Lines of the catalogue, as far as they name something. */
interface NamedLine {
  readonly id: string;
  readonly activity?: string;
  readonly title?: Readonly<Record<string, string>>;
  readonly display_name?: string;
}

function named({ id, title = {}, display_name: name }: NamedLine) {
  return { id, texts: [...Object.values(title), ...(name === undefined ? [] : [name])] };
}

function guessedValue(text: string, column: string, catalogue: SheetCatalogue) {
  const guesses = translatedFields.flatMap((field) => {
    const guess = guessValue(field, { text, column }, catalogue);
    return guess === null ? [] : [[field, guess] as const];
  });
  return { text, stands_for: Object.fromEntries(guesses) };
}

function previewedRow(numbered: NumberedLine) {
  const { line, content } = numbered;
  const faults = faultsOf(numbered);
  if (isBadContent(content) || content.kind !== "booking") return { line, faults };
  const { booking, external_id, interaction, activity, ticket_type, tickets } = content;
  const people = tickets.map(({ attendee }) => attendee);
  return {
    line,
    faults,
    booking: {
      booking,
      external_id,
      interaction,
      activity,
      ticket_type,
      ...(content.host !== null && { host: content.host }),
      ...(typeof content.reference === "string" && { reference: content.reference }),
      booking_status: content.booking_status,
      slot_starting_at: formatInstant(content.slot_starting_at),
      booked_at: formatInstant(content.booked_at),
      tickets: tickets.length,
      checked_in: people.filter((each) => each.checked_in_at !== null).length,
      attendees: people.flatMap(({ display_name: each }) => (each === null ? [] : [each])),
    },
  };
}

function faultsOf({ line, content }: NumberedLine) {
  return isBadContent(content)
    ? badLinesOf(content, line).map(({ field, expected }) => ({ field, expected }))
    : [];
}

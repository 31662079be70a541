import { sql, type Kysely, type QueryCreator } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import type { BookingStatus } from "../../domain/booking.ts";
import { prepareCatalogueReader } from "../catalogue/catalogue-reader.ts";
import { catalogueKeyText, type ShownCatalogue } from "../catalogue/remembered-catalogues.ts";
import { DatabaseUnavailable, type Engine } from "../engine.ts";
import { keepForEngine, prepareRows } from "../statement.ts";
import { OverfullPages } from "./overfull-pages.ts";
import type { Tables } from "../tables.ts";

/** Which of a contact's bookings match. Null matches every booking. */
interface ListFilters {
  /** The campaign's number. */
  readonly interaction: number | null;
  /** Earliest and latest slot start, milliseconds UTC, both inclusive. */
  readonly from: number | null;
  readonly to: number | null;
  readonly statuses: readonly BookingStatus[] | null;
}

export const everyBookingOfContact: ListFilters = {
  interaction: null,
  from: null,
  to: null,
  statuses: null,
};

/** One page of a contact's bookings. */
export interface ContactBookingsQuestion extends ListFilters {
  readonly externalId: string;
  readonly limit: number;
  readonly offset: number;
}

/** A booking with the catalogue texts that its record shows. */
export interface ContactBooking extends Omit<ShownCatalogue, "durations"> {
  readonly id: string;
  readonly slotStartingAt: number;
  readonly status: BookingStatus;
  readonly bookedAt: number;
  /** The slot's own length; null when it has none. */
  readonly slotDurationInMinutes: number | null;
}

export interface ContactBookings {
  readonly bookings: readonly ContactBooking[];
  /** The number of bookings that match, on all pages. */
  readonly totalCount: number;
}

/** How often a page past the end is read again because bookings came to it while they were counted. */
const maxAttempts = 5;

/**
 * Lists a contact's bookings by slot start, then booking id, so pages are stable (decision A7). An unknown
 * contact has no bookings.
 *
 * Bookings and total come from one statement, because a change may be committed between two: a caller would
 * read bookings without a total, or a total without its bookings. Counting costs as much as a short page, so a
 * first page that is expected to hold the whole list is read without it and with one row more than it shows.
 * Where that row is there, the page is read again with its total.
 *
 * Each statement also reads the version of the account's catalogue. The catalogue's texts are remembered in
 * the process under that version, so the page shows the texts that were valid when the bookings were read.
 */
export async function findContactBookings(
  engine: Engine,
  accountId: AccountId,
  question: ContactBookingsQuestion,
): Promise<ContactBookings> {
  const { prepared, overfull, showCatalogue } = listsOf(engine);
  if (question.statuses?.length === 0) return { bookings: [], totalCount: 0 };
  const shape = shapeOf(question);
  let statements = prepared.get(shape);
  if (statements === undefined) {
    statements = prepareListStatements(engine, question);
    prepared.set(shape, statements);
  }
  const { externalId, limit, offset } = question;
  // The statement of this shape has no parameter for a filter that is null.
  const values = { accountId, ...question } as Values;
  const firstPage = { kind: `${shape}/${limit}`, accountId, externalId };
  let page: Page | undefined;
  if (offset > 0) {
    page = await readLaterPage(statements, values);
  } else if (!overfull.expects(firstPage)) {
    // A function of its own would cost most lists two promises more.
    const rows = await statements.uncountedPage({ ...values, limit: limit + 1 });
    overfull.note(firstPage, rows.length > limit);
    if (rows.length <= limit) page = { rows, totalCount: rows.length };
  }
  if (page === undefined) {
    page = await readFirstPage(statements, values);
    overfull.note(firstPage, page.totalCount > limit);
  }
  const bookings = await showCatalogue(accountId, page.rows, toContactBooking);
  return { bookings, totalCount: page.totalCount };
}

const listsOf = keepForEngine((engine) => ({
  // Each combination of filters has a statement text of its own: an optional condition inside one text would
  // keep the database from using its index.
  prepared: new Map<string, ListStatements>(),
  overfull: new OverfullPages(),
  showCatalogue: prepareCatalogueReader(engine),
}));

interface Page {
  readonly rows: readonly Row[];
  readonly totalCount: number;
}

async function readFirstPage(statements: ListStatements, values: Values): Promise<Page> {
  const rows = await statements.firstPage(values);
  return { rows, totalCount: rows[0]?.[6] ?? 0 };
}

async function readLaterPage(statements: ListStatements, values: Values): Promise<Page> {
  const { offset } = values;
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const rows = await statements.laterPage(values);
    const fromHere = rows[0]?.[6];
    if (fromHere !== undefined) return { rows, totalCount: offset + fromHere };
    // A page without rows brings no total. A total of at most the offset shows that the page is past the end; a
    // greater one, that bookings came to it between the two statements.
    const [total] = await statements.count(values);
    if (total === undefined) throw new Error("The count of a contact's bookings returned no row.");
    const [totalCount] = total;
    if (totalCount <= offset) return { rows, totalCount };
  }
  throw new DatabaseUnavailable("The contact's bookings change faster than they can be read.");
}

type Values = { readonly accountId: AccountId } & {
  readonly [Name in Exclude<keyof ContactBookingsQuestion, "statuses">]: NonNullable<
    ContactBookingsQuestion[Name]
  >;
};

/** The columns of a page, in their order. */
type Row = readonly [
  catalogueVersion: number,
  cataloguePlace: string,
  id: string,
  slotStartingAt: number,
  status: BookingStatus,
  bookedAt: number,
  /** The number of bookings from the first one of the page on. */
  fromHere?: number,
];

function shapeOf({ interaction, from, to, statuses }: ListFilters): string {
  const filters =
    (interaction === null ? "" : "i") + (from === null ? "" : "f") + (to === null ? "" : "t");
  return statuses === null ? filters : `${filters} ${statuses.toSorted().join(" ")}`;
}

type ListStatements = ReturnType<typeof prepareListStatements>;

function prepareListStatements(engine: Engine, question: ListFilters) {
  const { reads } = engine;
  const matching = (database: QueryCreator<Tables>, values: Values) => {
    // The contact is a subquery of its own. The database then knows that all rows belong to one contact and
    // already come in the order of the key, and sorts nothing.
    let select = database
      .selectFrom("booking")
      .where("booking.account_id", "=", values.accountId)
      .where("booking.contact_number", "=", contactOf(reads, values));
    if (question.interaction !== null) {
      select = select.where("booking.interaction_number", "=", values.interaction);
    }
    if (question.from !== null) {
      select = select.where("booking.slot_starting_at", ">=", values.from);
    }
    if (question.to !== null) {
      select = select.where("booking.slot_starting_at", "<=", values.to);
    }
    if (question.statuses !== null) {
      const statuses = question.statuses.map((status) => sql.lit(status));
      select = select.where("booking.booking_status", "in", statuses);
    }
    return select;
  };
  const page = (select: ReturnType<typeof matching>, values: Values) =>
    select
      .select((columns) => [
        columns
          .selectFrom("account")
          .select("account.catalogue_version")
          .where("account.id", "=", values.accountId)
          .as("catalogue_version"),
        catalogueKeyText.as("catalogue_key_text"),
        engine.uuidAsText(sql.ref("booking.id")).as("id"),
        "booking.slot_starting_at",
        "booking.booking_status",
        "booking.booked_at",
      ])
      .orderBy("booking.slot_starting_at")
      .orderBy("booking.id")
      .limit(asExpression(values.limit));
  const counting = (select: ReturnType<typeof matching>) =>
    select.select((columns) => columns.fn.countAll<number>().as("total"));

  return {
    uncountedPage: prepareRows<Values, Row>(engine, (values) =>
      page(matching(reads, values), values),
    ),
    firstPage: prepareRows<Values, Row>(engine, (values) =>
      page(matching(reads, values), values).select(() =>
        counting(matching(reads, values)).as("from_here"),
      ),
    ),
    // The offset only counts entries of the index; the page itself begins at a key.
    laterPage: prepareRows<Values, Row>(engine, (values) => {
      const first = matching(reads, values)
        .select(["booking.slot_starting_at", "booking.id"])
        .orderBy("booking.slot_starting_at")
        .orderBy("booking.id")
        .limit(sql.lit(1))
        .offset(asExpression(values.offset));
      // Only `isFromFirstOfPage` knows the additional table.
      const database: unknown = reads.with("first_of_page", () => first);
      const fromHere = (from: QueryCreator<Tables>) =>
        matching(from, values).where(isFromFirstOfPage);
      return page(fromHere(database as QueryCreator<Tables>), values).select(() =>
        counting(fromHere(reads)).as("from_here"),
      );
    }),
    count: prepareRows<Values, readonly [total: number]>(engine, (values) =>
      counting(matching(reads, values)),
    ),
  };
}

const isFromFirstOfPage = sql<boolean>`(booking.slot_starting_at, booking.id) >= (select slot_starting_at, id from first_of_page)`;

function contactOf(reads: Kysely<Tables>, values: Values) {
  return reads
    .selectFrom("contact")
    .select("contact.number")
    .where("contact.account_id", "=", values.accountId)
    .where("contact.external_id", "=", values.externalId);
}

/** SQLite compiles a statement again whenever a plain parameter after LIMIT may have changed. */
function asExpression(value: number) {
  return sql<number>`cast(${value} as bigint)`;
}

const toContactBooking = (row: Row, shown: ShownCatalogue): ContactBooking => ({
  id: row[2],
  slotStartingAt: row[3],
  status: row[4],
  bookedAt: row[5],
  activity: shown.activity,
  ticketType: shown.ticketType,
  host: shown.host,
  slotDurationInMinutes: shown.durations.at(row[3]),
});

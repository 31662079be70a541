import type { ReactNode } from "react";
import { t } from "../language/t.ts";
import { Button } from "./button.tsx";

export interface Column<Row> {
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** Numbers are aligned at the end of their column. */
  readonly align?: "end";
  /** How the rows are sorted by it now, null for not at all; absent for a column that cannot sort. */
  readonly sorted?: "ascending" | "descending" | null;
  readonly onSort?: () => void;
}

/** Which rows are ticked, by their keys. */
export interface Selection<Row> {
  readonly keys: ReadonlySet<string>;
  readonly onChange: (keys: ReadonlySet<string>) => void;
  /** A row for screen readers. */
  readonly nameOf: (row: Row) => string;
}

/**
 * A table of rows in the API's order. A wide table scrolls in a frame; on a phone each row is a card. The
 * roles are explicit, because the boxes of a card have no table roles.
 */
export function DataTable<Row>({
  label,
  columns,
  rows,
  rowKey,
  cards = "named",
  frame = "region",
  selection,
}: {
  /** The table's name for screen readers. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  /** The layout on a phone: each value beside its column's name, all values in a few lines, or a table that scrolls. */
  readonly cards?: "named" | "brief" | "none";
  /** A group, where a page has several tables of one name, because landmarks need names of their own. */
  readonly frame?: "region" | "group";
  readonly selection?: Selection<Row>;
}) {
  return (
    <div className="table-frame" role={frame} aria-label={label} tabIndex={0}>
      <table className="table" role="table" data-cards={cards === "none" ? undefined : cards}>
        <caption className="visually-hidden">{label}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {selection !== undefined && (
              <th scope="col" role="columnheader" className="table-tick">
                <AllTick selection={selection} keys={rows.map(rowKey)} />
              </th>
            )}
            {columns.map((column) => (
              <Heading key={column.header} column={column} />
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={rowKey(row)} role="row">
              {selection !== undefined && (
                <td role="cell" className="table-tick">
                  <Tick selection={selection} row={row} of={rowKey(row)} />
                </td>
              )}
              {columns.map(({ header, cell, align }) => (
                <td
                  key={header}
                  role="cell"
                  data-label={header}
                  className={align === "end" ? "num" : undefined}
                >
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Heading<Row>({ column }: { readonly column: Column<Row> }) {
  const { header, align, sorted, onSort } = column;
  return (
    <th
      scope="col"
      role="columnheader"
      className={align === "end" ? "num" : undefined}
      aria-sort={sorted ?? (onSort === undefined ? undefined : "none")}
    >
      {onSort === undefined ? (
        header
      ) : (
        <button type="button" className="table-sort" onClick={onSort}>
          {header}
          <svg viewBox="0 0 8 12" aria-hidden="true">
            {sorted !== "descending" && <path d="M0 5 4 0l4 5z" />}
            {sorted !== "ascending" && <path d="M0 7l4 5 4-5z" />}
          </svg>
        </button>
      )}
    </th>
  );
}

function Tick<Row>({
  selection: { keys, onChange, nameOf },
  row,
  of,
}: {
  readonly selection: Selection<Row>;
  readonly row: Row;
  readonly of: string;
}) {
  return (
    <input
      type="checkbox"
      aria-label={t("Select {row}", { row: nameOf(row) })}
      checked={keys.has(of)}
      onChange={({ target }) => {
        const next = new Set(keys);
        if (target.checked) next.add(of);
        else next.delete(of);
        onChange(next);
      }}
    />
  );
}

function AllTick<Row>({
  selection: { keys, onChange },
  keys: shown,
}: {
  readonly selection: Selection<Row>;
  readonly keys: readonly string[];
}) {
  const count = shown.filter((key) => keys.has(key)).length;
  return (
    <input
      type="checkbox"
      aria-label={t("Select all that are shown")}
      checked={count > 0 && count === shown.length}
      ref={(box) => {
        if (box !== null) box.indeterminate = count > 0 && count < shown.length;
      }}
      onChange={({ target }) => onChange(new Set(target.checked ? shown : []))}
    />
  );
}

/** The button below a list that has more pages. */
export function MoreButton({
  query,
}: {
  readonly query: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    fetchNextPage: () => unknown;
  };
}) {
  if (!query.hasNextPage) return null;
  return (
    <div className="row">
      <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {t("Show more")}
      </Button>
    </div>
  );
}

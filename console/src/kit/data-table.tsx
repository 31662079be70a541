import type { ReactNode } from "react";
import { t } from "../language/t.ts";
import { Button } from "./button.tsx";

export interface Column<Row> {
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** Numbers are aligned at the end of their column. */
  readonly align?: "end";
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
}: {
  /** The table's name for screen readers. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  /** The layout on a phone: each value beside its column's name, or all values in a few lines. */
  readonly cards?: "named" | "brief";
  /** A group, where a page has several tables of one name, because landmarks need names of their own. */
  readonly frame?: "region" | "group";
}) {
  return (
    <div className="table-frame" role={frame} aria-label={label} tabIndex={0}>
      <table className="table" role="table" data-cards={cards}>
        <caption className="visually-hidden">{label}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ header, align }) => (
              <th
                key={header}
                scope="col"
                role="columnheader"
                className={align === "end" ? "num" : undefined}
              >
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={rowKey(row)} role="row">
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

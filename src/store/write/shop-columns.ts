import { shopFieldNames, type ShopField } from "../../domain/data-file/shop-data.ts";
import type { Tables } from "../tables.ts";

/** What a shop keeps with a booking: a column for each field of its line. */
export type ShopColumns = Readonly<Pick<Tables["booking_data"], ShopField>>;

export const shopColumns = shopFieldNames.map((name) => `booking_data.${name}` as const);

/** The columns alone, of a row or of a line; null where it says nothing. */
export function shopColumnsOf(row: {
  readonly [Name in ShopField]?: ShopColumns[Name] | undefined;
}): ShopColumns {
  // The names are those of the columns.
  return Object.fromEntries(
    shopFieldNames.map((name) => [name, row[name] ?? null]),
  ) as ShopColumns & Record<string, string | null>;
}

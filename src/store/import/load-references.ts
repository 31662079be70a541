import { nameByKey } from "../../domain/catalogue/catalogue-state.ts";
import type { BookingLine } from "../../domain/data-file/data-line.ts";
import { referenceName } from "../../domain/import/decide-booking-line.ts";
import { keepStatement } from "../statement.ts";
import type { KeyedValues } from "../write/slot.ts";
import { ask, type Asking } from "./load-state.ts";

/** The bookings that have the lines' references, by `referenceName`; the campaigns' numbers are known. */
export async function loadReferences(
  within: Asking,
  lines: readonly BookingLine[],
): Promise<Map<string, string>> {
  const names = new Map<number, string>();
  const keys = lines.flatMap(({ interaction, reference }) => {
    const interaction_number = within.numbers.get(nameByKey("interaction", interaction));
    if (reference == null || interaction_number === undefined) return [];
    names.set(interaction_number, interaction);
    return [{ reference, interaction_number }];
  });
  const rows = await ask(within, readReferences, keys);
  return new Map(
    rows.map((row) => [
      referenceName(names.get(row.interaction_number) ?? "", row.reference ?? ""),
      row.booking_id,
    ]),
  );
}

const readReferences = keepStatement((database, values: KeyedValues, { inputRows }) =>
  database
    .selectFrom(inputRows(values, { reference: "text", interaction_number: "bigint" }))
    .crossJoin("booking_data")
    .select(["booking_data.reference", "booking_data.interaction_number"])
    .select("booking_data.booking_id")
    .where("booking_data.account_id", "=", values.accountId)
    .whereRef("booking_data.reference", "=", "input_rows.reference")
    .whereRef("booking_data.interaction_number", "=", "input_rows.interaction_number"),
);

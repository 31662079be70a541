import { Type } from "typebox";
import { csvDelimiters, type CsvDelimiter } from "../../domain/data-file/csv-cells.ts";
import { oneOf, WrongUsage } from "./arguments.ts";
import type { Values } from "./operation.ts";
import type { TypedField } from "./typed-field.ts";

export const delimiterNames = Object.keys(csvDelimiters) as readonly CsvDelimiter[];

/** What stands between the cells of CSV that the service writes. */
export const Delimiter = Type.Optional(
  Type.Union(
    delimiterNames.map((name) => Type.Literal(name)),
    {
      description:
        "What stands between cells; comma, where it is left out. A spreadsheet opens a file by the sign of its country.",
    },
  ),
);

export const delimiterTyped: TypedField = {
  about: "with --csv: what stands between cells (default: comma)",
};

/** The sign with this name. */
export function signOf(name: CsvDelimiter = "comma"): string {
  return csvDelimiters[name];
}

/** Reads what was typed for it. */
export function readDelimiter(text: string | undefined): CsvDelimiter | undefined {
  return text === undefined ? undefined : oneOf("delimiter", delimiterNames)(text);
}

/** Refuses a delimiter without CSV. */
export function onlyWithCsv(values: Values): Values {
  if (values["delimiter"] !== undefined && values["csv"] !== true) {
    throw new WrongUsage("--delimiter is for CSV: type --csv with it");
  }
  return values;
}

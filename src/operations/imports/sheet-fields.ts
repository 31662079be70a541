import { Type } from "typebox";
import { badLinesOf, isBadContent } from "../../domain/data-file/data-line.ts";
import { guessMapping } from "../../domain/data-file/guess-mapping.ts";
import { beginningOfSheet } from "../../domain/data-file/sheet-beginning.ts";
import { mappingMark } from "../../domain/data-file/sheet-mapping.ts";
import { WrongUsage } from "../machinery/arguments.ts";
import { dateOrders } from "../../domain/data-file/spreadsheet-dates.ts";

/** The field by which a sender gives the order of a spreadsheet's dates. */
export const DatesOfSheet = Type.Optional(
  Type.Union(
    dateOrders.map((order) => Type.Literal(order)),
    {
      description:
        "Of a spreadsheet: the order of day, month and year in dates that do not show it, such as `5/01/2031`.",
    },
  ),
);

export const datesAbout = "the order in a spreadsheet's dates that do not show it: dmy, mdy or ymd";

/** What a file with this name is; a mapping is for a spreadsheet, whose name may end in anything else. */
export function formatOf(name: string, hasMapping: boolean): "csv" | "ndjson" {
  if (/\.[ct]sv$/i.test(name)) return "csv";
  return hasMapping && !/\.(?:ndjson|jsonl|json)$/i.test(name) ? "csv" : "ndjson";
}

/** The line that stands before a spreadsheet whose columns a mapping explains. JSON has no line end inside a text. */
export function mappingLine(text: string): string {
  return `${mappingMark}${text.replace(/^\uFEFF/, "").replaceAll(/[\r\n]+/g, " ")}\n`;
}

/** A mapping to start from, guessed of the text of a spreadsheet or of its beginning. */
export function mappingTemplate(text: string, isPart: boolean): string {
  const sheet = beginningOfSheet(text, isPart);
  if (!("names" in sheet)) {
    const [fault] = isBadContent(sheet.content) ? badLinesOf(sheet.content, sheet.line) : [];
    throw new WrongUsage(`the file: expected ${fault?.expected ?? "CSV"}`);
  }
  return `${JSON.stringify(guessMapping(sheet), null, 2)}\n`;
}

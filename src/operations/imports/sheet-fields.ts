import { Type } from "typebox";
import { dateOrders } from "../../domain/data-file/csv-times.ts";

/** How operations that read a spreadsheet are told the order of its dates. */
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

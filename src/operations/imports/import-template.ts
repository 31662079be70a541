import { Type } from "typebox";
import { columnsOf, templateFormats, templateOf } from "../../domain/data-file/template.ts";
import { Delimiter } from "../machinery/delimiter.ts";
import type { Operation } from "../machinery/operation.ts";
import { operationsOf } from "../machinery/operations-of.ts";

export const showImportTemplate: Operation = operationsOf({
  tag: "Imports",
  below: "/import-templates",
  appliesTo: "visible-accounts",
})(
  {
    name: "showImportTemplate",
    method: "GET",
    path: "/{format}",
    scope: "any",
    summary: "An example file to import, with every column, and what each column is.",
    params: {
      format: Type.Union(templateFormats.map((format) => Type.Literal(format))),
    },
    query: Type.Object({ delimiter: Delimiter }),
    answers: {
      200: Type.Object({
        format: Type.String(),
        text: Type.String({ description: "The file." }),
        columns: Type.Array(
          Type.Object({
            kind: Type.String({ description: "The kind of line that has it." }),
            name: Type.String(),
            required: Type.Boolean(),
            expected: Type.String({ description: "What a value must be." }),
          }),
        ),
      }),
    },
  },
  async (_parts, { params: { format }, query: { delimiter } }) => ({
    body: {
      format,
      text: templateOf(format, delimiter),
      columns: columnsOf(format).map(({ isRequired: required, ...column }) => ({
        ...column,
        required,
      })),
    },
  }),
);

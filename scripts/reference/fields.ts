import { html, type Html } from "./html.ts";
import { inlineMarkdown } from "./markdown.ts";
import { resolve, type OpenApiDocument, type Schema } from "./open-api.ts";

/** One row of a table of parameters or fields. */
export interface Field {
  readonly name: string;
  readonly required: boolean;
  readonly schema: Schema;
  readonly description: string;
}

/** The fields of a body. Those of nested objects have dotted names; those of a list's items are left out. */
export function fieldsOf(document: OpenApiDocument, schema: Schema, prefix = ""): Field[] {
  const { properties = {}, required = [] } = resolve(document, schema);
  return Object.entries(properties).flatMap(([key, value]) => {
    const resolved = resolve(document, value);
    const name = `${prefix}${key}`;
    const { description = "" } = resolved;
    return [
      { name, required: required.includes(key), schema: resolved, description },
      ...fieldsOf(document, resolved, `${name}.`),
    ];
  });
}

/** The words for a required field and for an optional one. */
export const given = { required: "required", optional: "optional" } as const;
export const sent = { required: "always", optional: "may be missing" } as const;

export function fieldTable(
  caption: Html | string,
  fields: readonly Field[],
  words: typeof given | typeof sent,
): Html {
  return html`<table class="fields" role="table">
    <caption>
      ${caption}
    </caption>
    <thead role="rowgroup">
      <tr role="row">
        <th role="columnheader" scope="col">Name</th>
        <th role="columnheader" scope="col">Type</th>
        <th role="columnheader" scope="col">Meaning</th>
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${fields.map((field) => fieldRow(field, words))}
    </tbody>
  </table>`;
}

function fieldRow(
  { name, required, schema, description }: Field,
  words: typeof given | typeof sent,
): Html {
  return html`<tr role="row">
    <th role="rowheader" scope="row">
      <code>${breakable(name)}</code>
      <span class="${required && words === given ? "required" : "optional"}"
        >${required ? words.required : words.optional}</span
      >
    </th>
    <td role="cell" class="type">${typeOf(schema)}</td>
    <td role="cell">${inlineMarkdown(description)}</td>
  </tr>`;
}

/** Long names may break after a dot or an underscore, and nowhere else. */
function breakable(name: string): Html[] {
  return name.split(/(?<=[._])/).map((part) => html`${part}<wbr />`);
}

function typeOf(schema: Schema): Html {
  const { type = "", items, format } = schema;
  const [name, inner] = items === undefined ? [type, schema] : ["list of ", items];
  const kind = items === undefined ? name : `${name}${items.type ?? "records"}`;
  const limits = limitsOf(inner);
  return html`${kind}${format === undefined ? null : html` <small>${format}</small>`}${limits.map(
    (limit) => html`<br /><small>${limit}</small>`,
  )}`;
}

function limitsOf(schema: Schema): Html[] {
  const { minimum, maximum, minLength, maxLength } = schema;
  const values = schema.const === undefined ? schema.enum : [schema.const];
  return [
    ...(values === undefined
      ? []
      : [
          html`${values.map((value, index) => html`${index > 0 ? ", " : null}<code>${value}</code>`)}`,
        ]),
    ...(minimum === undefined
      ? []
      : [maximum === undefined ? html`from ${minimum}` : html`${minimum} to ${maximum}`]),
    ...(maxLength === undefined ? [] : [html`${minLength ?? 0} to ${maxLength} characters`]),
    ...(schema.default === undefined ? [] : [html`default <code>${schema.default}</code>`]),
  ];
}

import { fieldsOf, fieldTable, type given, type sent } from "./fields.ts";
import { html, type Html } from "./html.ts";
import { inlineMarkdown } from "./markdown.ts";
import { resolve, type OpenApiDocument, type Schema } from "./open-api.ts";

/** Describes a JSON object: a table of its fields, and one for the items of each list in it. */
export function bodyTables(
  document: OpenApiDocument,
  title: string,
  schema: Schema,
  words: typeof given | typeof sent,
): Html {
  const { description = "A JSON object." } = resolve(document, schema);
  const fields = fieldsOf(document, schema);
  if (fields.length === 0) return html`<p>${inlineMarkdown(description)}</p>`;
  const caption = html`${title}. <span>${inlineMarkdown(description)}</span>`;
  return html`${fieldTable(caption, fields, words)}
  ${fields.map(({ name, schema: { items } }) =>
    items?.$ref === undefined ? null : bodyTables(document, `Each of ${name}`, items, words),
  )}`;
}

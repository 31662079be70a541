import { fieldTable, given, sent, type Field } from "../reference/fields.ts";
import { html, type Html } from "../reference/html.ts";
import { inlineMarkdown, markdown } from "../reference/markdown.ts";
import type { OpenApiDocument, Operation, Schema } from "../reference/open-api.ts";

interface Listed {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

/** The reference of the operator API: its operations by tag, then every named schema once. */
export function operatorApiBody(document: OpenApiDocument): Html {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
  const tags = [...new Set(operations.map(({ operation }) => operation.tags[0] ?? ""))];
  return html`<h1>${document.info.title}</h1>
    <p>${document.info.summary}</p>
    ${markdown(document.info.description)}
    <p><a href="operator-openapi.json">The OpenAPI document</a> is what this page is made of.</p>
    <ul>
      ${tags.map((tag) => html`<li><a href="#tag-${anchorOf(tag)}">${tag}</a></li>`)}
      <li><a href="#schemas">Schemas</a></li>
    </ul>
    ${tags.map(
      (tag) =>
        html`<h2 id="tag-${anchorOf(tag)}">${tag}</h2>
          ${operations.filter(({ operation }) => operation.tags[0] === tag).map(section)}`,
    )}
    <h2 id="schemas">Schemas</h2>
    ${Object.entries(document.components.schemas).map(
      ([name, schema]) =>
        html`<h3 id="schema-${name}">${name}</h3>
          ${schemaTable(name, schema, sent)}`,
    )}`;
}

function section({ method, path, operation }: Listed): Html {
  const { operationId, summary, description, parameters, requestBody, responses } = operation;
  return html`<div class="operation">
    <h3 id="${operationId}">${summary}</h3>
    <p class="route"><span class="method">${method.toUpperCase()}</span> <code>${path}</code></p>
    ${markdown(description)}
    ${parameters.length === 0 ? null : fieldTable("Parameters", parameters, given)}
    ${Object.entries(requestBody?.content ?? {}).map(([type, { schema }]) =>
      schemaTable(`Body, ${type}`, schema, given),
    )}
    <ul class="answers">
      ${Object.entries(responses).map(([status, response]) =>
        "$ref" in response
          ? null
          : html`<li>
              <span class="status${status < "300" ? " good" : ""}">${status}</span>
              ${inlineMarkdown(response.description.replaceAll("- ", " ").trim())}
              ${Object.values(response.content ?? {}).map(({ schema }) =>
                status < "300" ? schemaTable("Answer", schema, sent) : null,
              )}
            </li>`,
      )}
    </ul>
  </div>`;
}

/** A named schema is a link, because the page describes it once; any other is a table of its fields. */
function schemaTable(title: string, schema: Schema, words: typeof given | typeof sent): Html {
  const name = nameOf(schema);
  if (name !== null) return html`<p>${title}: <a href="#schema-${name}">${name}</a></p>`;
  const { properties = {}, required = [], description = "", items } = schema;
  const fields: Field[] = Object.entries(properties).map(([key, value]) => ({
    name: key,
    required: required.includes(key),
    schema: typed(value),
    description: describe(value),
  }));
  if (fields.length > 0) return fieldTable(title, fields, words);
  const inner = items === undefined ? null : nameOf(items);
  return inner === null
    ? html`<p>${title}. ${inlineMarkdown(description)}</p>`
    : html`<p>${title}: a list of <a href="#schema-${inner}">${inner}</a></p>`;
}

function nameOf({ $ref }: Schema): string | null {
  return $ref === undefined ? null : ($ref.split("/").at(-1) ?? null);
}

/** The type of a value that may be null is the type of the value. */
function typed(schema: Schema): Schema {
  const [first, ...others] = schema.anyOf ?? [];
  if (first === undefined) return nameOf(schema) === null ? schema : { type: "object" };
  const values = [first, ...others].map((each) => each.const).filter((each) => each !== undefined);
  return values.length > 1 ? { type: "string", enum: values } : typed(first);
}

function describe(schema: Schema): string {
  const name = nameOf(schema) ?? nameOf(schema.items ?? {}) ?? nameOf(schema.anyOf?.[0] ?? {});
  const link = name === null ? "" : `[${name}](#schema-${name}). `;
  const isNullable = schema.anyOf?.some(({ type }) => type === "null") === true;
  return `${link}${schema.description ?? ""}${isNullable ? " May be null." : ""}`;
}

function anchorOf(tag: string): string {
  return tag.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
}

import { posix } from "node:path";
import { fieldTable, given, sent, type Field } from "../reference/fields.ts";
import { html, type Html } from "../reference/html.ts";
import { inlineMarkdown, markdown } from "../reference/markdown.ts";
import { operatorApiAddress } from "./pages.ts";
import type { OpenApiDocument, Operation, Schema } from "../reference/open-api.ts";

interface Listed {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

const title = "Reference of the operator API";

/** The pages of the operator API by address: the overview, one for each tag, and one of every named schema. */
export function operatorApiPages(
  document: OpenApiDocument,
): [address: string, page: { readonly title: string; readonly markup: string }][] {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
  const tags = [...new Set(operations.map(({ operation }) => operation.tags[0] ?? ""))];
  const of = (tag: string) => operations.filter(({ operation }) => operation.tags[0] === tag);
  const overview = html`<h1>${document.info.title}</h1>
    <p>${document.info.summary}</p>
    ${markdown(document.info.description)}
    <p><a href="operator-openapi.json">The OpenAPI document</a> is what these pages are made of.</p>
    ${tags.map(
      (tag) =>
        html`<h2><a href="${operatorApiAddress(tag)}">${tag}</a></h2>
          <ul>
            ${of(tag).map(({ operation: { operationId, summary } }) => {
              const address = `${operatorApiAddress(tag)}#${operationId}`;
              return html`<li><a href="${address}">${summary}</a></li>`;
            })}
          </ul>`,
    )}
    <h2><a href="${operatorApiAddress("schemas")}">Schemas</a></h2>`;
  const back = html`<p><a href="../${operatorApiAddress()}">${title}</a></p>`;
  const schemas = html`${back}
    <h1>Schemas</h1>
    ${Object.entries(document.components.schemas).map(
      ([name, schema]) =>
        html`<h2 id="schema-${name}">${name}</h2>
          ${schemaTable(name, schema, sent)}`,
    )}`;
  return [
    [operatorApiAddress(), { title, markup: overview.markup }],
    ...tags.map((tag): [string, { readonly title: string; readonly markup: string }] => {
      const page = html`${back}
        <h1>${tag}</h1>
        ${of(tag).map(section)}`;
      return [operatorApiAddress(tag), { title: `${tag}: operator API`, markup: page.markup }];
    }),
    [operatorApiAddress("schemas"), { title: "Schemas: operator API", markup: schemas.markup }],
  ];
}

function section({ method, path, operation }: Listed): Html {
  const { operationId, summary, description, parameters, requestBody, responses } = operation;
  return html`<div class="operation">
    <h2 id="${operationId}">${summary}</h2>
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

/** A named schema is a link, because a page of their own describes each once; any other is a table of its fields. */
function schemaTable(title: string, schema: Schema, words: typeof given | typeof sent): Html {
  const name = nameOf(schema);
  if (name !== null) return html`<p>${title}: <a href="${schemaLink(name)}">${name}</a></p>`;
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
    : html`<p>${title}: a list of <a href="${schemaLink(inner)}">${inner}</a></p>`;
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
  const link = name === null ? "" : `[${name}](${schemaLink(name)}). `;
  const isNullable = schema.anyOf?.some(({ type }) => type === "null") === true;
  return `${link}${schema.description ?? ""}${isNullable ? " May be null." : ""}`;
}

/** From a page of the operator API to a schema. */
function schemaLink(name: string): string {
  return `${posix.basename(operatorApiAddress("schemas"))}#schema-${name}`;
}

import { bodyTables } from "./body-tables.ts";
import { fieldTable, given, sent } from "./fields.ts";
import { html, type Html } from "./html.ts";
import { inlineMarkdown, markdown } from "./markdown.ts";
import {
  resolve,
  type Example,
  type OpenApiDocument,
  type Operation,
  type Schema,
} from "./open-api.ts";

/** The section of one operation: how to call it, its parameters, and every answer. */
export function operationSection(
  document: OpenApiDocument,
  { method, path, operation }: { method: string; path: string; operation: Operation },
): Html {
  const id = operation.operationId;
  return html`<section class="operation" aria-labelledby="${id}">
    <h2 id="${id}">${operation.summary}</h2>
    <p class="route"><span class="method">${method.toUpperCase()}</span> <code>${path}</code></p>
    <div class="prose">${markdown(operation.description)}</div>
    <div class="samples">
      ${operation["x-codeSamples"].map(({ label, source }) => html`<div>${codeBlock(label, source)}</div>`)}
    </div>
    ${bodiesOf(document, operation)} ${parameterTable(operation)} ${goodAnswer(document, operation)}
    ${errorTables(document, operation)}
  </section>`;
}

/** A table for each shape that a body may have; a media type that takes the same as JSON is only named. */
function bodiesOf(document: OpenApiDocument, { requestBody }: Operation): Html | null {
  if (requestBody === undefined) return null;
  const [json, ...others] = Object.entries(requestBody.content);
  if (json === undefined) return null;
  const [, { schema: jsonSchema }] = json;
  const isSame = (schema: Schema) => JSON.stringify(schema) === JSON.stringify(jsonSchema);
  const same = others.filter(([, { schema }]) => isSame(schema)).map(([type]) => type);
  const shapes = [
    ...(jsonSchema.anyOf ?? [jsonSchema]).map((schema) => ["Body", schema] as const),
    ...others.flatMap(([type, { schema }]) =>
      isSame(schema) ? [] : [[`Body as ${type}`, schema] as const],
    ),
  ];
  return html`${shapes.map(([title, schema]) => bodyTables(document, title, schema, given))}
  ${
    same.length === 0
      ? null
      : html`<p class="note">Also read as <code>${same.join(", ")}</code>.</p>`
  }`;
}

/** A block of code, to which the page's script adds a copy button. */
function codeBlock(title: string, code: string): Html {
  return html`<figure class="code">
    <figcaption>${title}</figcaption>
    <pre tabindex="0" aria-label="${title}"><code>${code}</code></pre>
  </figure>`;
}

function parameterTable({ parameters }: Operation): Html {
  const inQuery = parameters.filter((parameter) => parameter.in === "query");
  const inHeaders = parameters.filter((parameter) => parameter.in === "header");
  return html`${inQuery.length === 0 ? null : fieldTable("Parameters of the query", inQuery, given)}
  ${fieldTable("Headers of the request", inHeaders, given)}`;
}

function goodAnswer(document: OpenApiDocument, { responses }: Operation): Html | null {
  const response = responses["200"];
  if (response === undefined) return null;
  const { description, content } = resolve(document, response);
  const { schema, examples = {} } = content["application/json"] ?? { schema: {} };
  const [first, ...more] = Object.values(examples);
  return html`<h3><span class="status good">200</span> ${description}</h3>
    ${bodyTables(document, "Body", schema, sent)}
    ${first === undefined ? null : codeBlock(plain(first.summary), formatted(first))}
    ${more.map(
      (example) =>
        html`<details>
          <summary>${inlineMarkdown(example.summary)}</summary>
          ${codeBlock(plain(example.summary), formatted(example))}
        </details>`,
    )}`;
}

/** A caption is plain text. */
function plain(text: string): string {
  return text.replaceAll("`", "");
}

function formatted({ value }: Example): string {
  return JSON.stringify(value, null, 2);
}

interface ErrorAnswer {
  readonly status: string;
  readonly name: string;
  readonly example: Example;
}

/** Errors that a working client never gets are folded away. */
const misdirected = new Set(["http-malformed", "404", "405", "408", "413", "431"]);

function errorTables(document: OpenApiDocument, { summary, responses }: Operation): Html {
  const errors = Object.entries(responses).flatMap(([status, response]) => {
    const { content } = resolve(document, response);
    const examples = Object.entries(content["application/json"]?.examples ?? {});
    return status === "200" ? [] : examples.map(([name, example]) => ({ status, name, example }));
  });
  const isMisdirected = ({ status, name }: ErrorAnswer) =>
    misdirected.has(status) || misdirected.has(name);
  return html`<h3>Errors</h3>
    ${errorTable(
      `What “${summary}” may be answered instead`,
      errors.filter((error) => !isMisdirected(error)),
    )}
    <details>
      <summary>Requests that went astray: 404, 405, 408 and the like</summary>
      ${errorTable("Answers that a working client never meets", errors.filter(isMisdirected))}
    </details>`;
}

function errorTable(caption: string, errors: readonly ErrorAnswer[]): Html {
  return html`<table class="errors" role="table">
    <caption>
      ${caption}
    </caption>
    <thead role="rowgroup">
      <tr role="row">
        <th role="columnheader" scope="col">Status</th>
        <th role="columnheader" scope="col">Code</th>
        <th role="columnheader" scope="col">When, and what to do</th>
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${errors.map(errorRow)}
    </tbody>
  </table>`;
}

function errorRow({ status, example }: ErrorAnswer): Html {
  const { code } = example.value as { readonly code?: number };
  return html`<tr role="row">
    <th role="rowheader" scope="row"><span class="status">${status}</span></th>
    <td role="cell" class="number">${code ?? "none"}</td>
    <td role="cell">
      ${inlineMarkdown(example.description ?? "")}
      <pre><code>${JSON.stringify(example.value)}</code></pre>
    </td>
  </tr>`;
}

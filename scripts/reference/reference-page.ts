import { bodyTables } from "./body-tables.ts";
import { fieldTable, sent } from "./fields.ts";
import { html, type Html } from "./html.ts";
import { headingsOf, markdown } from "./markdown.ts";
import type { OpenApiDocument } from "./open-api.ts";
import { operationSection } from "./operation-section.ts";

/** The reference as a self-contained page that loads nothing from elsewhere. */
export function referencePage(document: OpenApiDocument): string {
  const { info, openapi } = document;
  const operations = operationsOf(document);
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${info.title}: reference</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/reference/style.css" />
        <script src="/reference/copy.js" defer></script>
        <script src="/reference/tabs.js" defer></script>
      </head>
      <body>
        <a class="skip" href="#content">Skip to the content</a>
        <header>
          <p class="title">${info.title}</p>
          <p class="about">
            Reference, version ${info.version} · <a href="/openapi.json">OpenAPI ${openapi}</a>
          </p>
        </header>
        <nav aria-label="Contents">
          <details open>
            <summary>Contents</summary>
            ${contents(document, operations)}
          </details>
        </nav>
        <main id="content" tabindex="-1">${referenceBody(document)}</main>
      </body>
    </html>`;
  return page.markup;
}

/** The reference without the page around it. */
export function referenceBody(document: OpenApiDocument): Html {
  const { summary, description } = document.info;
  return html`<h1>${summary}</h1>
    <div class="prose">${markdown(description)}</div>
    ${authentication(document)}
    ${operationsOf(document).map((each) => operationSection(document, each))}
    ${errorBodies(document)} ${headers(document)}`;
}

type Listed = Parameters<typeof operationSection>[1];

function operationsOf({ paths }: OpenApiDocument): Listed[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ method, path, operation })),
  );
}

function contents({ info }: OpenApiDocument, operations: readonly Listed[]): Html {
  const item = (anchor: string, title: string) => html`<li><a href="#${anchor}">${title}</a></li>`;
  return html`<ul>
      ${headingsOf(info.description).map(({ anchor, title }) => item(anchor, title))}
      ${item("authentication", "Authentication")}
    </ul>
    <p id="contents-calls">The three calls</p>
    <ul aria-labelledby="contents-calls">
      ${operations.map(({ operation }) => item(operation.operationId, operation.summary))}
    </ul>
    <ul>
      ${item("error-bodies", "Error bodies")} ${item("answer-headers", "Headers of answers")}
    </ul>`;
}

function authentication({ components }: OpenApiDocument): Html {
  return html`<section class="prose" aria-labelledby="authentication">
    <h2 id="authentication">Authentication</h2>
    ${Object.values(components.securitySchemes).map(({ description }) => markdown(description))}
  </section>`;
}

function errorBodies(document: OpenApiDocument): Html {
  const { Error: coded = {}, TokenMissingError: tokenMissing = {} } = document.components.schemas;
  return html`<section aria-labelledby="error-bodies">
    <h2 id="error-bodies">Error bodies</h2>
    ${bodyTables(document, "Body", coded, sent)} ${bodyTables(document, "Body", tokenMissing, sent)}
  </section>`;
}

function headers({ components }: OpenApiDocument): Html {
  const fields = Object.entries(components.headers).map(([name, header]) => ({
    name,
    ...header,
    description: `${header.description} For example \`${header.example}\`.`,
  }));
  return html`<section aria-labelledby="answer-headers">
    <h2 id="answer-headers">Headers of answers</h2>
    <p>Ignore headers that you do not know: new ones may appear.</p>
    ${fieldTable("Every header with a meaning", fields, sent)}
  </section>`;
}

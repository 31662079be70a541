import { posix } from "node:path";
import { html, Html } from "../reference/html.ts";
import type { Section } from "./markdown-rules.ts";
import { apiPages, contents, pageOf } from "./pages.ts";

interface FramedPage {
  readonly address: string;
  readonly title: string;
  readonly body: string;
  readonly titles: ReadonlyMap<string, string>;
  readonly sections: readonly Section[];
}

/** A page of fewer sections is seen at a glance. */
const longFrom = 5;

/** The page's own contents, after its title. */
function withContents(body: string, sections: readonly Section[]): string {
  const parts = sections.filter(({ level }) => level === 2);
  if (parts.length < longFrom) return body;
  const list = html`</h1>
    <nav class="on-this-page" aria-label="On this page">
      <ul>
        ${parts.map(({ heading, anchor }) => html`<li><a href="#${anchor}">${heading}</a></li>`)}
      </ul>
    </nav>`;
  return body.replace("</h1>", () => list.markup);
}

/**
 * The whole page around a body. Every address in it is relative, so the site works below any path, and it
 * loads nothing from elsewhere.
 */
export function siteFrame({ address, title, body, titles, sections }: FramedPage): string {
  const to = (other: string) => posix.relative(posix.dirname(address), other);
  const item = (other: string, text: string) =>
    other === address
      ? html`<li><a href="${to(other)}" aria-current="page">${text}</a></li>`
      : html`<li><a href="${to(other)}">${text}</a></li>`;
  const groups = contents.map(
    (group, index) =>
      html`<p id="contents-${index}">${group.title}</p>
        <ul aria-labelledby="contents-${index}">
          ${group.sources.map((source) => item(pageOf(source).address, titles.get(source) ?? source))}
          ${index === 0 ? item(apiPages[0].address, apiPages[0].title) : null}
          ${index === 1 ? item(apiPages[1].address, apiPages[1].title) : null}
        </ul>`,
  );
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · Booking Service</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="${to("style.css")}" />
        <link rel="stylesheet" href="${to("site.css")}" />
        <script src="${to("copy.js")}" defer></script>
        <script src="${to("tabs.js")}" defer></script>
        <script src="${to("search.js")}" type="module"></script>
      </head>
      <body>
        <a class="skip" href="#content">Skip to the content</a>
        <header>
          <p class="title"><a href="${to("index.html")}">Booking Service</a></p>
          <p class="about">Documentation</p>
        </header>
        <nav aria-label="Contents">
          <div id="search"></div>
          <details open>
            <summary>Contents</summary>
            ${groups}
          </details>
        </nav>
        <main id="content" tabindex="-1">
          <div class="prose">${new Html(withContents(body, sections))}</div>
        </main>
      </body>
    </html>`;
  return page.markup;
}

import { assetAddress } from "../web/assets.ts";
import { html, type Markup, type Part } from "../web/html.ts";
import { wordsOf } from "../words/choose-language.ts";
import { languages } from "../words/words.ts";
import type { Visit } from "../visit.ts";

const brand = "Maison Demo";

/** The frame of every page. */
export function layout(visit: Visit, title: string, main: Part): Markup {
  const { words, language, session } = visit;
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <title>${title} · ${brand}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <link rel="icon" href="${assetAddress("icon.svg")}" type="image/svg+xml" />
        <link rel="stylesheet" href="${assetAddress("style.css")}" />
      </head>
      <body>
        <a class="skip" href="#content">${words.skipToContent}</a>
        <header class="top">
          <a class="brand" href="/">${brand}</a>
          <p class="demo">${words.demoNote}</p>
          ${session === null ? null : signedIn(visit)}
        </header>
        <main id="content" tabindex="-1">${main}</main>
        <footer class="bottom">
          <nav class="languages" aria-label="${words.languageNav}">${languageLinks(visit)}</nav>
        </footer>
      </body>
    </html> `;
}

function signedIn({ session, words }: Visit): Markup | null {
  if (session === null) return null;
  const { name, externalId } = session.customer;
  return html`<div class="who">
    <p>
      <span class="name">${name}</span>
      <span class="number"><span class="hidden">${words.customerNumber} </span>${externalId}</span>
    </p>
    <form method="post" action="/sign-out">
      ${formToken(session.formToken)}<button class="quiet">${words.signOut}</button>
    </form>
  </div>`;
}

/** The field that every form of a session carries. */
export function formToken(token: string): Markup {
  return html`<input type="hidden" name="token" value="${token}" />`;
}

function languageLinks({ url, language }: Visit): Part {
  return languages.map((other) => {
    const query = new URLSearchParams(url.searchParams);
    query.set("language", other);
    const current = other === language ? html` aria-current="true"` : null;
    return html`<a
      href="${url.pathname}?${query.toString()}"
      lang="${other}"
      hreflang="${other}"
      ${current}
      >${wordsOf[other].languageName}</a
    >`;
  });
}

import { html, type Markup } from "../web/html.ts";
import type { Shop, Visit } from "../visit.ts";
import { layout } from "./layout.ts";

export function signInView(visit: Visit, { customers }: Pick<Shop, "customers">): Markup {
  const { words, language } = visit;
  return layout(
    visit,
    words.signIn.title,
    html`<div class="intro">
        <h1>${words.signIn.title}</h1>
        <p class="lead">${words.signIn.text}</p>
      </div>
      <form method="post" action="/sign-in" aria-labelledby="choice">
        <h2 id="choice" class="eyebrow">${words.signInChoice}</h2>
        <ul class="people" role="list">
          ${customers.map(
            ({ key, name, shows }) =>
              html`<li>
                <button class="person" name="customer" value="${key}">
                  <span class="initials" aria-hidden="true">${initials(name)}</span>
                  <span class="about"
                    ><b>${name}</b> <span class="shows">${shows[language]}</span></span
                  >
                </button>
              </li>`,
          )}
        </ul>
      </form>`,
  );
}

function initials(name: string): string {
  return name
    .split(" ")
    .map((part) => part.charAt(0))
    .join("");
}

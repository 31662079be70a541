import { html, type Markup } from "../web/html.ts";

export function hiddenFields(fields: readonly (readonly [string, string])[]): Markup {
  return html`${fields.map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  )}`;
}

import { html, type Markup } from "../web/html.ts";
import type { Visit } from "../visit.ts";

/** The request id that a customer reads to support on the telephone. */
export function referenceLine({ words }: Visit, requestId: string | null): Markup | null {
  if (requestId === null) return null;
  return html`<p class="reference">
    ${words.reference} <code>${requestId}</code><br />${words.referenceNote}
  </p>`;
}

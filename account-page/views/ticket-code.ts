import { encodeQR } from "qr";
import { html, type Markup } from "../web/html.ts";

/** The quiet zone that scanners need around a code, in modules. */
const border = 4;

/** A booking's id as a QR code, which the check-in desk scans. */
export function ticketCode(booking: string, label: string): Markup {
  const rows = encodeQR(booking, "raw", { border });
  const size = rows.length;
  const dark = rows.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return html`<svg class="code" viewBox="0 0 ${size} ${size}" role="img" aria-label="${label}">
    <rect class="code-light" width="${size}" height="${size}" />
    <path class="code-dark" d="${dark.join("")}" />
  </svg>`;
}

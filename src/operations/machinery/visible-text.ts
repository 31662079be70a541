/*
 * Names and external ids are other people's text. A terminal obeys the control characters in it: ESC can clear
 * what was printed or write to the clipboard, and a bidi mark can show an id in another order.
 */

/** The only controls that the commands print themselves: line ends, tabs, bold and cyan. */
const own = String.raw`\x1b\[(?:1|22|36|39)m`;

/** C0 without tab and line feed, DEL, C1; marks, embeddings, overrides and isolates of bidi; separators of lines. */
const obeyed = String.raw`[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]`;

const controls = new RegExp(`${own}|${obeyed}`, "g");

/** Text for a person: each character that a terminal would obey is shown by its code, as `\u001b`. */
export function visibleText(text: string): string {
  return text.replace(controls, (found) => (found.length > 1 ? found : codeOf(found)));
}

/** A cell of a table stays on its line. */
export function visibleCell(text: string): string {
  return text.replace(/[\t\n]/g, codeOf);
}

function codeOf(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

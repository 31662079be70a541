/** Markup. Every other value is escaped when it is put into markup. */
export class Html {
  readonly markup: string;
  constructor(markup: string) {
    this.markup = markup;
  }
}

type Part = Html | string | number | null | readonly Part[];

/** A template of markup. Its values are escaped unless they are markup. */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const markup = texts.map((text, index) => text + render(parts[index] ?? null));
  return new Html(markup.join(""));
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

function render(part: Part): string {
  if (part === null) return "";
  if (part instanceof Html) return part.markup;
  if (typeof part === "string" || typeof part === "number") return escapeHtml(String(part));
  return part.map(render).join("");
}

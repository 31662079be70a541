/** Markup that needs no escaping. Only `html` makes it, so every text in it has been escaped. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** The values of a template: text is escaped, markup is not, null is empty. */
export type Part = Markup | string | number | null | readonly Part[];

/** Builds markup: html`<p>${text}</p>`. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return new Markup(
    strings
      .map((text, index) => text + (index < parts.length ? render(parts[index]) : ""))
      .join(""),
  );
}

function render(part: Part | undefined): string {
  if (part === null || part === undefined) return "";
  if (part instanceof Markup) return part.text;
  if (typeof part === "string" || typeof part === "number") return escape(String(part));
  return part.map(render).join("");
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? "");
}

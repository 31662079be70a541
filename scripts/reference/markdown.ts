import { Marked, Renderer, type Tokens } from "marked";
import { escapeHtml, Html } from "./html.ts";

const marked = new Marked({
  async: false,
  renderer: {
    // Markup in a description is shown as text.
    html: ({ text }: Tokens.HTML | Tokens.Tag) => escapeHtml(text),
    heading({ tokens, depth, text }) {
      return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
    table(token) {
      const table = Renderer.prototype.table.call(this, token);
      return `<div class="scroll" role="region" aria-label="Table" tabindex="0">${table}</div>\n`;
    },
  },
});

/** Renders a description of the document as markup. */
export function markdown(text: string): Html {
  return new Html(marked.parse(text, { async: false }));
}

/** Renders a line of text, without a paragraph around it. */
export function inlineMarkdown(text: string): Html {
  return new Html(marked.parseInline(text, { async: false }));
}

/** The sections of a description, for a table of contents. */
export function headingsOf(text: string): { readonly title: string; readonly anchor: string }[] {
  return [...text.matchAll(/^## (.+)$/gm)].map(([, title = ""]) => ({
    title,
    anchor: anchorOf(title),
  }));
}

function anchorOf(title: string): string {
  return title.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
}

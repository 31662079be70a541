import { resolveLink } from "./resolve-link.ts";

/** The part of a markdown-it token that the rules read and change. */
export interface Token {
  type: string;
  tag: string;
  content: string;
  info: string;
  children: Token[] | null;
  attrGet(name: string): string | null;
  attrSet(name: string, value: string): void;
  attrs: [string, string][] | null;
}

/** The part of markdown-it that the rules extend. */
export interface MarkdownLibrary {
  set(options: { readonly html: boolean }): void;
  readonly core: {
    readonly ruler: {
      push(
        name: string,
        rule: (state: { tokens: Token[]; env: { readonly source: string } }) => void,
      ): void;
    };
  };
  readonly utils: { escapeHtml(text: string): string };
  readonly renderer: {
    readonly rules: Record<string, (tokens: readonly Token[], index: number) => string>;
  };
}

/** A part of a page under one heading, as the search finds it. */
export interface Section {
  readonly heading: string;
  readonly anchor: string;
  readonly level: number;
  text: string;
}

const languages: Readonly<Record<string, string>> = {
  sh: "Shell",
  ts: "TypeScript",
  js: "JavaScript",
  json: "JSON",
  http: "HTTP",
  sql: "SQL",
};

/**
 * Makes Markdown fit the site: headings get GitHub's anchors, links lead to pages of the site, and tables and
 * code get the reference's markup, without inline styles. `found` receives the sections of each source.
 */
export function siteRules(markdown: MarkdownLibrary, found: Map<string, readonly Section[]>): void {
  markdown.set({ html: false });
  markdown.core.ruler.push("site", ({ tokens, env: { source } }) => {
    found.set(source, setAnchors(tokens));
    for (const token of tokens) {
      alignByClass(token);
      leadLinks(token.children ?? [], source);
    }
  });
  const { rules } = markdown.renderer;
  rules["table_open"] = (tokens, index) => {
    const number = tokens.slice(0, index + 1).filter(({ type }) => type === "table_open").length;
    return `<div class="scroll" role="region" aria-label="Table ${number}" tabindex="0"><table>`;
  };
  rules["table_close"] = () => "</table></div>";
  rules["fence"] = (tokens, index) => {
    const { info = "", content = "" } = tokens[index] ?? {};
    const title = languages[info.trim()] ?? "";
    return `<figure class="code"><figcaption>${title}</figcaption><pre tabindex="0" aria-label="${title || "Example"}"><code>${markdown.utils.escapeHtml(content)}</code></pre></figure>`;
  };
}

/** Sets the anchors of headings, and returns the sections that they begin. */
function setAnchors(tokens: readonly Token[]): Section[] {
  const sections: Section[] = [];
  const used = new Map<string, number>();
  for (const [index, token] of tokens.entries()) {
    if (token.type === "heading_open") {
      const heading = plainText(tokens[index + 1]);
      const slug = githubAnchor(heading);
      const times = used.get(slug) ?? 0;
      used.set(slug, times + 1);
      const anchor = times === 0 ? slug : `${slug}-${times}`;
      token.attrSet("id", anchor);
      sections.push({ heading, anchor, level: Number(token.tag.slice(1)), text: "" });
    } else if (token.type === "inline" && tokens[index - 1]?.type !== "heading_open") {
      const last = sections.at(-1);
      if (last !== undefined) last.text += `${plainText(token)} `;
    }
  }
  return sections;
}

function plainText(token: Token | undefined): string {
  return (token?.children ?? [])
    .map(({ type, content }) => (type === "softbreak" ? " " : content))
    .join("");
}

/** The anchor that GitHub gives a heading, which links in the pages use. */
function githubAnchor(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, "")
    .replaceAll(" ", "-");
}

/** The site's policy forbids the style attribute by which a column is aligned. */
function alignByClass(token: Token): void {
  const style = token.attrGet("style");
  if (style === null || token.attrs === null) return;
  token.attrs = token.attrs.filter(([name]) => name !== "style");
  token.attrSet("class", style.replace(/^text-align:\s*/, ""));
}

/** Leads links and images to the site. */
function leadLinks(children: readonly Token[], source: string): void {
  for (const child of children) {
    const name = { image: "src", link_open: "href" }[child.type];
    if (name !== undefined) child.attrSet(name, resolveLink(source, child.attrGet(name) ?? ""));
  }
}

import MiniSearch from "minisearch";
import type { Section } from "./markdown-rules.ts";
import { pageOf } from "./pages.ts";
import { searchOptions } from "./search-options.ts";

/** The search index of all sections, as JSON for `search.js`. */
export function searchIndex(
  found: ReadonlyMap<string, readonly Section[]>,
  titles: ReadonlyMap<string, string>,
): string {
  const index = new MiniSearch(searchOptions);
  for (const [source, sections] of found) {
    const { address } = pageOf(source);
    for (const [position, { heading, anchor, text }] of sections.entries()) {
      index.add({
        id: position === 0 ? address : `${address}#${anchor}`,
        page: titles.get(source) ?? source,
        heading,
        text,
        excerpt: excerptOf(text),
        weight: weightOf(source),
      });
    }
  }
  return JSON.stringify(index);
}

/** The length of the text that a result shows. */
const excerptLength = 160;

/** The beginning, to a whole word. */
function excerptOf(text: string): string {
  if (text.length <= excerptLength) return text.trim();
  return `${text.slice(0, excerptLength).replace(/\s+\S*$/, "")}…`;
}

const background = /decisions|maintainers|changelog|threat-model|proofs|performance|bench/i;

/** Guides come before what was decided and why, what was attacked or measured, and what has changed. */
function weightOf(source: string): number {
  return background.test(source) ? 0.3 : 1;
}

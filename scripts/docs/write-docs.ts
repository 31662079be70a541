import { Eleventy } from "@11ty/eleventy";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import type { OpenApiDocument } from "../reference/open-api.ts";
import { referenceBody } from "../reference/reference-page.ts";
import { siteRules, type MarkdownLibrary, type Section } from "./markdown-rules.ts";
import { bundleSearch } from "./bundle-search.ts";
import { operatorApiPages } from "./operator-api-page.ts";
import { apiPages, pageOf } from "./pages.ts";
import { sources } from "./resolve-link.ts";
import { searchIndex } from "./search-index.ts";
import { siteFrame } from "./site-frame.ts";

const here = (name: string) => new URL(name, import.meta.url);

/**
 * Writes the documentation site into a folder: the Markdown pages, the references of both API documents, and
 * the index of the search. The working directory is the project.
 */
export async function writeDocs(folder: string): Promise<void> {
  const found = new Map<string, readonly Section[]>();
  const titles = titlesOf();
  const bodies = apiBodies();
  const sourceOf = new Map(sources.map((source) => [pageOf(source).address, source]));
  const eleventy = new Eleventy("scripts/docs", folder, {
    quietMode: true,
    configPath: null,
    config(config) {
      config.setTemplateFormats(["md", "html"]);
      config.setUseGitIgnore(false);
      config.addPassthroughCopy({
        "docs/*.{png,svg}": ".",
        "contract/*.json": ".",
        "examples/*.js": "examples",
      });
      config.amendLibrary("md", (markdown: MarkdownLibrary) => siteRules(markdown, found));
      for (const source of sources) {
        const { address } = pageOf(source);
        const text = readFileSync(source, "utf8").replaceAll(comments, "");
        config.addTemplate(`pages/${source}`, text, { source, permalink: address });
      }
      for (const [address, { markup }] of bodies) {
        config.addTemplate(`pages/${address}`, markup, { permalink: address });
      }
      config.addTransform("frame", function frame(body) {
        const address = this.page.url.replace(/^\//, "").replace(/(^|\/)$/, "$1index.html");
        const source = sourceOf.get(address);
        const title =
          source === undefined ? (bodies.get(address)?.title ?? "") : (titles.get(source) ?? "");
        const sections = found.get(source ?? "") ?? [];
        return siteFrame({ address, title, body, titles, sections });
      });
      return { markdownTemplateEngine: false, htmlTemplateEngine: false };
    },
  });
  await eleventy.write();
  writeFileSync(`${folder}/search-index.json`, searchIndex(found, titles));
  copyFileSync(here("site.css"), `${folder}/site.css`);
  for (const name of ["style.css", "copy.js", "tabs.js"]) {
    copyFileSync(here(`../reference/${name}`), `${folder}/${name}`);
  }
  await bundleSearch(folder);
}

/** Marks for scripts, which the site would show as text. */
const comments = /^<!--.*?-->\n/gms;

function titlesOf(): ReadonlyMap<string, string> {
  return new Map(
    sources.map((source) => {
      const [, title = source] = /^# (.+)$/m.exec(readFileSync(source, "utf8")) ?? [];
      return [source, title.replaceAll("`", "")];
    }),
  );
}

/** The pages that the API documents make, by their address. */
function apiBodies(): ReadonlyMap<string, { readonly title: string; readonly markup: string }> {
  const read = (name: string): unknown => JSON.parse(readFileSync(`contract/${name}`, "utf8"));
  const [calls] = apiPages;
  const { markup } = referenceBody(read("openapi.json") as OpenApiDocument);
  return new Map([
    [calls.address, { title: calls.title, markup }],
    ...operatorApiPages(read("operator-openapi.json") as OpenApiDocument),
  ]);
}

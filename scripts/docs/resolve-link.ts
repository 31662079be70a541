import { existsSync, globSync } from "node:fs";
import { posix } from "node:path";
import { contents, pageOf } from "./pages.ts";

/** The sources of all pages: those of the contents, the site's first page and the decisions. */
export const sources: readonly string[] = [
  "docs/README.md",
  ...contents.flatMap((group) => group.sources),
  ...globSync("docs/{decisions,maintainers}/*.md").filter((path) => !path.endsWith("README.md")),
].toSorted();

const addresses = new Map(sources.map((source) => [source, pageOf(source).address]));

/**
 * Resolves a link of a Markdown file to a relative one between pages of the site; null where it leads to a
 * file that is no page. Throws where it leads to nothing, so a dead link fails the build.
 */
export function resolveLink(source: string, link: string): string | null {
  if (/^[a-z]+:/.test(link)) return link;
  const [path = "", anchor] = link.split("#", 2);
  const target = path === "" ? source : posix.join(posix.dirname(source), path);
  const from = posix.dirname(pageOf(source).address);
  const address = addressOf(target);
  const hash = anchor === undefined ? "" : `#${anchor}`;
  if (address !== null) return `${posix.relative(from, address) || posix.basename(address)}${hash}`;
  if (!existsSync(target)) throw new Error(`${source} links to ${link}, which does not exist.`);
  return null;
}

function addressOf(target: string): string | null {
  const page = addresses.get(target) ?? addresses.get(posix.join(target, "README.md"));
  if (page !== undefined) return page;
  if (/^docs\/[\w-]+\.(png|svg)$/.test(target)) return target.slice("docs/".length);
  return target === "contract/openapi.json" ? "openapi.json" : null;
}

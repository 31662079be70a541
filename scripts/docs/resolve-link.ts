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

/** Resolves a link of a Markdown file to a relative one within the site. A link to nothing there fails the build. */
export function resolveLink(source: string, link: string): string {
  if (/^[a-z]+:/.test(link)) return link;
  const [path = "", anchor] = link.split("#", 2);
  const target = path === "" ? source : posix.join(posix.dirname(source), path);
  const from = posix.dirname(pageOf(source).address);
  const address = addressOf(target);
  const hash = anchor === undefined ? "" : `#${anchor}`;
  if (address === null) {
    const why = existsSync(target) ? "is not on the site: see scripts/docs" : "does not exist";
    throw new Error(`${source} links to ${link}, which ${why}.`);
  }
  return `${posix.relative(from, address) || posix.basename(address)}${hash}`;
}

function addressOf(target: string): string | null {
  const page = addresses.get(target) ?? addresses.get(posix.join(target, "README.md"));
  if (page !== undefined) return page;
  if (/^docs\/[\w-]+\.(png|svg)$/.test(target)) return target.slice("docs/".length);
  if (/^contract\/[\w-]+\.json$/.test(target)) return target.slice("contract/".length);
  return /^examples\/[\w.-]+\.js$/.test(target) ? target : null;
}

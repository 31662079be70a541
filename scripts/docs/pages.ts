import { globSync } from "node:fs";

/** A page of the documentation site. Paths are relative to the project and to the site. */
export interface SitePage {
  readonly source: string;
  readonly address: string;
}

/** The contents of the site: the pages by what their reader does. A test finds a page that is missing. */
export const contents: readonly { readonly title: string; readonly sources: readonly string[] }[] =
  [
    {
      title: "Call the service",
      sources: [
        "docs/calling.md",
        "sdk/README.md",
        "clients/python/README.md",
        "clients/php/README.md",
        "account-page/README.md",
        "docs/sandbox.md",
        "conformance/README.md",
        "docs/specification.md",
        "docs/decisions/README.md",
      ],
    },
    {
      title: "Operate it",
      sources: [
        "docs/first-week.md",
        "docs/operating.md",
        "docs/console.md",
        "docs/data-files.md",
        "docs/integrating.md",
        "clients/operator/README.md",
        "docs/scaling.md",
        "docs/sizing.md",
        "docs/high-availability.md",
        "docs/postgresql.md",
        "deploy/README.md",
        ...globSync("deploy/*/README.md").toSorted(),
        "docs/upgrading.md",
        "docs/personal-data.md",
        "docs/threat-model.md",
        "SECURITY.md",
      ],
    },
    {
      title: "What is promised, and shown",
      sources: ["docs/proofs.md", "proofs/README.md", "docs/performance.md", "bench/README.md"],
    },
    {
      title: "Change it",
      sources: [
        "ARCHITECTURE.md",
        "STYLE.md",
        "CONTRIBUTING.md",
        "docs/releases.md",
        "CHANGELOG.md",
        "sdk/CHANGELOG.md",
        "docs/maintainers/README.md",
      ],
    },
  ];

/** The pages that the API documents make. */
export const apiPages = [
  { address: "calls.html", title: "Reference of the three calls" },
  { address: operatorApiAddress(), title: "Reference of the operator API" },
] as const;

/** The page of the operator API, or that of one of its parts. */
export function operatorApiAddress(part?: string): string {
  const name = part?.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
  return name === undefined ? "operator-api.html" : `operator-api/${name}.html`;
}

/** The page of a Markdown file: `docs/` is the site's root, and a README is its folder's index. */
export function pageOf(source: string): SitePage {
  const address = source
    .toLowerCase()
    .replace(/^docs\//, "")
    .replace(/readme\.md$/, "index.html")
    .replace(/\.md$/, ".html");
  return { source, address };
}

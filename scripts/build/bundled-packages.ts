import { readdirSync, readFileSync } from "node:fs";

/** A third-party package whose code an artefact contains. */
export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  /** The text of its licence file; null where the package has none. */
  readonly licenseText: string | null;
}

/** Finds the packages that the modules of a bundle belong to, by name. */
export function bundledPackages(modules: Iterable<string>): BundledPackage[] {
  const folders = new Set<string>();
  for (const module of modules) {
    // A virtual module begins with a zero byte; the folder of a nested package is the innermost.
    const folder = /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(module)?.[1];
    if (folder !== undefined) folders.add(folder);
  }
  return [...folders].map(readPackage).toSorted((one, other) => one.name.localeCompare(other.name));
}

export function readPackage(folder: string): BundledPackage {
  const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
  return {
    name,
    version,
    license: typeof license === "string" ? license : "see the licence text",
    licenseText: file === undefined ? null : readFileSync(`${folder}/${file}`, "utf8"),
  };
}

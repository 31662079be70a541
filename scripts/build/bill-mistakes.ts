import type { BillOfMaterials } from "./notices.ts";

/** The part of `package-lock.json` that names what is installed, by the package's folder. */
export interface LockFile {
  readonly packages: Readonly<
    Record<string, { readonly version?: string; readonly license?: string }>
  >;
}

/**
 * Compares a bill of materials with the lock file. The bill lists each package of which a module is bundled,
 * and each Node that is inside an executable, once, with the version and the licence of the lock file, and
 * nothing else. Returns a sentence for each mistake.
 */
export function billMistakes(
  { components }: BillOfMaterials,
  modules: Iterable<string>,
  { packages }: LockFile,
): string[] {
  const mistakes: string[] = [];
  const expected = new Map<string, string>();
  for (const folder of new Set(Array.from(modules, folderOf))) {
    if (folder === null) continue;
    const { version, license } = packages[folder] ?? {};
    if (version === undefined) mistakes.push(`${folder} is bundled and not in the lock file`);
    expected.set(purlOf(nameOf(folder), version ?? ""), license ?? "");
  }
  const node = packages["node_modules/node"]?.version ?? "";
  const listed = new Set<string>();
  for (const { name, version, purl, licenses } of components) {
    if (purl !== purlOf(name, version)) mistakes.push(`${name} ${version} has the address ${purl}`);
    if (listed.has(purl)) mistakes.push(`${purl} is listed twice`);
    listed.add(purl);
    const isNode = /^node-linux-\w+$/.test(name) && version === node;
    if (!isNode && !expected.has(purl)) mistakes.push(`${purl} is listed and not bundled`);
    const license = licenses.map(({ expression }) => expression).join();
    if (!isNode && expected.has(purl) && expected.get(purl) !== license) {
      mistakes.push(`${purl} has the licence ${expected.get(purl)} and not ${license}`);
    }
  }
  for (const purl of expected.keys()) {
    if (!listed.has(purl)) mistakes.push(`${purl} is bundled and not listed`);
  }
  return mistakes;
}

/** The folder of a module's package as the lock file names it; null for a module of ours. */
function folderOf(module: string): string | null {
  return (
    /(?:^|\/)(node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+)\//.exec(module)?.[1] ?? null
  );
}

function nameOf(folder: string): string {
  return folder.slice(folder.lastIndexOf("node_modules/") + "node_modules/".length);
}

function purlOf(name: string, version: string): string {
  return `pkg:npm/${name.replace("@", "%40")}@${version}`;
}

import type { BundledPackage } from "./bundled-packages.ts";

/** The licences of an artefact's contents, as text. */
export function licenceNotices(packages: readonly BundledPackage[]): string {
  const notices = packages.map(({ name, version, license, licenseText }) =>
    [`${name} ${version} (${license})`, "", licenseText ?? "The package has no licence file."].join(
      "\n",
    ),
  );
  return [
    "Booking Service contains the following packages of others, under their own licences.",
    ...notices,
  ].join(`\n\n${"-".repeat(80)}\n\n`);
}

export interface BillOfMaterials {
  readonly components: readonly {
    readonly name: string;
    readonly version: string;
    readonly purl: string;
    readonly licenses: readonly { readonly expression: string }[];
  }[];
}

/** The software bill of materials of an artefact, as CycloneDX 1.6 JSON. */
export function billOfMaterials(
  artefact: { readonly name: string; readonly version: string },
  packages: readonly BundledPackage[],
): BillOfMaterials {
  const bill = {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { component: { type: "application", ...artefact } },
    components: packages.map(({ name, version, license }) => ({
      type: "library",
      name,
      version,
      purl: `pkg:npm/${name.replace("@", "%40")}@${version}`,
      licenses: [{ expression: license }],
    })),
  };
  return bill;
}

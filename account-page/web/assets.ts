import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Asset } from "./answer.ts";

const types = { "style.css": "text/css; charset=utf-8", "icon.svg": "image/svg+xml" } as const;
type AssetName = keyof typeof types;

const assets = new Map<string, Asset>();
const addresses = new Map<AssetName, string>();

for (const [name, type] of Object.entries(types) as [AssetName, string][]) {
  const bytes = readFileSync(new URL(`../assets/${name}`, import.meta.url));
  const version = createHash("sha256").update(bytes).digest("hex").slice(0, 12);
  const address = `/assets/${version}/${name}`;
  assets.set(address, { type, bytes });
  addresses.set(name, address);
}

/** The address of a file. It changes with the content, so browsers may cache it. */
export function assetAddress(name: AssetName): string {
  return addresses.get(name) ?? "";
}

export function findAsset(path: string): Asset | null {
  return assets.get(path) ?? null;
}

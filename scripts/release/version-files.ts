/** How a file says the version: what stands before it, and after. Every place is in this list. */
export const versionFiles: Readonly<Record<string, readonly RegExp[]>> = {
  "package.json": [/^(  "version": ")[^"]+(")/m],
  "package-lock.json": [
    /^(  "version": ")[^"]+(")/m,
    /^(    "": \{\n      "name": "booking-service",\n      "version": ")[^"]+(")/m,
    /^(    "clients\/operator": \{\n      "name": "booking-service-operator",\n      "version": ")[^"]+(")/m,
    /^(    "conformance": \{\n      "name": "booking-conformance",\n      "version": ")[^"]+(")/m,
    /^(    "sdk\/src": \{\n      "name": "booking-service-client",\n      "version": ")[^"]+(")/m,
  ],
  "clients/operator/package.json": [/^(  "version": ")[^"]+(")/m],
  "conformance/package.json": [/^(  "version": ")[^"]+(")/m],
  "src/domain/program-version.ts": [/(programVersion = ")[^"]+(")/],
  "sdk/package.json": [/^(  "version": ")[^"]+(")/m],
  "sdk/src/package.json": [/^(  "version": ")[^"]+(")/m],
  "sdk/src/version.ts": [/(version = ")[^"]+(")/],
  "sdk/README.md": [/(booking-service-client-)[\d.]+(\.tgz)/],
  "clients/python/pyproject.toml": [/^(version = ")[^"]+(")/m],
  "deploy/container/README.md": [
    /(--tag booking:)[\d.]+( )/,
    /(BOOKING=dist\/booking-)[\d.]+(-linux)/,
    /( booking:)[\d.]+( demo)/,
    /(BOOKING_VERSION=)[\d.]+( )/,
  ],
  "deploy/kubernetes/README.md": [/(newTag: )[\d.]+( )/],
  "deploy/kubernetes/kustomization.yaml": [/(newTag: )[\d.]+(\n)/],
};

/** The file's text with this version in its places. Throws where one is missing. */
export function withVersion(text: string, places: readonly RegExp[], version: string): string {
  return places.reduce((before, place) => {
    if (!place.test(before)) throw new Error(`No place for the version: ${place.source}`);
    return before.replace(place, `$1${version}$2`);
  }, text);
}

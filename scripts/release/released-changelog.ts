/**
 * The changelog with what stands under "Unreleased" as this version, on this day. `ifEmpty` stands there
 * where nothing does; without it an empty "Unreleased" throws.
 */
export function releasedChangelog(
  text: string,
  { version, day, ifEmpty }: { version: string; day: string; ifEmpty?: string },
): string {
  const parts = /^([\s\S]*?^## Unreleased\n)([\s\S]*?)(?=^## |$(?![\s\S]))/m.exec(text);
  if (parts === null) throw new Error('The changelog has no heading "## Unreleased".');
  const [whole, before = "", written = ""] = parts;
  const entries = written.trim() === "" ? ifEmpty : written.trim();
  if (entries === undefined) throw new Error('Nothing stands under "Unreleased" in the changelog.');
  const rest = text.slice(whole.length);
  return `${before}\n## ${version} · ${day}\n\n${entries}\n${rest === "" ? "" : `\n${rest}`}`;
}

/**
 * The text of `activity.title` or `activity.location_hint` in a reader's language.
 *
 * Where no translation fits, the service may send all of them as a JSON object keyed by language code. The
 * result is then the entry of the wanted language, or else the first one with a text. Any other text is
 * returned unchanged.
 *
 * @param language such as `fr` or `fr-CA`
 */
export function localisedText(text: string, language?: string): string {
  const entries = languageEntries(text);
  if (entries === null) return text;
  const wanted = language?.toLowerCase() ?? "";
  const found =
    entries.find(([code]) => code.toLowerCase() === wanted) ??
    entries.find(([code]) => baseOf(code) === baseOf(wanted)) ??
    entries[0];
  return found?.[1] ?? "";
}

/** The entries of a language map; null when the text is none. Every JSON object begins with a brace. */
function languageEntries(text: string): [code: string, text: string][] | null {
  if (!text.trimStart().startsWith("{")) return null;
  try {
    return Object.entries<unknown>(JSON.parse(text)).filter(
      (entry): entry is [string, string] => typeof entry[1] === "string" && entry[1] !== "",
    );
  } catch {
    return null;
  }
}

function baseOf(code: string): string {
  return code.split(/[-_]/, 1)[0]?.toLowerCase() ?? "";
}

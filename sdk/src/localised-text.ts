/**
 * The text of `activity.title` or `activity.location_hint` for a reader.
 *
 * Where no translation fits, the service may send all of them as a JSON object keyed by language
 * code. Then this is the entry for the wanted language, or else the first one that holds a text.
 * Any other text is returned as it is.
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

/** The texts of a language map; null when the text is none. What begins with a brace is an object. */
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

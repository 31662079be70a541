/** Texts by base language code, as the operator wrote them: `{"fr":"Dégustation","en":"Tasting"}`. */
export type LanguageMap = Readonly<Record<string, string>>;

/** Whether the text is a base code such as `en` or `fr`: at most eight letters, lower case. */
export function isBaseLanguage(text: string): boolean {
  return /^[a-z]{2,8}$/.test(text);
}

/**
 * The language of a campaign's texts: the wanted one, reduced to its base code, where the campaign offers it;
 * else the campaign's default. It is never an error (decision A43).
 */
export function resolveLanguage(
  wanted: string | null,
  campaign: { readonly languages: readonly string[]; readonly defaultLanguage: string },
): string {
  const base = wanted?.split(/[-_]/, 1)[0]?.toLowerCase();
  return base !== undefined && campaign.languages.includes(base) ? base : campaign.defaultLanguage;
}

/**
 * The text in the chosen language, else in the campaign's default language. Where neither has a value, the
 * result is the map as JSON text (interface, Booking record; decision A42). An empty string counts as no
 * value and is left out of that map; a map without any value gives the empty text.
 */
export function localisedText(map: LanguageMap, chosen: string, defaultLanguage: string): string {
  const text = valueIn(map, chosen) ?? valueIn(map, defaultLanguage);
  if (text !== undefined) return text;
  const values = Object.entries(map).filter(([, value]) => value !== "");
  return values.length === 0 ? "" : JSON.stringify(Object.fromEntries(values));
}

function valueIn(map: LanguageMap, language: string): string | undefined {
  const text = Object.hasOwn(map, language) ? map[language] : undefined;
  return text === "" ? undefined : text;
}

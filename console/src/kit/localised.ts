import { locale } from "../language/t.ts";

type LanguageMap = Readonly<Record<string, string>>;

/** A text in the wanted language, else in any; the empty text without one. */
export function shownText(map: LanguageMap, language: string): string {
  const wanted = valueIn(map, language);
  if (wanted !== null) return wanted;
  return Object.values(map).find((text) => text !== "") ?? "";
}

/** The text that callers get where a language has none. */
export interface Gap {
  readonly language: string;
  /** `default`: the default language's text; `map`: all texts as JSON; `nothing`: the empty text. */
  readonly falls: "default" | "map" | "nothing";
}

/**
 * The offered languages in which a text is missing, and the callers' text instead: that of the default
 * language, or the whole map where that is missing too. An empty text counts as missing.
 */
export function gapsOf(
  map: LanguageMap,
  languages: readonly string[],
  defaultLanguage: string,
): readonly Gap[] {
  const hasText = Object.values(map).some((text) => text !== "");
  const withoutDefault = hasText ? "map" : "nothing";
  const instead = valueIn(map, defaultLanguage) === null ? withoutDefault : "default";
  return languages
    .filter((language) => valueIn(map, language) === null)
    .map((language) => ({ language, falls: instead }));
}

function valueIn(map: LanguageMap, language: string): string | null {
  const text = Object.hasOwn(map, language) ? map[language] : undefined;
  return text === undefined || text === "" ? null : text;
}

const names = new Intl.DisplayNames(locale, { type: "language" });

/** `French (fr)`; the code alone where it has no name. */
export function languageName(code: string): string {
  const name = /^[a-z]{2,3}$/.test(code) ? names.of(code) : code;
  return name === undefined || name === code ? code : `${name} (${code})`;
}

/** The languages of the console, each by its own name. */
export const languages = { de: "Deutsch", en: "English", fr: "Français" } as const;

export type Language = keyof typeof languages;

/** The storage key of the choice. */
export const languageKey = "booking-console-language";

/** The language that was chosen in the menu, else the first of the browser's that the console has. */
export function chosenLanguage(): Language {
  // Tests read the pages' words without a browser.
  if (!("document" in globalThis)) return "en";
  const wanted = [localStorage.getItem(languageKey) ?? "", ...navigator.languages];
  const known = wanted.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage);
  return known ?? "en";
}

function isLanguage(tag: string): tag is Language {
  return Object.hasOwn(languages, tag);
}

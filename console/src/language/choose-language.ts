import { languageKey, type Language } from "./language.ts";

/**
 * Stores the choice in this browser and loads the page again, because modules read their words when they are
 * loaded.
 */
export function chooseLanguage(language: Language): void {
  localStorage.setItem(languageKey, language);
  location.reload();
}

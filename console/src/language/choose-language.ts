import { languageKey, type Language } from "./language.ts";

/** Keeps the choice in this browser. The page is loaded again: words are read as modules are loaded. */
export function chooseLanguage(language: Language): void {
  localStorage.setItem(languageKey, language);
  location.reload();
}

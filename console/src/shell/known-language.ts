/**
 * A browser may name its user's language in a way that it does not understand itself: Chromium under
 * `LANG=C.UTF-8` says `en-US@posix`, which no `Intl` takes. What is written by others, as the plots
 * are, asks for it at once and would end the page with it.
 */
export function nameKnownLanguage(browser: { readonly language: string }): void {
  try {
    Intl.getCanonicalLocales(browser.language);
  } catch {
    Object.defineProperty(browser, "language", { value: "en" });
  }
}

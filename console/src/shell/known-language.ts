/**
 * A browser may name its user's language in a form that its own `Intl` refuses: Chromium under
 * `LANG=C.UTF-8` has `en-US@posix`. A library such as the plots' passes that name to `Intl`, which would
 * throw and end the page.
 */
export function nameKnownLanguage(browser: { readonly language: string }): void {
  try {
    Intl.getCanonicalLocales(browser.language);
  } catch {
    Object.defineProperty(browser, "language", { value: "en" });
  }
}

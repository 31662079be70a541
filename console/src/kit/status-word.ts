import { locale, ofApi } from "../language/t.ts";

/** A booking's status as a word of the console's language, within a sentence. In English it is the interface's own. */
export function statusWithin(status: string): string {
  return ofApi(status) ?? status;
}

/** The same where it stands by itself. */
export function statusWord(status: string): string {
  const word = statusWithin(status);
  return word.charAt(0).toLocaleUpperCase(locale) + word.slice(1);
}

import { i18n } from "@lingui/core";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import { chosenLanguage, type Language } from "./language.ts";

export const language: Language = chosenLanguage();

/** The locale of dates, numbers and lists. */
export const locale = { de: "de-DE", en: "en-GB", fr: "fr-FR" }[language];

// The English sentence is the key of its translation, so English needs no catalogue. Every module that shows
// words imports this one and so waits for the catalogue; a word may stand in a constant.
const catalogues = {
  de: async () => (await import("./de.json")).default,
  en: async () => ({}),
  fr: async () => (await import("./fr.json")).default,
} as const satisfies Record<Language, unknown>;
const messages: Readonly<Record<string, string>> = await catalogues[language]();
const compiled = new Map<string, ReturnType<typeof compileMessage>>();

i18n.setMessagesCompiler((message) => {
  const known = compiled.get(message) ?? compileMessage(message);
  compiled.set(message, known);
  return known;
});
i18n.loadAndActivate({ locale: language, locales: locale, messages });

export { i18n };

/** The sentence in the language of the console; ICU MessageFormat, with the values by name. */
export function t(sentence: string, values?: Readonly<Record<string, string | number>>): string {
  return i18n._(sentence, values);
}

/** A sentence of the operator API: in the language of the console where a catalogue has it, else null. */
export function ofApi(sentence: string): string | null {
  if (language === "en") return sentence;
  return Object.hasOwn(messages, sentence) ? i18n._(sentence) : null;
}

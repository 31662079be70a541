import { i18n, setupI18n } from "@lingui/core";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import { sentenceFinder, translateSentence } from "./api-sentences.ts";
import { chosenLanguage, type Language } from "./language.ts";

export const language: Language = chosenLanguage();

/** The locale of dates, numbers and lists. */
export const locale = { de: "de-DE", en: "en-GB", fr: "fr-FR" }[language];

interface Loaded {
  readonly default: Readonly<Record<string, string>>;
}

// The English sentence is the key of its translation, so English needs no catalogue. Every module that shows
// words imports this one and so waits for the catalogues, the console's own and that of the service's sentences; a
// word may stand in a constant.
const none: Loaded = { default: {} };
const catalogues: Readonly<Record<Language, () => Promise<readonly [Loaded, Loaded]>>> = {
  de: () => Promise.all([import("./de.json"), import("./api/de.json")]),
  en: async () => [none, none],
  fr: () => Promise.all([import("./fr.json"), import("./api/fr.json")]),
};
const [{ default: messages }, { default: ofService }] = await catalogues[language]();
const compiled = new Map<string, ReturnType<typeof compileMessage>>();

const compile = (message: string) => {
  const known = compiled.get(message) ?? compileMessage(message);
  compiled.set(message, known);
  return known;
};

i18n.setMessagesCompiler(compile);
i18n.loadAndActivate({ locale: language, locales: locale, messages });

// The service may say a word that the console says in another sense, so each has words of its own.
const i18nOfService = setupI18n();
i18nOfService.setMessagesCompiler(compile);
i18nOfService.loadAndActivate({ locale: language, locales: locale, messages: ofService });
const findSentence = sentenceFinder(ofService);

export { i18n };

/** The sentence in the language of the console; ICU MessageFormat, with the values by name. */
export function t(sentence: string, values?: Readonly<Record<string, string | number>>): string {
  return i18n._(sentence, values);
}

/** A sentence of the operator API: in the language of the console where a catalogue has it, else null. */
export function ofApi(sentence: string): string | null {
  if (language === "en") return sentence;
  return translateSentence(sentence, findSentence, ({ message, values }) =>
    i18nOfService._(message, values),
  );
}

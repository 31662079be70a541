import { baseLanguage, listOf, mismatch, shaped, type Mismatch } from "./values.ts";

/** More than the base language codes of ISO 639-1. */
const languagesMax = 1000;

export const languageList = shaped(
  { is: "words", maxItems: languagesMax },
  listOf(baseLanguage, {
    min: 1,
    max: languagesMax,
    expected: "a list of base language codes with the default language among them",
  }),
);

interface LineWithLanguages {
  readonly languages: readonly string[];
  readonly default_language: string;
}

/** A campaign's languages are each there once, the default one among them. */
export function checkLanguages<Line extends LineWithLanguages>(line: Line): Line | Mismatch {
  const { languages, default_language: byDefault } = line;
  if (!languages.includes(byDefault)) {
    return mismatch(`a list that contains the default language, ${byDefault}`, ".languages");
  }
  const repeated = languages.findIndex((each, index) => languages.indexOf(each) < index);
  return repeated === -1 ? line : mismatch("each language once", `.languages[${repeated}]`);
}

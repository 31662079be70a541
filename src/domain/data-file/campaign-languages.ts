import { mismatch, type Mismatch } from "./values.ts";

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

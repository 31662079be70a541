import { english } from "./english.ts";
import { french } from "./french.ts";
import { languages, type Language, type Words } from "./words.ts";

export const wordsOf: Readonly<Record<Language, Words>> = { en: english, fr: french };

/** The language that the visitor chose, else the browser's preferred one. */
export function chooseLanguage(
  chosen: string | undefined,
  acceptLanguage: string | undefined,
): Language {
  const known = readLanguage(chosen);
  if (known !== null) return known;
  const liked = (acceptLanguage ?? "")
    .split(",", 20)
    .map((item) => {
      const [tag = "", ...parameters] = item.split(";").map((part) => part.trim());
      const q = parameters.find((parameter) => parameter.startsWith("q="));
      return { tag, weight: q === undefined ? 1 : Number(q.slice(2)) || 0 };
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight);
  for (const { tag } of liked) {
    const language = readLanguage(tag.split("-", 1)[0]);
    if (language !== null) return language;
  }
  return "en";
}

export function readLanguage(text: string | null | undefined): Language | null {
  return languages.find((language) => language === text?.toLowerCase()) ?? null;
}

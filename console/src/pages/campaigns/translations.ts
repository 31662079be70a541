import { t } from "../../language/t.ts";
import { gapsOf, languageName, shownText, type Gap } from "../../kit/localised.ts";
import type { Activity, Campaign } from "./catalogue.ts";

type Offer = Pick<Campaign, "languages" | "default_language">;
type Texts = Pick<Activity, "title" | "location_hint">;

/** The texts of an activity that are translated. */
export const translated = [
  { field: "title", label: t("Title") },
  { field: "location_hint", label: t("Location hint") },
] as const;
export type TranslatedField = (typeof translated)[number]["field"];

export interface ActivityGap extends Gap {
  readonly field: TranslatedField;
}

/** The texts that callers miss. A location hint without any language counts as absent on purpose. */
export function activityGaps(activity: Texts, campaign: Offer): readonly ActivityGap[] {
  return translated.flatMap(({ field }) => {
    const map = activity[field] ?? {};
    const isNone = field === "location_hint" && Object.values(map).every((text) => text === "");
    if (isNone) return [];
    return gapsOf(map, campaign.languages, campaign.default_language).map((gap) => ({
      ...gap,
      field,
    }));
  });
}

/** The callers' text in place of a missing one, in words. */
export function gapWords(
  { field, falls }: ActivityGap,
  activity: Texts,
  { default_language: main }: Offer,
): string {
  if (falls === "nothing") return t("Missing: callers get the empty text.");
  if (falls === "map") {
    return t("Missing, in the default language too: callers get all languages as JSON text.");
  }
  return t("Missing: falls back to {languageName}, “{shownText}”.", {
    languageName: languageName(main),
    shownText: shownText(activity[field] ?? {}, main),
  });
}

/** The languages to show side by side: the default one, the other offered ones, then any leftovers. */
export function languagesOf(activity: Texts, { languages, default_language: main }: Offer) {
  const kept = translated.flatMap(({ field }) =>
    Object.entries(activity[field] ?? {}).flatMap(([language, text]) =>
      text === "" ? [] : [language],
    ),
  );
  return [...new Set([main, ...languages, ...kept])];
}

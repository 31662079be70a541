import { t } from "../../language/t.ts";
import { Badge } from "../../kit/badge.tsx";
import { TextField } from "../../kit/field.tsx";
import { languageName } from "../../kit/localised.ts";
import type { Campaign } from "./catalogue.ts";
import {
  activityGaps,
  gapWords,
  languagesOf,
  translated,
  type TranslatedField,
} from "./translations.ts";

type Texts = Readonly<Record<string, string>>;

/** An activity's texts, a column for each language, with what is missing marked while it is typed. */
export function TranslationEditor({
  campaign,
  texts,
  onChange,
}: {
  readonly campaign: Campaign;
  readonly texts: Readonly<Record<TranslatedField, Texts>>;
  readonly onChange: (field: TranslatedField, texts: Texts) => void;
}) {
  const gaps = activityGaps(texts, campaign);
  return (
    <div className="languages">
      {languagesOf(texts, campaign).map((language) => {
        const missing = gaps.filter((gap) => gap.language === language);
        return (
          <fieldset
            key={language}
            className="language"
            data-missing={missing.length > 0 || undefined}
          >
            <legend>
              {languageName(language)}{" "}
              {language === campaign.default_language && <Badge>{t("default")}</Badge>}{" "}
              {!campaign.languages.includes(language) && <Badge>{t("not offered")}</Badge>}{" "}
              {missing.length > 0 && <Badge tone="amber">{t("missing")}</Badge>}
            </legend>
            {translated.map(({ field, label }) => {
              const gap = missing.find((each) => each.field === field);
              return (
                <TextField
                  key={field}
                  name={`${field}.${language}`}
                  label={`${label} (${language})`}
                  lang={language}
                  value={texts[field][language] ?? ""}
                  {...(gap !== undefined && { hint: gapWords(gap, texts, campaign) })}
                  onChange={({ target }) =>
                    onChange(field, { ...texts[field], [language]: target.value })
                  }
                />
              );
            })}
          </fieldset>
        );
      })}
    </div>
  );
}

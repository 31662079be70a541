import { t } from "../../language/t.ts";
import {
  textOf,
  titleOf,
  useCampaigns,
  type Campaign,
  type useCatalogue,
} from "../../api/campaigns.ts";
import { SelectField, TextField } from "../../kit/field.tsx";
import { fieldWords, statusChoices } from "./field-words.ts";
import type { Mapping, MappedField } from "./mapping.ts";

export interface Choice {
  readonly id: string;
  readonly name: string;
}

export type Catalogue = ReturnType<typeof useCatalogue>;

interface FixedProps {
  readonly mapping: Mapping;
  readonly onMapping: (mapping: Mapping) => void;
  readonly campaign: Campaign | undefined;
  readonly catalogue: Catalogue;
}

/** Fields whose values a campaign has. */
const ofCampaign: ReadonlySet<string> = new Set(["activity", "host", "ticket_type"]);

/** What has no column and is the same in every row. */
export function FixedFields({ mapping, onMapping, campaign, catalogue }: FixedProps) {
  const { campaigns } = useCampaigns();
  const fields = Object.keys(mapping.fixed) as readonly MappedField[];
  if (fields.length === 0) return null;
  const choices: Partial<Record<MappedField, readonly Choice[]>> = {
    interaction: (campaigns ?? []).map((each) => ({ id: each.public_key, name: titleOf(each) })),
    booking_status: statusChoices.filter(({ id }) => id !== "came"),
    ...(campaign !== undefined && choicesIn(campaign, catalogue)),
  };
  const waits = (field: MappedField) =>
    campaign === undefined && ofCampaign.has(field) && mapping.fixed["interaction"] === "";
  return (
    <fieldset className="choices">
      <legend>{t("The same in every row")}</legend>
      <div className="sheet-grid">
        {fields.map((field) => {
          const value = mapping.fixed[field] ?? "";
          const onChange = ({ target }: { readonly target: { readonly value: string } }) =>
            onMapping({ ...mapping, fixed: { ...mapping.fixed, [field]: target.value } });
          const found = waits(field) ? [] : choices[field];
          return found === undefined ? (
            <TextField
              key={field}
              label={fieldWords[field] ?? field}
              value={value}
              required
              {...(field.endsWith("_at") && { placeholder: "2031-05-01 09:30" })}
              onChange={onChange}
            />
          ) : (
            <SelectField
              key={field}
              label={fieldWords[field] ?? field}
              value={value}
              required
              disabled={waits(field)}
              onChange={onChange}
            >
              <option value="">
                {waits(field) ? t("Choose the campaign first") : t("Choose")}
              </option>
              {found.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </SelectField>
          );
        })}
      </div>
    </fieldset>
  );
}

/** What a column's values, or every row, can be in a campaign. */
export function choicesIn(
  { default_language: language, languages }: Campaign,
  { activities, hosts, ticketTypes }: Catalogue,
) {
  return {
    activity: activities.map(({ id, title }) => ({
      id,
      name: textOf(title, language, languages) || id,
    })),
    host: once(hosts),
    ticket_type: once(ticketTypes),
  } satisfies Partial<Record<MappedField, readonly Choice[]>>;
}

/** Activities have hosts and ticket types of one id. */
function once(
  named: readonly { readonly id: string; readonly display_name: string }[],
): readonly Choice[] {
  return [...new Map(named.map(({ id, display_name: name }) => [id, { id, name }])).values()];
}

import { t } from "../../language/t.ts";
import { useCampaigns, titleOf, type Campaign } from "../../api/campaigns.ts";
import { SelectField } from "../../kit/field.tsx";
import { statusChoices } from "./field-words.ts";
import { choicesIn, type Catalogue, type Choice } from "./fixed-fields.tsx";
import {
  fieldOf,
  isTranslated,
  valuesOf,
  withValue,
  type Mapping,
  type SheetColumn,
  type StandsFor,
} from "./mapping.ts";

interface ValueProps {
  readonly column: SheetColumn;
  readonly mapping: Mapping;
  readonly onMapping: (mapping: Mapping) => void;
  readonly campaign: Campaign | undefined;
  readonly catalogue: Catalogue;
}

/** What each value of a column stands for, where another system spells it in its own way. */
export function ValueFields({ column, mapping, onMapping, campaign, catalogue }: ValueProps) {
  const { name, values } = column;
  const { campaigns } = useCampaigns();
  const field = fieldOf(mapping.columns[name]);
  if (!isTranslated(field)) return null;
  const choices: Partial<Record<string, readonly Choice[]>> = {
    interaction: (campaigns ?? []).map((each) => ({ id: each.public_key, name: titleOf(each) })),
    booking_status: statusChoices,
    checked_in_at: [
      { id: "true", name: t("Came") },
      { id: "false", name: t("Did not come") },
    ],
    ...(campaign !== undefined && choicesIn(campaign, catalogue)),
  };
  const offered = choices[field] ?? [];
  // A column of times says by itself who came.
  const listed = (values ?? []).filter(
    ({ stands_for: guessed }) => field !== "checked_in_at" || guessed[field] !== undefined,
  );
  const stands = valuesOf(mapping.columns[name]);
  if (values === null) {
    return (
      <p className="soft">
        {t("Column {name} has more than 50 different values: each is taken as it stands.", {
          name,
        })}
      </p>
    );
  }
  if (listed.length === 0 || offered.length === 0) return null;
  return (
    <fieldset className="choices">
      <legend>{t("The values of {name}", { name })}</legend>
      <div className="sheet-grid">
        {listed.map(({ text }) => (
          <ValueField
            key={text}
            text={text}
            field={field}
            stands={stands[text]}
            choices={offered}
            catalogue={catalogue}
            onStands={(next) => onMapping(withValue(mapping, name, text, next))}
          />
        ))}
      </div>
    </fieldset>
  );
}

function ValueField({
  text,
  field,
  stands,
  choices,
  catalogue: { hosts },
  onStands,
}: {
  readonly text: string;
  readonly field: string;
  readonly stands: StandsFor | undefined;
  readonly choices: readonly Choice[];
  readonly catalogue: Catalogue;
  readonly onStands: (stands: StandsFor | null) => void;
}) {
  const fields = typeof stands === "string" ? { [field]: stands } : (stands ?? {});
  const came = field === "booking_status" && fields["checked_in_at"] === "true";
  const value = came ? "came" : (fields[field] ?? "");
  const ofActivity = field === "activity" ? hosts.filter(({ activity }) => activity === value) : [];
  return (
    <>
      <SelectField
        label={text}
        value={value}
        onChange={({ target }) => {
          if (target.value === "") onStands(null);
          else if (target.value === "came") {
            onStands({ booking_status: "CONFIRMED", checked_in_at: "true" });
          } else onStands(target.value);
        }}
      >
        <option value="">{t("As it stands")}</option>
        {/* A file with a mapping may name what the campaign lacks. */}
        {value !== "" && !choices.some(({ id }) => id === value) && (
          <option value={value}>{value}</option>
        )}
        {choices.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      {ofActivity.length > 0 && (
        <SelectField
          label={t("Host of {text}", { text })}
          value={fields["host"] ?? ""}
          onChange={({ target }) =>
            onStands(target.value === "" ? value : { activity: value, host: target.value })
          }
        >
          <option value="">{t("As another column says")}</option>
          {ofActivity.map(({ id, display_name: name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
    </>
  );
}

import { t } from "../../language/t.ts";
import { SelectField, TextField } from "../../kit/field.tsx";
import { languageName } from "../../kit/localised.ts";
import {
  bookingCutoffWords,
  cutoffWords,
  limitCountsWords,
  reminderWords,
  type ContactLimitCounts,
} from "./campaign-words.ts";
import {
  defaultOf,
  languagesIn,
  numberOrNull,
  remindersIn,
  wrongLanguages,
  wrongReminders,
  type CampaignForm,
} from "./campaign-form.ts";
import { BookingCutoffField, PerContactField } from "./line-fields.tsx";
import type { Group } from "./catalogue.ts";
import { TimeZoneField } from "./time-zone-field.tsx";

interface PartProps {
  readonly form: CampaignForm;
  readonly onChange: (words: Partial<CampaignForm>) => void;
}

/** The fields of a campaign, which hold for all its activities. */
export function CampaignFields({
  form,
  onForm,
  groups,
  isNew,
}: {
  readonly form: CampaignForm;
  readonly onForm: (form: CampaignForm) => void;
  readonly groups: readonly Group[];
  /** A group can be made along with a new campaign. */
  readonly isNew: boolean;
}) {
  const change = (words: Partial<CampaignForm>) => onForm({ ...form, ...words });
  return (
    <>
      <div className="grid">
        <SelectField
          name="group"
          label={t("Group")}
          value={form.group}
          onChange={({ target }) => change({ group: target.value })}
        >
          {groups.map(({ unique_key: key, display_name: name }) => (
            <option key={key} value={key}>
              {name || key}
            </option>
          ))}
          {isNew && <option value="">{t("A new group…")}</option>}
        </SelectField>
        <TimeZoneField value={form.timezone} onChange={(timezone) => change({ timezone })} />
      </div>
      {isNew && form.group === "" && (
        <div className="grid">
          <TextField
            name="unique_key"
            label={t("New group: unique key")}
            hint={t("Such as acme-fr.")}
            required
            maxLength={256}
          />
          <TextField
            name="display_name"
            label={t("New group: display name")}
            hint={t("Callers see it.")}
            required
            maxLength={1024}
          />
        </div>
      )}
      <LanguageFields form={form} onChange={change} />
      <TitleFields form={form} onChange={change} />
      <RuleFields form={form} onChange={change} />
    </>
  );
}

function LanguageFields({ form, onChange }: PartProps) {
  const offered = languagesIn(form.languages);
  return (
    <div className="grid">
      <TextField
        name="languages"
        label={t("Languages")}
        required
        spellCheck={false}
        value={form.languages}
        wrong={wrongLanguages(form.languages)}
        hint={
          offered.length === 0
            ? t("Base codes, such as fr, en.")
            : offered.map((code) => languageName(code)).join(", ")
        }
        onChange={({ target }) => onChange({ languages: target.value })}
      />
      <SelectField
        name="default_language"
        label={t("Default language")}
        hint={t("Shown where a caller asks for none, or where a text is missing.")}
        value={defaultOf(form)}
        onChange={({ target }) => onChange({ defaultLanguage: target.value })}
      >
        {offered.map((code) => (
          <option key={code} value={code}>
            {languageName(code)}
          </option>
        ))}
      </SelectField>
    </div>
  );
}

/** Its titles, which no caller sees. */
function TitleFields({ form, onChange }: PartProps) {
  return (
    <div className="grid">
      {languagesIn(form.languages).map((code) => (
        <TextField
          key={code}
          name={`campaign-title.${code}`}
          label={`${t("Title")} (${code})`}
          hint={t("Shown in this console instead of the public key.")}
          lang={code}
          maxLength={1024}
          value={form.title[code] ?? ""}
          onChange={({ target }) => onChange({ title: { ...form.title, [code]: target.value } })}
        />
      ))}
    </div>
  );
}

function promotionOf(chosen: string): CampaignForm["promotion"] {
  return chosen === "automatic" || chosen === "offer" ? chosen : "manual";
}

/** How the waitlist gets free seats. */
function WaitlistFields({ form, onChange }: PartProps) {
  return (
    <>
      <SelectField
        name="waitlist_promotion"
        label={t("Waitlist")}
        hint={t(
          "By itself: a seat that is freed or added goes to the first who wait. Offers: it is kept for them until they accept.",
        )}
        value={form.promotion}
        onChange={({ target }) => onChange({ promotion: promotionOf(target.value) })}
      >
        <option value="manual">{t("Promoted by hand")}</option>
        <option value="automatic">{t("Promotes by itself")}</option>
        <option value="offer">{t("Offers free seats")}</option>
      </SelectField>
      {form.promotion === "offer" && (
        <TextField
          name="waitlist_offer_minutes"
          label={t("An offer ends after … minutes")}
          hint={t(
            "Empty: 720, which is 12 hours. At the end the next in line is offered the seat.",
          )}
          type="number"
          min={1}
          max={10_080}
          value={form.offerMinutes}
          onChange={({ target }) => onChange({ offerMinutes: target.value })}
        />
      )}
    </>
  );
}

function ReminderField({ form, onChange }: PartProps) {
  const wrong = wrongReminders(form.reminders);
  return (
    <TextField
      name="reminder_minutes"
      label={t("Reminders … minutes before the slot")}
      hint={
        form.reminders === "" || wrong !== null
          ? t(
              "Up to three numbers, such as 1440, 60: the changes and webhooks then tell of each confirmed booking, so that a mail can be sent.",
            )
          : reminderWords(remindersIn(form.reminders))
      }
      wrong={wrong}
      value={form.reminders}
      onChange={({ target }) => onChange({ reminders: target.value })}
    />
  );
}

function RuleFields({ form, onChange }: PartProps) {
  const cutoff = numberOrNull(form.cutoff);
  return (
    <div className="grid">
      <WaitlistFields form={form} onChange={onChange} />
      <TextField
        name="cancellation_cutoff_minutes"
        label={t("Cancelling closes … minutes before the slot")}
        type="number"
        min={0}
        max={2_147_483_647}
        value={form.cutoff}
        hint={t("Callers can cancel {cutoff}. Empty: no limit.", {
          cutoff: cutoffWords({ cancellation_cutoff_minutes: cutoff }),
        })}
        onChange={({ target }) => onChange({ cutoff: target.value })}
      />
      <BookingCutoffField
        value={form.bookingCutoff}
        hint={t(
          "Seats are given {cutoff}. Below 0: after the start. A ticket type may say otherwise.",
          {
            cutoff: bookingCutoffWords(numberOrNull(form.bookingCutoff)),
          },
        )}
        onChange={({ target }) => onChange({ bookingCutoff: target.value })}
      />
      <ReminderField form={form} onChange={onChange} />
      <PerContactField
        value={form.perContact}
        onChange={({ target }) => onChange({ perContact: target.value })}
      />
      <SelectField
        name="contact_limit_counts"
        label={t("Tickets counted for the limit")}
        hint={t("Also for the limits of single ticket types.")}
        value={form.counts}
        onChange={({ target }) => onChange({ counts: target.value as ContactLimitCounts })}
      >
        {Object.entries(limitCountsWords).map(([counts, words]) => (
          <option key={counts} value={counts}>
            {words()}
          </option>
        ))}
      </SelectField>
    </div>
  );
}

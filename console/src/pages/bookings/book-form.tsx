import { useState } from "react";
import { t } from "../../language/t.ts";
import { useCampaigns, useCatalogue } from "../../api/campaigns.ts";
import { Button } from "../../kit/button.tsx";
import { CheckField, SelectField, TextField } from "../../kit/field.tsx";
import { Form } from "../../kit/form.tsx";
import type { Attempt } from "./book-once.ts";
import { SlotChoice } from "./slot-choice.tsx";

/** The order; empty texts where nothing is chosen. */
export interface BookingDraft {
  readonly external_id: string;
  readonly interaction: string;
  readonly activity: string;
  readonly host: string;
  readonly slot_starting_at: string;
  readonly ticket_type: string;
  readonly tickets: number;
  readonly names: readonly string[];
  readonly overbook: boolean;
}

const ticketsMax = 20;

const nothing: BookingDraft = {
  external_id: "",
  interaction: "",
  activity: "",
  host: "",
  slot_starting_at: "",
  ticket_type: "",
  tickets: 1,
  names: [],
  overbook: false,
};

/** The contact, the activity, the slot and the tickets; each choice depends on the one before. */
export function BookForm({
  initial,
  busy,
  attempt,
  onBook,
  onClose,
}: {
  readonly initial: Partial<BookingDraft>;
  readonly busy: boolean;
  readonly attempt: Attempt | null;
  readonly onBook: (draft: BookingDraft) => void;
  readonly onClose: () => void;
}) {
  const [chosen, setChosen] = useState<BookingDraft>({ ...nothing, ...initial });
  const { campaigns = [] } = useCampaigns();
  // A choice with one option is made already.
  const interaction = chosen.interaction || onlyOne(campaigns.map((each) => each.public_key));
  const campaign = campaigns.find(({ public_key }) => public_key === interaction);
  const { activities, hosts, ticketTypes, names } = useCatalogue(campaign);
  const activity = chosen.activity || onlyOne(activities.map(({ id }) => id));
  const itsHosts = hosts.filter((each) => each.activity === activity);
  const itsTypes = ticketTypes.filter((each) => each.activity === activity);
  const host = chosen.host || onlyOne(itsHosts.map(({ id }) => id));
  const ticketType = chosen.ticket_type || onlyOne(itsTypes.map(({ id }) => id));
  const draft = { ...chosen, interaction, activity, host, ticket_type: ticketType };
  const isLimited = itsTypes.find(({ id }) => id === ticketType)?.has_limited_capacity ?? true;
  const change = (next: Partial<BookingDraft>) => setChosen({ ...chosen, ...next });
  const ofActivity = { host: "", slot_starting_at: "", ticket_type: "" };
  return (
    <Form
      className="stack book-form"
      error={attempt?.kind === "refused" ? attempt.error : null}
      onSubmit={() => onBook(draft)}
      actions={
        <div className="dialog-actions">
          <Button onClick={onClose}>{t("Cancel")}</Button>
          <Button type="submit" tone="primary" busy={busy}>
            {attempt?.kind === "unknown" ? t("Try again") : t("Book")}
          </Button>
        </div>
      }
    >
      <TextField
        name="external_id"
        label={t("External id of the contact")}
        hint={t("As the customer's own system writes it; who is new is made with the booking.")}
        required
        maxLength={512}
        autoComplete="off"
        value={chosen.external_id}
        onChange={({ target }) => change({ external_id: target.value })}
      />
      <div className="grid">
        <SelectField
          name="interaction"
          label={t("Campaign")}
          required
          value={interaction}
          onChange={({ target }) =>
            change({ interaction: target.value, activity: "", ...ofActivity })
          }
        >
          <option value="">{t("Choose…")}</option>
          {campaigns.map(({ public_key }) => (
            <option key={public_key}>{public_key}</option>
          ))}
        </SelectField>
        <SelectField
          name="activity"
          label={t("Activity")}
          required
          disabled={interaction === ""}
          value={activity}
          onChange={({ target }) => change({ activity: target.value, ...ofActivity })}
        >
          <option value="">{t("Choose…")}</option>
          {activities.map(({ id }) => (
            <option key={id} value={id}>
              {names.activity(id)}
            </option>
          ))}
        </SelectField>
        {itsHosts.length > 0 && (
          <SelectField
            name="host"
            label={t("Host")}
            required
            value={host}
            onChange={({ target }) => change({ host: target.value, slot_starting_at: "" })}
          >
            <option value="">{t("Choose…")}</option>
            {itsHosts.map(({ id, display_name }) => (
              <option key={id} value={id}>
                {display_name}
              </option>
            ))}
          </SelectField>
        )}
      </div>
      <SlotChoice
        scope={{
          interaction,
          activity,
          host,
          zone: campaign?.timezone ?? "UTC",
          isWhole: activity !== "" && (itsHosts.length === 0 || host !== ""),
        }}
        tickets={draft.tickets}
        isLimited={isLimited}
        value={chosen.slot_starting_at}
        onChoose={(slot_starting_at) => change({ slot_starting_at })}
      />
      <div className="grid">
        <SelectField
          name="ticket_type"
          label={t("Ticket type")}
          required
          disabled={activity === ""}
          value={ticketType}
          onChange={({ target }) => change({ ticket_type: target.value })}
        >
          <option value="">{t("Choose…")}</option>
          {itsTypes.map(({ id, display_name, has_limited_capacity: limited }) => (
            <option key={id} value={id}>
              {display_name}
              {limited ? "" : ` (${t("takes no seat")})`}
            </option>
          ))}
        </SelectField>
        <TextField
          name="tickets"
          label={t("Tickets")}
          type="number"
          required
          min={1}
          max={ticketsMax}
          value={chosen.tickets}
          onChange={({ target }) => change({ tickets: Number(target.value) })}
        />
      </div>
      <fieldset className="names">
        <legend className="field-label">{t("Names of the attendees, where they are known")}</legend>
        <div className="grid">
          {Array.from({ length: Math.min(ticketsMax, Math.max(0, chosen.tickets)) }, (_, index) => (
            <TextField
              key={index}
              label={t("Ticket {number}", { number: index + 1 })}
              maxLength={512}
              autoComplete="off"
              value={chosen.names[index] ?? ""}
              onChange={({ target }) => {
                const given = Array.from(
                  { length: Math.max(chosen.names.length, index + 1) },
                  (__, at) => chosen.names[at] ?? "",
                );
                change({ names: given.with(index, target.value) });
              }}
            />
          ))}
        </div>
      </fieldset>
      <CheckField
        label={t("Book even if it is full or others wait: overbooks on purpose, which is recorded")}
        checked={chosen.overbook}
        onChange={({ target }) => change({ overbook: target.checked })}
      />
      {attempt?.kind === "unknown" && (
        <div className="note" data-tone="amber" role="alert">
          <strong>{t("No answer came, so it is not known whether it was booked.")}</strong>
          <p>
            {t(
              "Try again with the same choices: it is first looked up whether the booking was made, and nothing is booked twice.",
            )}
          </p>
        </div>
      )}
    </Form>
  );
}

function onlyOne(ids: readonly string[]): string {
  return ids.length === 1 ? (ids[0] ?? "") : "";
}

import { useState } from "react";
import { t } from "../../language/t.ts";
import { titleOf, useCampaigns, useCatalogue } from "../../api/campaigns.ts";
import { useMay } from "../../api/session.ts";
import { Button } from "../../kit/button.tsx";
import { CheckField, TextField } from "../../kit/field.tsx";
import { Form } from "../../kit/form.tsx";
import { ContactHint } from "../contacts/contact-hint.tsx";
import type { Attempt } from "./book-once.ts";
import { ChoiceField } from "./choice-field.tsx";
import { LateField } from "./late-field.tsx";
import { OverLimitField } from "./over-limit-field.tsx";
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
  readonly over_limit: boolean;
  readonly late: boolean;
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
  over_limit: false,
  late: false,
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
  const choices = useChoices(chosen);
  const { draft } = choices;
  const change = (next: Partial<BookingDraft>) => setChosen({ ...chosen, ...next });
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
        hint={<ContactHint typed={chosen.external_id} />}
        required
        maxLength={512}
        autoComplete="off"
        value={chosen.external_id}
        onChange={({ target }) => change({ external_id: target.value })}
      />
      <PlaceFields choices={choices} onChange={change} />
      <TicketFields choices={choices} onChange={change} />
      <SlotChoice
        scope={choices.scope}
        wanted={choices.wanted}
        nameOfType={choices.nameOfType}
        value={chosen.slot_starting_at}
        onChoose={(slot_starting_at) => change({ slot_starting_at })}
      />
      <NameFields draft={draft} onChange={change} />
      <OverbookField checked={chosen.overbook} onChange={(overbook) => change({ overbook })} />
      <OverLimitField
        error={attempt?.kind === "refused" ? attempt.error : null}
        checked={chosen.over_limit}
        onChange={(over_limit) => change({ over_limit })}
      />
      <LateField
        error={attempt?.kind === "refused" ? attempt.error : null}
        checked={chosen.late}
        onChange={(late) => change({ late })}
      />
      {attempt?.kind === "unknown" && <UnknownNote />}
    </Form>
  );
}

function OverbookField({
  checked,
  onChange,
}: {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}) {
  const may = useMay("slots");
  if (!may) return null;
  return (
    <CheckField
      label={t("Book even if it is full or others wait: overbooks on purpose, which is recorded")}
      checked={checked}
      onChange={({ target }) => onChange(target.checked)}
    />
  );
}

type Choices = ReturnType<typeof useChoices>;

interface PartProps {
  readonly choices: Choices;
  readonly onChange: (next: Partial<BookingDraft>) => void;
}

/** What can be chosen; a choice with one option is made already. */
function useChoices(chosen: BookingDraft) {
  const { campaigns = [] } = useCampaigns();
  const interaction = chosen.interaction || onlyOne(campaigns.map((each) => each.public_key));
  const campaign = campaigns.find(({ public_key }) => public_key === interaction);
  const { activities, hosts, ticketTypes, names } = useCatalogue(campaign);
  const activity = chosen.activity || onlyOne(activities.map(({ id }) => id));
  const itsHosts = hosts.filter((each) => each.activity === activity);
  const itsTypes = ticketTypes.filter((each) => each.activity === activity);
  const host = chosen.host || onlyOne(itsHosts.map(({ id }) => id));
  const ticketType = chosen.ticket_type || onlyOne(itsTypes.map(({ id }) => id));
  return {
    draft: { ...chosen, interaction, activity, host, ticket_type: ticketType },
    campaigns,
    activities: activities.map(({ id }) => ({ id, label: names.activity(id) })),
    itsHosts,
    itsTypes,
    wanted: {
      tickets: chosen.tickets,
      ticketType,
      isLimited: itsTypes.find(({ id }) => id === ticketType)?.has_limited_capacity ?? true,
    },
    nameOfType: (id: string) => names.ticketType(activity, id),
    scope: {
      interaction,
      activity,
      host,
      zone: campaign?.timezone ?? "UTC",
      isWhole: activity !== "" && (itsHosts.length === 0 || host !== ""),
    },
  };
}

const ofActivity = { host: "", slot_starting_at: "", ticket_type: "" };

function PlaceFields({ choices: { draft, campaigns, activities, itsHosts }, onChange }: PartProps) {
  return (
    <div className="grid">
      <ChoiceField
        name="interaction"
        label={t("Campaign")}
        value={draft.interaction}
        choices={campaigns.map((each) => ({ id: each.public_key, label: titleOf(each) }))}
        onChoose={(interaction) => onChange({ interaction, activity: "", ...ofActivity })}
      />
      <ChoiceField
        name="activity"
        label={t("Activity")}
        disabled={draft.interaction === ""}
        value={draft.activity}
        choices={activities}
        onChoose={(activity) => onChange({ activity, ...ofActivity })}
      />
      {itsHosts.length > 0 && (
        <ChoiceField
          name="host"
          label={t("Host")}
          value={draft.host}
          choices={itsHosts.map(({ id, display_name: label }) => ({ id, label }))}
          onChoose={(host) => onChange({ host, slot_starting_at: "" })}
        />
      )}
    </div>
  );
}

function TicketFields({ choices: { draft, itsTypes }, onChange }: PartProps) {
  return (
    <div className="grid">
      <ChoiceField
        name="ticket_type"
        label={t("Ticket type")}
        disabled={draft.activity === ""}
        value={draft.ticket_type}
        choices={itsTypes.map(({ id, display_name: name, has_limited_capacity: limited }) => ({
          id,
          label: limited ? name : `${name} (${t("takes no seat")})`,
        }))}
        onChoose={(ticket_type) => onChange({ ticket_type })}
      />
      <TextField
        name="tickets"
        label={t("Tickets")}
        type="number"
        required
        min={1}
        max={ticketsMax}
        value={draft.tickets}
        onChange={({ target }) => onChange({ tickets: Number(target.value) })}
      />
    </div>
  );
}

function NameFields({
  draft: { tickets, names },
  onChange,
}: {
  readonly draft: BookingDraft;
  readonly onChange: PartProps["onChange"];
}) {
  const rename = (index: number, name: string) => {
    const length = Math.max(names.length, index + 1);
    const given = Array.from({ length }, (_, at) => names[at] ?? "");
    onChange({ names: given.with(index, name) });
  };
  return (
    <fieldset className="names">
      <legend className="field-label">{t("Names of the attendees, where they are known")}</legend>
      <div className="grid">
        {Array.from({ length: Math.min(ticketsMax, Math.max(0, tickets)) }, (_, index) => (
          <TextField
            key={index}
            label={t("Ticket {number}", { number: index + 1 })}
            maxLength={512}
            autoComplete="off"
            value={names[index] ?? ""}
            onChange={({ target }) => rename(index, target.value)}
          />
        ))}
      </div>
    </fieldset>
  );
}

function UnknownNote() {
  return (
    <div className="note" data-tone="amber" role="alert">
      <strong>{t("No answer came, so it is not known whether it was booked.")}</strong>
      <p>
        {t(
          "Try again with the same choices: it is first looked up whether the booking was made, and nothing is booked twice.",
        )}
      </p>
    </div>
  );
}

function onlyOne(ids: readonly string[]): string {
  return ids.length === 1 ? (ids[0] ?? "") : "";
}

import { useState } from "react";
import { useCampaigns, useCatalogue } from "../../api/campaigns.ts";
import type { Slot } from "../../api/operations.ts";
import { useAnswer } from "../../api/queries.ts";
import { Button } from "../../kit/button.tsx";
import { CheckField, SelectField, TextField } from "../../kit/field.tsx";
import { Fault } from "../../kit/states.tsx";
import { wordsOf } from "../../kit/when.tsx";
import { boundsOfDay, dayIn } from "../../kit/zoned-day.ts";
import { useAccount } from "../../shell/account.ts";
import type { Attempt } from "./book-once.ts";

/** What is to be booked; empty texts where nothing is chosen. */
export interface Wish {
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

const nothing: Wish = {
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

/** Who, what, when, how many: each choice offers what the one before leaves. */
export function BookForm({
  initial,
  busy,
  attempt,
  onBook,
  onClose,
}: {
  readonly initial: Partial<Wish>;
  readonly busy: boolean;
  readonly attempt: Attempt | null;
  readonly onBook: (wish: Wish) => void;
  readonly onClose: () => void;
}) {
  const [chosen, setChosen] = useState<Wish>({ ...nothing, ...initial });
  const { campaigns = [] } = useCampaigns();
  // What can only be one thing is chosen already.
  const interaction = chosen.interaction || onlyOne(campaigns.map((each) => each.public_key));
  const campaign = campaigns.find(({ public_key }) => public_key === interaction);
  const zone = campaign?.timezone ?? "UTC";
  const { activities, hosts, ticketTypes, names } = useCatalogue(campaign);
  const activity = chosen.activity || onlyOne(activities.map(({ id }) => id));
  const itsHosts = hosts.filter((each) => each.activity === activity);
  const itsTypes = ticketTypes.filter((each) => each.activity === activity);
  const host = chosen.host || onlyOne(itsHosts.map(({ id }) => id));
  const ticketType = chosen.ticket_type || onlyOne(itsTypes.map(({ id }) => id));
  const [day, setDay] = useState("");
  const slots = useSlots({ interaction, activity, host }, day, zone, itsHosts.length > 0);
  const wish = { ...chosen, interaction, activity, host, ticket_type: ticketType };
  const isLimited = itsTypes.find(({ id }) => id === ticketType)?.has_limited_capacity ?? true;
  const slot = slots.find(({ starting_at }) => starting_at === chosen.slot_starting_at);
  const change = (next: Partial<Wish>) => setChosen({ ...chosen, ...next });
  const ofActivity = { host: "", slot_starting_at: "", ticket_type: "" };
  return (
    <form
      className="stack book-form"
      onSubmit={(event) => {
        event.preventDefault();
        onBook(wish);
      }}
    >
      <TextField
        label="External id of the contact"
        hint="As the customer's own system writes it; who is new is made with the booking."
        required
        maxLength={512}
        autoComplete="off"
        value={chosen.external_id}
        onChange={({ target }) => change({ external_id: target.value })}
      />
      <div className="grid">
        <SelectField
          label="Campaign"
          required
          value={interaction}
          onChange={({ target }) =>
            change({ interaction: target.value, activity: "", ...ofActivity })
          }
        >
          <option value="">Choose…</option>
          {campaigns.map(({ public_key }) => (
            <option key={public_key}>{public_key}</option>
          ))}
        </SelectField>
        <SelectField
          label="Activity"
          required
          disabled={interaction === ""}
          value={activity}
          onChange={({ target }) => change({ activity: target.value, ...ofActivity })}
        >
          <option value="">Choose…</option>
          {activities.map(({ id }) => (
            <option key={id} value={id}>
              {names.activity(id)}
            </option>
          ))}
        </SelectField>
        {itsHosts.length > 0 && (
          <SelectField
            label="Host"
            required
            value={host}
            onChange={({ target }) => change({ host: target.value, slot_starting_at: "" })}
          >
            <option value="">Choose…</option>
            {itsHosts.map(({ id, display_name }) => (
              <option key={id} value={id}>
                {display_name}
              </option>
            ))}
          </SelectField>
        )}
      </div>
      <div className="book-slot">
        <TextField
          label="From day"
          type="date"
          hint={day === "" ? "Today" : undefined}
          value={day}
          onChange={({ target }) => setDay(target.value)}
        />
        <SelectField
          label={`Slot (times in ${zone})`}
          required
          disabled={activity === ""}
          hint={slotHint(slot, wish.tickets, isLimited)}
          value={chosen.slot_starting_at}
          onChange={({ target }) => change({ slot_starting_at: target.value })}
        >
          <option value="">{slots.length === 0 ? "No slots from that day on" : "Choose…"}</option>
          {slots.map((each) => (
            <option key={each.starting_at} value={each.starting_at}>
              {wordsOf(each.starting_at, zone)}: {seatsLeft(each)}
            </option>
          ))}
        </SelectField>
      </div>
      <div className="grid">
        <SelectField
          label="Ticket type"
          required
          disabled={activity === ""}
          value={ticketType}
          onChange={({ target }) => change({ ticket_type: target.value })}
        >
          <option value="">Choose…</option>
          {itsTypes.map(({ id, display_name, has_limited_capacity: limited }) => (
            <option key={id} value={id}>
              {display_name}
              {limited ? "" : " (takes no seat)"}
            </option>
          ))}
        </SelectField>
        <TextField
          label="Tickets"
          type="number"
          required
          min={1}
          max={ticketsMax}
          value={chosen.tickets}
          onChange={({ target }) => change({ tickets: Number(target.value) })}
        />
      </div>
      <fieldset className="names">
        <legend className="field-label">Names of the attendees, where they are known</legend>
        <div className="grid">
          {Array.from({ length: Math.min(ticketsMax, Math.max(0, chosen.tickets)) }, (_, index) => (
            <TextField
              key={index}
              label={`Ticket ${index + 1}`}
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
        label="Book even if it is full or others wait: overbooks on purpose, which is recorded"
        checked={chosen.overbook}
        onChange={({ target }) => change({ overbook: target.checked })}
      />
      {attempt?.kind === "refused" && <Fault error={attempt.error} />}
      {attempt?.kind === "unknown" && (
        <div className="note" data-tone="amber" role="alert">
          <strong>No answer came, so it is not known whether it was booked.</strong>
          <p>
            Try again with the same choices: it is first looked up whether the booking was made, and
            nothing is booked twice.
          </p>
        </div>
      )}
      <div className="dialog-actions">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" tone="primary" busy={busy}>
          {attempt?.kind === "unknown" ? "Try again" : "Book"}
        </Button>
      </div>
    </form>
  );
}

function useSlots(
  { interaction, activity, host }: Pick<Wish, "interaction" | "activity" | "host">,
  day: string,
  zone: string,
  hasHosts: boolean,
): readonly Slot[] {
  const path = useAccount();
  const from = boundsOfDay(day === "" ? dayIn(zone, Date.now()) : day, zone).from;
  const query = {
    interaction,
    activity,
    ...(host !== "" && { host }),
    from: new Date(from).toISOString(),
    limit: 200,
  };
  const enabled = activity !== "" && (!hasHosts || host !== "");
  return useAnswer("listSlots", { path, query }, { enabled }).data?.body.items ?? [];
}

function seatsLeft({ free, capacity, waiting_tickets: waiting }: Slot): string {
  const wait = waiting === 0 ? "" : `, ${waiting} waiting`;
  return free === 0 ? `full${wait}` : `${free} of ${capacity} left${wait}`;
}

/** What booking this will lead to, as far as it can be told now. */
function slotHint(slot: Slot | undefined, tickets: number, isLimited: boolean): string | undefined {
  if (slot === undefined) return undefined;
  if (!isLimited) return "This ticket type takes no seat: it will be confirmed.";
  if (slot.waiting_tickets > 0) return "Others wait already: it will join the waitlist.";
  if (slot.free >= tickets) return "There are seats: it will be confirmed.";
  return slot.free === 0
    ? "It is full: it will join the waitlist."
    : `Only ${slot.free} left, and all tickets get a seat or none: it will join the waitlist.`;
}

function onlyOne(ids: readonly string[]): string {
  return ids.length === 1 ? (ids[0] ?? "") : "";
}

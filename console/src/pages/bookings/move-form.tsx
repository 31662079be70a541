import { useState } from "react";
import { t } from "../../language/t.ts";
import { useCatalogue, type Campaign } from "../../api/campaigns.ts";
import type { Explanation, Slot } from "../../api/operations.ts";
import { useChange } from "../../api/queries.ts";
import { DialogForm } from "../../kit/dialog-form.tsx";
import { CheckField, SelectField } from "../../kit/field.tsx";
import { tell } from "../../kit/toasts.tsx";
import { instantWords } from "../../kit/instant-words.ts";
import { useAccount } from "../../shell/account.ts";
import { whoOf } from "../desk/who.ts";
import { isRoomFor } from "./admission-hint.ts";
import { ChoiceField, type Choice } from "./choice-field.tsx";
import { LateField } from "./late-field.tsx";
import { OverLimitField } from "./over-limit-field.tsx";
import { SlotChoice } from "./slot-choice.tsx";

interface Target {
  readonly activity: string;
  readonly host: string;
  readonly ticketType: string;
  readonly startingAt: string;
  readonly overLimit: boolean;
  readonly late: boolean;
}

/** The target slot of a move; slots with free seats first, full ones on request. */
export function MoveForm({
  explained,
  campaign,
  onClose,
}: {
  readonly explained: Explanation;
  readonly campaign: Campaign;
  readonly onClose: () => void;
}) {
  const [to, setTo] = useState<Target>(() => placeNow(explained));
  const [alsoFull, setAlsoFull] = useState(false);
  const move = useMove(explained.booking, campaign.timezone, onClose);
  const { activities, itsHosts, itsTypes, isLimited, names } = useChoices(campaign, to);
  const tickets = explained.tickets.filter(({ cancelled_at }) => cancelled_at === null).length;
  const wanted = { tickets, ticketType: to.ticketType, isLimited };
  const change = (next: Partial<Target>) => {
    move.reset();
    setTo({ ...to, ...next });
  };
  const isOtherType = to.ticketType !== explained.ticket_type;
  return (
    <DialogForm
      submit={t("Move the booking")}
      busy={move.isPending}
      error={move.error}
      onClose={onClose}
      onSubmit={() => move.submit(to)}
    >
      <p>
        {placeWords(explained, {
          tickets,
          activity: names.activity(explained.activity),
          zone: campaign.timezone,
        })}
      </p>
      <TargetFields
        to={to}
        activities={activities}
        hosts={itsHosts}
        ticketTypes={itsTypes}
        onChange={change}
      />
      <SlotChoice
        scope={{
          ...placeOf(to, itsHosts.length > 0),
          interaction: explained.interaction,
          zone: campaign.timezone,
        }}
        wanted={wanted}
        nameOfType={(id) => names.ticketType(to.activity, id)}
        value={to.startingAt}
        offers={(slot) =>
          isSlotOf(explained, slot) ? isOtherType : alsoFull || isRoomFor(slot, wanted)
        }
        onChoose={(startingAt) => change({ startingAt })}
      />
      <CheckField
        label={t("Also full slots, where it would wait")}
        checked={alsoFull}
        onChange={({ target }) => setAlsoFull(target.checked)}
      />
      <OverLimitField
        error={move.error}
        checked={to.overLimit}
        onChange={(overLimit) => setTo({ ...to, overLimit })}
      />
      <LateField error={move.error} checked={to.late} onChange={(late) => setTo({ ...to, late })} />
    </DialogForm>
  );
}

function placeNow({ activity, host = "", ticket_type: ticketType }: Explanation): Target {
  return { activity, host, ticketType, startingAt: "", overLimit: false, late: false };
}

/** What can be chosen of the campaign, and of the chosen activity. */
function useChoices(campaign: Campaign, to: Target) {
  const { activities, hosts, ticketTypes, names } = useCatalogue(campaign);
  const isIts = ({ activity }: { readonly activity: string }) => activity === to.activity;
  const choice = ({ id, display_name: label }: { id: string; display_name: string }) => ({
    id,
    label,
  });
  const itsTypes = ticketTypes.filter(isIts);
  return {
    activities: activities.map(({ id }) => ({ id, label: names.activity(id) })),
    itsHosts: hosts.filter(isIts).map(choice),
    itsTypes: itsTypes.map(choice),
    isLimited: itsTypes.find(({ id }) => id === to.ticketType)?.has_limited_capacity ?? true,
    names,
  };
}

/** Moves the booking, tells where it is now, and then calls `onMoved`. */
function useMove(booking: string, zone: string, onMoved: () => void) {
  const path = { ...useAccount(), booking };
  const { mutate, reset, isPending, error } = useChange("moveBooking");
  const submit = ({ startingAt, activity, host, ticketType, overLimit, late }: Target) =>
    mutate(
      {
        path,
        body: {
          slot_starting_at: startingAt,
          activity,
          ...(host !== "" && { host }),
          ticket_type: ticketType,
          ...(overLimit && { over_limit: true }),
          ...(late && { late: true }),
        },
      },
      {
        onSuccess: ({ body }) => {
          const when = instantWords(body.slot_starting_at, zone);
          tell(
            body.booking_status === "WAITLIST"
              ? t("Moved to {when}, on the waitlist.", { when })
              : t("Moved to {when}.", { when }),
          );
          onMoved();
        },
      },
    );
  return { submit, reset, isPending, error };
}

function placeWords(
  explained: Explanation,
  {
    tickets,
    activity,
    zone,
  }: { readonly tickets: number; readonly activity: string; readonly zone: string },
): string {
  return t(
    "{tickets, plural, one {One ticket} other {# tickets}} of {contact}, now {activity}, {when}. The seats there become free.",
    {
      tickets,
      contact: whoOf(explained),
      activity,
      when: instantWords(explained.slot_starting_at, zone),
    },
  );
}

function placeOf({ activity, host }: Target, hasHosts: boolean) {
  return { activity, host, isWhole: !hasHosts || host !== "" };
}

function isSlotOf(booking: Explanation, slot: Slot): boolean {
  return (
    slot.activity === booking.activity &&
    (slot.host ?? "") === (booking.host ?? "") &&
    Date.parse(slot.starting_at) === Date.parse(booking.slot_starting_at)
  );
}

function TargetFields({
  to,
  activities,
  hosts,
  ticketTypes,
  onChange,
}: {
  readonly to: Target;
  readonly activities: readonly Choice[];
  readonly hosts: readonly Choice[];
  readonly ticketTypes: readonly Choice[];
  readonly onChange: (next: Partial<Target>) => void;
}) {
  return (
    <div className="grid">
      <SelectField
        name="activity"
        label={t("Activity")}
        value={to.activity}
        onChange={({ target }) =>
          onChange({ activity: target.value, host: "", ticketType: "", startingAt: "" })
        }
      >
        {activities.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </SelectField>
      {hosts.length > 0 && (
        <ChoiceField
          name="host"
          label={t("Host")}
          value={to.host}
          choices={hosts}
          onChoose={(host) => onChange({ host, startingAt: "" })}
        />
      )}
      <ChoiceField
        name="ticket_type"
        label={t("Ticket type")}
        value={to.ticketType}
        choices={ticketTypes}
        onChoose={(ticketType) => onChange({ ticketType })}
      />
    </div>
  );
}

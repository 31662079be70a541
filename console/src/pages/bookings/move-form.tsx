import { useState } from "react";
import { t } from "../../language/t.ts";
import { useCatalogue, type Campaign } from "../../api/campaigns.ts";
import type { Explanation, Slot } from "../../api/operations.ts";
import { useChange } from "../../api/queries.ts";
import { DialogForm } from "../../kit/dialog-form.tsx";
import { CheckField, SelectField } from "../../kit/field.tsx";
import { tell } from "../../kit/toasts.tsx";
import { wordsOf } from "../../kit/words-of.ts";
import { useAccount } from "../../shell/account.ts";
import { isRoomFor } from "./admission-hint.ts";
import { SlotChoice } from "./slot-choice.tsx";

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
  const path = { ...useAccount(), booking: explained.booking };
  const move = useChange("moveBooking");
  const [to, setTo] = useState({
    activity: explained.activity,
    host: explained.host ?? "",
    ticketType: explained.ticket_type,
    startingAt: "",
  });
  const [alsoFull, setAlsoFull] = useState(false);
  const { activities, hosts, ticketTypes, names } = useCatalogue(campaign);
  const itsHosts = hosts.filter((each) => each.activity === to.activity);
  const itsTypes = ticketTypes.filter((each) => each.activity === to.activity);
  const isLimited = itsTypes.find(({ id }) => id === to.ticketType)?.has_limited_capacity ?? true;
  const tickets = explained.tickets.filter(({ cancelled_at }) => cancelled_at === null).length;
  const change = (next: Partial<typeof to>) => {
    move.reset();
    setTo({ ...to, ...next });
  };
  const isHere = (slot: Slot) =>
    slot.activity === explained.activity &&
    (slot.host ?? "") === (explained.host ?? "") &&
    Date.parse(slot.starting_at) === Date.parse(explained.slot_starting_at);
  const isOtherType = to.ticketType !== explained.ticket_type;
  return (
    <DialogForm
      submit={t("Move the booking")}
      busy={move.isPending}
      error={move.error}
      onClose={onClose}
      onSubmit={() =>
        move.mutate(
          {
            path,
            body: {
              slot_starting_at: to.startingAt,
              activity: to.activity,
              ...(to.host !== "" && { host: to.host }),
              ticket_type: to.ticketType,
            },
          },
          {
            onSuccess: ({ body }) => {
              const when = wordsOf(body.slot_starting_at, campaign.timezone);
              tell(
                body.booking_status === "WAITLIST"
                  ? t("Moved to {when}, on the waitlist.", { when })
                  : t("Moved to {when}.", { when }),
              );
              onClose();
            },
          },
        )
      }
    >
      <p>
        {t(
          "{tickets, plural, one {One ticket} other {# tickets}} of {contact}, now {activity}, {when}. The seats there become free.",
          {
            tickets,
            contact: explained.external_id,
            activity: names.activity(explained.activity),
            when: wordsOf(explained.slot_starting_at, campaign.timezone),
          },
        )}
      </p>
      <div className="grid">
        <SelectField
          name="activity"
          label={t("Activity")}
          value={to.activity}
          onChange={({ target }) =>
            change({ activity: target.value, host: "", ticketType: "", startingAt: "" })
          }
        >
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
            value={to.host}
            onChange={({ target }) => change({ host: target.value, startingAt: "" })}
          >
            <option value="">{t("Choose…")}</option>
            {itsHosts.map(({ id, display_name: name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
        )}
        <SelectField
          name="ticket_type"
          label={t("Ticket type")}
          required
          value={to.ticketType}
          onChange={({ target }) => change({ ticketType: target.value })}
        >
          <option value="">{t("Choose…")}</option>
          {itsTypes.map(({ id, display_name: name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      </div>
      <SlotChoice
        scope={{
          interaction: explained.interaction,
          activity: to.activity,
          host: to.host,
          zone: campaign.timezone,
          isWhole: itsHosts.length === 0 || to.host !== "",
        }}
        tickets={tickets}
        isLimited={isLimited}
        value={to.startingAt}
        offers={(slot) =>
          isHere(slot) ? isOtherType : alsoFull || isRoomFor(slot, tickets, isLimited)
        }
        onChoose={(startingAt) => change({ startingAt })}
      />
      <CheckField
        label={t("Also full slots, where it would wait")}
        checked={alsoFull}
        onChange={({ target }) => setAlsoFull(target.checked)}
      />
    </DialogForm>
  );
}

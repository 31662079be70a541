import { useState } from "react";
import { callApi } from "../../api/call-api.ts";
import { useCatalogue, type Campaign } from "../../api/campaigns.ts";
import type { Booking } from "../../api/operations.ts";
import { Dialog } from "../../kit/dialog.tsx";
import { SelectField } from "../../kit/field.tsx";
import { instantWords } from "../../kit/instant-words.ts";
import { t } from "../../language/t.ts";
import { useAccount } from "../../shell/account.ts";
import { broken, BulkActions, BulkRows, useBulk, useExplained } from "./bulk-rows.tsx";
import { ChoiceField } from "./choice-field.tsx";
import { SlotChoice } from "./slot-choice.tsx";

interface Target {
  readonly activity: string;
  readonly host: string;
  readonly startingAt: string;
}

/** Moves the selected bookings of a campaign to one slot, and shows what became of each. */
export function BulkMoveDialog({
  bookings,
  campaign,
  onClose,
}: {
  readonly bookings: readonly Booking[];
  readonly campaign: Campaign;
  readonly onClose: () => void;
}) {
  const [to, setTo] = useState<Target>(() => ({
    activity: bookings[0]?.activity ?? "",
    host: bookings[0]?.host ?? "",
    startingAt: "",
  }));
  const { explained, isReading } = useExplained(bookings);
  const zone = campaign.timezone;
  const { results, isRunning, run } = useBulkMove(to);
  const hasRun = results.size > 0 || isRunning;
  // The cut-off binds callers, and not the operator who moves a booking.
  const against = ({ booking }: Booking) => broken(explained.get(booking), { evenLate: true });
  const doable = bookings.filter(
    (row) => explained.has(row.booking) && (hasRun || against(row).length === 0),
  );
  const tickets = doable
    .flatMap((row) => row.tickets)
    .filter(({ cancelled_at }) => cancelled_at === null).length;
  return (
    <Dialog open lasting={hasRun} size="wide" onClose={onClose} title={t("Move these bookings?")}>
      <form className="stack" onSubmit={(event) => event.preventDefault()}>
        <p>{consequence(tickets)}</p>
        <fieldset className="bulk-fields" disabled={hasRun}>
          <TargetFields campaign={campaign} tickets={tickets} to={to} onChange={setTo} />
        </fieldset>
        <BulkRows
          bookings={bookings}
          results={results}
          explained={explained}
          isReading={isReading}
          against={against}
          willBe={
            to.startingAt === ""
              ? t("Can be moved.")
              : t("Will be moved to {when}.", { when: instantWords(to.startingAt, zone) })
          }
        />
        <BulkActions
          submit={t("Move {count, plural, one {# booking} other {# bookings}}", {
            count: doable.length,
          })}
          tone="primary"
          doable={doable}
          results={results}
          isRunning={isRunning}
          disabled={isReading || to.startingAt === ""}
          onRun={(rows) => void run(rows)}
          onClose={onClose}
        />
      </form>
    </Dialog>
  );
}

function useBulkMove({ activity, host, startingAt }: Target) {
  const path = useAccount();
  return useBulk(async ({ booking }, idempotencyKey) => {
    const { body } = await callApi("moveBooking", {
      path: { ...path, booking },
      body: { slot_starting_at: startingAt, activity, ...(host !== "" && { host }) },
      idempotencyKey,
    });
    return body.booking_status === "WAITLIST" ? t("Moved, on the waitlist.") : t("Moved.");
  });
}

function consequence(tickets: number): string {
  return t(
    "Each keeps its ticket type and takes its seats in the new slot, as many as are free, in the order below; the others join the waitlist there. Together they have {tickets, plural, one {one ticket} other {# tickets}}.",
    { tickets },
  );
}

function TargetFields({
  campaign,
  tickets,
  to,
  onChange,
}: {
  readonly campaign: Campaign;
  readonly tickets: number;
  readonly to: Target;
  readonly onChange: (to: Target) => void;
}) {
  const { activities, hosts, names } = useCatalogue(campaign);
  const itsHosts = hosts.filter(({ activity }) => activity === to.activity);
  return (
    <>
      <div className="grid">
        <SelectField
          label={t("Activity")}
          value={to.activity}
          onChange={({ target }) => onChange({ activity: target.value, host: "", startingAt: "" })}
        >
          {activities.map(({ id }) => (
            <option key={id} value={id}>
              {names.activity(id)}
            </option>
          ))}
        </SelectField>
        {itsHosts.length > 0 && (
          <ChoiceField
            name="host"
            label={t("Host")}
            value={to.host}
            choices={itsHosts.map(({ id, display_name: label }) => ({ id, label }))}
            onChoose={(host) => onChange({ ...to, host, startingAt: "" })}
          />
        )}
      </div>
      <SlotChoice
        scope={{
          interaction: campaign.public_key,
          activity: to.activity,
          host: to.host,
          zone: campaign.timezone,
          isWhole: itsHosts.length === 0 || to.host !== "",
        }}
        wanted={{ tickets, ticketType: "", isLimited: true }}
        nameOfType={(id) => names.ticketType(to.activity, id)}
        value={to.startingAt}
        onChoose={(startingAt) => onChange({ ...to, startingAt })}
      />
    </>
  );
}

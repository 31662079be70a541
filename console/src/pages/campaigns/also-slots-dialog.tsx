import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { t } from "../../language/t.ts";
import { callApi } from "../../api/call-api.ts";
import type { Operations } from "../../api/operations.ts";
import { ProblemError } from "../../api/problem.ts";
import { useChange } from "../../api/queries.ts";
import { FormDialog } from "../../kit/dialog-form.tsx";
import { TextField } from "../../kit/field.tsx";
import { tell } from "../../kit/toasts.tsx";
import { OverlapNote } from "../slots/overlap-note.tsx";
import { dayIn } from "../../kit/zoned-day.ts";
import { useAccount } from "../../shell/account.ts";

type Changed = Pick<Operations["changeSlotLengths"]["answer"], "slots" | "overlap">;
type ChangedSlot = Changed["slots"][number];

/** A host, or an activity without a choice of hosts, whose slots last that long. */
export interface SlotsPlace {
  readonly interaction: string;
  readonly activity: string;
  readonly host?: string;
  /** Null: no set length. */
  readonly slot_duration_in_minutes: number | null;
}

/** The existing slots that last otherwise, from a day on; none of an activity with hosts, whose lengths count. */
export async function slotsOfOtherLength(
  account: ReturnType<typeof useAccount>,
  place: SlotsPlace,
  day: string,
): Promise<Changed> {
  const body = { ...place, also_slots_from: day, dry_run: true };
  try {
    return (await callApi("changeSlotLengths", { path: account, body })).body;
  } catch (thrown) {
    if (thrown instanceof ProblemError && thrown.problem === "host-missing")
      return { slots: [], overlap: null };
    throw thrown;
  }
}

/** Asks whether existing slots last as new ones do now, and counts them first. */
export function AlsoSlotsDialog({
  place,
  zone,
  onClose,
}: {
  readonly place: SlotsPlace;
  readonly zone: string;
  readonly onClose: () => void;
}) {
  const account = useAccount();
  const [day, setDay] = useState(() => dayIn(zone, Date.now()));
  const { data, error } = useQuery({
    queryKey: ["changeSlotLengths", account, place, day],
    queryFn: () => slotsOfOtherLength(account, place, day),
    enabled: day !== "",
  });
  const change = useChange("changeSlotLengths");
  const slots = data?.slots;
  const count = slots?.length ?? 0;
  return (
    <FormDialog
      title={t("Also change existing slots?")}
      description={t(
        "New slots: {length}. Existing ones stay as they are, unless you change them.",
        {
          length: lengthWords(place.slot_duration_in_minutes),
        },
      )}

      submit={t("Change {count, plural, one {# slot} other {# slots}}", { count })}
      busy={change.isPending}
      error={change.error ?? error}
      disabled={count === 0}
      onClose={onClose}
      onSubmit={() =>
        change.mutate(
          { path: account, body: { ...place, also_slots_from: day } },
          {
            onSuccess: ({ body }) => {
              tell(
                t("{count, plural, one {# slot is} other {# slots are}} changed.", {
                  count: body.slots.length,
                }),
              );
              onClose();
            },
          },
        )
      }
    >
      <TextField
        name="also_slots_from"
        label={t("From day")}
        hint={t("By clocks in {zone}.", { zone })}
        type="date"
        required
        value={day}
        onChange={({ target }) => setDay(target.value)}
      />
      <div role="status">
        {slots !== undefined && (count === 0 ? noneWords() : <Counted slots={slots} />)}
        <OverlapNote overlap={data?.overlap} zone={zone} />
      </div>
    </FormDialog>
  );
}

function noneWords() {
  return t("No slot from that day on lasts otherwise.");
}

/** How many slots last how long now. */
function Counted({ slots }: { readonly slots: readonly ChangedSlot[] }) {
  const byLength = Map.groupBy(slots, (slot) => slot.slot_duration_in_minutes_before);
  return (
    <ul>
      {[...byLength].map(([minutes, some]) => (
        <li key={minutes}>
          {t("{count, plural, one {# slot} other {# slots}} so far: {length}", {
            count: some.length,
            length: lengthWords(minutes),
          })}
        </li>
      ))}
    </ul>
  );
}

function lengthWords(minutes: number | null): string {
  return minutes === null
    ? t("no set length")
    : t("{count, plural, one {# minute} other {# minutes}}", { count: minutes });
}

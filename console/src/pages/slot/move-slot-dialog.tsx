import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { t } from "../../language/t.ts";
import { callApi } from "../../api/call-api.ts";
import type { Booking, Operations, Slot } from "../../api/operations.ts";
import { ProblemError } from "../../api/problem.ts";
import { useApiQuery } from "../../api/queries.ts";
import { Button } from "../../kit/button.tsx";
import { Dialog } from "../../kit/dialog.tsx";
import { CheckField, SelectField, TextField } from "../../kit/field.tsx";
import { Form } from "../../kit/form.tsx";
import { ReasonField, reasonIn } from "../../kit/reason-field.tsx";
import { tell } from "../../kit/toasts.tsx";
import { instantWords } from "../../kit/instant-words.ts";
import { wallTimeOf } from "../../../../src/domain/local-time.ts";
import { useAccount } from "../../shell/account.ts";
import { slotSearch } from "../slots/slot-link.tsx";
import { StartFields } from "../slots/start-fields.tsx";
import { startsOf } from "../slots/typed-start.ts";
import { MovePreview } from "./move-preview.tsx";
import { bookingsIn } from "./named-bookings.tsx";
import { namedSlot } from "./named-slot.ts";

type Order = NonNullable<Operations["changeSlot"]["body"]>;
type Changed = Operations["changeSlot"]["answer"];

/** Gives the slot another start, host or length with everything in it, after a preview of who moves. */
export function MoveSlotDialog({
  slot,
  bookings,
  onClose,
}: {
  readonly slot: Slot;
  /** As many of the slot's bookings as are known. */
  readonly bookings: readonly Booking[];
  readonly onClose: () => void;
}) {
  const { timezone: zone } = slot;
  const [typed, setTyped] = useState(() => typedOf(slot));
  const [merge, setMerge] = useState(false);
  const hosts = useHosts(slot);
  const isOther = Object.keys(orderOf(slot, typed)).length > 0;
  const order = { ...orderOf(slot, typed), ...(merge && { merge }) };
  const changing = useChanging(slot, onClose);
  const { data: preview } = changing;
  const change = (next: Partial<Typed>) => {
    changing.reset();
    setTyped({ ...typed, ...next });
  };
  const join = (next: boolean) => {
    changing.reset();
    setMerge(next);
  };
  const joins = isRefusedFor(changing.error, "slot-has-bookings");
  return (
    <Dialog
      open
      size="wide"
      onClose={onClose}
      title={t("Move this slot")}
      description={t(
        "Its bookings, waitlist, held seats and limits go with it; everybody keeps their status and place in line.",
      )}
    >
      <Form
        className="stack dialog-form"
        error={changing.error}
        onSubmit={(form) =>
          changing.mutate({ ...order, ...reasonIn(form), dry_run: preview === undefined })
        }
        actions={
          <MoveActions
            submit={preview === undefined ? t("Preview") : moveWords(preview.moved.length)}
            busy={changing.isPending}
            disabled={!isOther}
            onClose={onClose}
          />
        }
      >
        <StartFields typed={typed} zone={zone} onChange={change} />
        <PlaceFields typed={typed} hosts={hosts} onChange={change} />
        {(joins || merge) && <JoinField checked={merge} onChange={join} />}
        <ReasonField />
        {preview !== undefined && (
          <MovePreview
            preview={preview}
            order={order}
            hosts={hosts}
            bookings={bookings}
            zone={zone}
          />
        )}
      </Form>
    </Dialog>
  );
}

function isRefusedFor(error: Error | null, problem: string): boolean {
  return error instanceof ProblemError && error.problem === problem;
}

function MoveActions({
  submit,
  busy,
  disabled,
  onClose,
}: {
  readonly submit: string;
  readonly busy: boolean;
  readonly disabled: boolean;
  readonly onClose: () => void;
}) {
  return (
    <div className="dialog-actions">
      <Button onClick={onClose}>{t("Cancel")}</Button>
      <Button type="submit" tone="primary" busy={busy} disabled={disabled}>
        {submit}
      </Button>
    </div>
  );
}

function PlaceFields({
  typed,
  hosts,
  onChange,
}: {
  readonly typed: Typed;
  readonly hosts: ReturnType<typeof useHosts>;
  readonly onChange: (next: Partial<Typed>) => void;
}) {
  return (
    <div className="grid-small">
      {hosts.length > 0 && (
        <SelectField
          name="to_host"
          label={t("Host")}
          value={typed.host}
          onChange={({ target }) => onChange({ host: target.value })}
        >
          {hosts.map(({ id, display_name: name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      <TextField
        name="to_length"
        label={t("Length in minutes")}
        hint={t("Empty: no set length.")}
        type="number"
        min={1}
        max={1440}
        value={typed.minutes}
        onChange={({ target }) => onChange({ minutes: target.value })}
      />
    </div>
  );
}

function JoinField({
  checked,
  onChange,
}: {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}) {
  return (
    <CheckField
      name="merge"
      label={t("Join it with the slot that is there, within that slot’s capacity and length")}
      checked={checked}
      onChange={({ target }) => onChange(target.checked)}
    />
  );
}

interface Typed {
  readonly day: string;
  readonly time: string;
  /** Which of two instants, where clocks show the time twice. */
  readonly which: number;
  readonly host: string;
  readonly minutes: string;
}

function typedOf({
  starting_at: at,
  timezone: zone,
  host = "",
  slot_duration_in_minutes: minutes,
}: Slot): Typed {
  const wall = new Date(wallTimeOf(Date.parse(at), zone)).toISOString();
  const [day, time] = [wall.slice(0, 10), wall.slice(11, 16)];
  const which = Math.max(0, startsOf(day, time, zone)?.indexOf(Date.parse(at)) ?? 0);
  return { day, time, which, host, minutes: String(minutes ?? "") };
}

/** What differs from the slot as it is; empty where nothing does, or no such time exists. */
function orderOf(slot: Slot, { day, time, which, host, minutes }: Typed): Order {
  const start = startsOf(day, time, slot.timezone)?.[which];
  if (start === undefined) return {};
  const length = minutes === "" ? null : Number(minutes);
  return {
    ...(start !== Date.parse(slot.starting_at) && { to_slot: new Date(start).toISOString() }),
    ...(host !== (slot.host ?? "") && { to_host: host }),
    ...(length !== slot.slot_duration_in_minutes && { to_length: length }),
  };
}

function useHosts({ interaction, activity, host }: Slot) {
  const path = { ...useAccount(), interaction, activity };
  const { data } = useApiQuery("listHosts", { path }, { enabled: host !== undefined });
  return data?.body.items ?? [];
}

/** Previews the change, and then makes it; the page then shows the slot where it is. */
function useChanging(slot: Slot, onClose: () => void) {
  const account = useAccount();
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async (order: Order): Promise<Changed> => {
      const { body } = await callApi("changeSlot", { ...namedSlot(account, slot), body: order });
      if (order.dry_run === true) return body;
      const { moved, slot: there } = body;
      tell(
        t("The slot is now {when}: {bookings} moved.", {
          when: instantWords(there.starting_at, there.timezone),
          bookings: bookingsIn(moved.length),
        }),
      );
      onClose();
      await navigate({
        to: "/at/$tenant/$environment/slot",
        params: account,
        search: slotSearch(there),
        replace: true,
      });
      await client.invalidateQueries();
      return body;
    },
  });
}

function moveWords(count: number): string {
  return count === 0
    ? t("Move the slot")
    : t("Move the slot with {bookings}", { bookings: bookingsIn(count) });
}

import { t } from "../../language/t.ts";
import { useState } from "react";
import { useCampaigns } from "../../api/campaigns.ts";
import { callApi } from "../../api/call-api.ts";
import type { Operations } from "../../api/operations.ts";
import { CheckField, TextField } from "../../kit/field.tsx";
import { GuardedDialog } from "../../kit/guarded-dialog.tsx";
import { LostUpdate, type Described } from "../../kit/lost-update.tsx";
import { textIn } from "../../kit/text-in.ts";
import { tell } from "../../kit/toasts.tsx";
import { instantWords } from "../../kit/instant-words.ts";
import { useGuardedSave } from "../../kit/use-guarded-save.ts";
import type { TicketType } from "./catalogue.ts";
import { numberOrNull } from "./campaign-form.ts";
import { bookingCutoffWords } from "./campaign-words.ts";
import { MomentField, momentIn } from "./moment-field.tsx";
import { BookingCutoffField, DisplayNameField, KeyField, PerContactField } from "./line-fields.tsx";

type Line = Operations["showTicketType"]["answer"];

/** Adds a ticket type or changes one. */
export function TicketTypeDialog({
  path: activity,
  type,
  onClose,
}: {
  readonly path: Operations["listTicketTypes"]["path"];
  readonly type: TicketType | null;
  readonly onClose: () => void;
}) {
  const [limited, setLimited] = useState(type?.has_limited_capacity ?? true);
  const zone = useCampaigns().zoneOf(activity.interaction);
  const pathOf = (typed: FormData) => ({ ...activity, id: type?.id ?? textIn(typed, "id") });
  const guarded = useGuardedSave<Line>({
    thing: type,
    put: (condition, typed) =>
      callApi("putTicketType", {
        path: pathOf(typed),
        ...condition,
        body: {
          display_name: textIn(typed, "display_name"),
          has_limited_capacity: typed.has("has_limited_capacity"),
          capacity_per_slot: limited ? numberOrNull(textIn(typed, "capacity_per_slot")) : null,
          tickets_per_contact: numberOrNull(textIn(typed, "tickets_per_contact")),
          ...windowIn(typed, type, zone),
        },
      }),
    read: (typed) => callApi("showTicketType", { path: pathOf(typed) }),
    onSaved: (typed) => {
      tell(t("Ticket type {name} is saved.", { name: textIn(typed, "display_name") }));
      onClose();
    },
  });
  return (
    <GuardedDialog
      title={type === null ? t("Add ticket type") : t("Ticket type {id}", { id: type.id })}
      submit={t("Save ticket type")}
      guarded={guarded}
      zone={zone}
      onClose={onClose}
    >
      {type === null && <KeyField hint={t("Such as standard.")} />}
      <DisplayNameField start={guarded.start?.display_name} />
      <CheckField
        label={t("Limited: each ticket takes a seat, and waits where none is free")}
        name="has_limited_capacity"
        checked={limited}
        onChange={({ target }) => setLimited(target.checked)}
      />
      {limited && (
        <TextField
          name="capacity_per_slot"
          label={t("Tickets of it in each slot, at most")}
          hint={t("Empty: only the slot’s seats limit it. A slot may say otherwise.")}
          type="number"
          min={1}
          max={2_147_483_647}
          defaultValue={guarded.start?.capacity_per_slot ?? ""}
        />
      )}
      <PerContactField defaultValue={guarded.start?.tickets_per_contact ?? ""} />
      <WindowFields start={guarded.start ?? null} zone={zone} />
      <LostUpdate
        of={guarded}
        onTake={(line) => setLimited(line.has_limited_capacity)}
        describe={(line) => describeType(line, zone)}
      />
    </GuardedDialog>
  );
}

type Window = Pick<Line, "booking_cutoff_minutes" | "bookable_from" | "bookable_until">;

/** Until when the type is given. */
function WindowFields({ start, zone }: { readonly start: Window | null; readonly zone: string }) {
  return (
    <div className="grid">
      <BookingCutoffField
        hint={t("Empty: as the campaign says. Below 0: after the start.")}
        defaultValue={start?.booking_cutoff_minutes ?? ""}
      />
      <MomentField
        name="bookable_from"
        start={start?.bookable_from}
        zone={zone}
        label={t("Bookable from (times in {zone})", { zone })}
      />
      <MomentField
        name="bookable_until"
        start={start?.bookable_until}
        zone={zone}
        label={t("Bookable until (times in {zone})", { zone })}
      />
    </div>
  );
}

function windowIn(typed: FormData, start: Window | null, zone: string): Window {
  const momentOf = (name: "bookable_from" | "bookable_until") =>
    momentIn(typed, { name, start: start?.[name], zone });
  return {
    booking_cutoff_minutes: numberOrNull(textIn(typed, "booking_cutoff_minutes")),
    bookable_from: momentOf("bookable_from"),
    bookable_until: momentOf("bookable_until"),
  };
}

function describeType(line: Line, zone: string): Described {
  const { booking_cutoff_minutes: cutoff, bookable_from: from, bookable_until: until } = line;
  return {
    [t("Display name")]: line.display_name,
    [t("Seats")]: line.has_limited_capacity ? t("takes a seat") : t("unlimited"),
    [t("Tickets of it in each slot, at most")]: String(line.capacity_per_slot ?? t("no limit")),
    [t("Tickets of one contact, at most")]: String(line.tickets_per_contact ?? t("no limit")),
    ...(cutoff != null && { [t("Booking")]: bookingCutoffWords(cutoff) }),
    ...(from != null && { [t("Bookable from")]: instantWords(from, zone) }),
    ...(until != null && { [t("Bookable until")]: instantWords(until, zone) }),
  };
}

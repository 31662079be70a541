import { Trans } from "@lingui/react";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { locale, t } from "../../language/t.ts";
import { useApiQuery, useChange } from "../../api/queries.ts";
import type { AuditEvent, Slot } from "../../api/operations.ts";
import { ConfirmDialog } from "../../kit/confirm-dialog.tsx";
import { Shown } from "../../kit/states.tsx";
import { tell } from "../../kit/toasts.tsx";
import { When } from "../../kit/when.tsx";
import { instantWords } from "../../kit/instant-words.ts";
import { useAccount } from "../../shell/account.ts";
import { BookDialog } from "../bookings/book-dialog.tsx";
import { Arrivals } from "./arrivals.tsx";
import { CapacityDialog } from "./capacity-dialog.tsx";
import { CloseDialog } from "./close-dialog.tsx";
import { HeldSeats } from "./held-seats.tsx";
import { namedSlot } from "./named-slot.ts";
import { SeatBar, SlotBadges } from "../slots/seats.tsx";
import { MoveSlotDialog } from "./move-slot-dialog.tsx";
import { SlotHeader, type SlotDialog } from "./slot-header.tsx";
import { endOf } from "./slot-words.ts";
import { SlotBookings } from "./slot-bookings.tsx";
import "../bookings/bookings.css";
import "../slots/slots.css";
import { ticketsByType, TypeTable } from "./type-table.tsx";
import { useSlotBookings } from "./use-slot-bookings.ts";
import { Waitlist } from "./waitlist.tsx";

/** One slot with its seats, its bookings, its waitlist with reasons, and its arrivals. */
export function SlotPage() {
  const account = useAccount();
  const {
    interaction = "",
    activity = "",
    host = "",
    at = "",
  } = useSearch({ from: "/signed-in/at/$tenant/$environment/slot" });
  const slot = useApiQuery(
    "showSlot",
    {
      path: { ...account, interaction, activity, starting_at: at },
      query: host === "" ? {} : { host },
    },
    { everyMs: 10_000 },
  );
  return (
    <Shown of={slot} what={t("the slot")}>
      {({ body }) => <Found slot={body} />}
    </Shown>
  );
}

function Found({ slot }: { readonly slot: Slot }) {
  const account = useAccount();
  const [dialog, setDialog] = useState<SlotDialog | null>(null);
  const campaign = useApiQuery("showInteraction", {
    path: { ...account, public_key: slot.interaction },
  });
  const bookings = useSlotBookings(account, slot);
  const closing = useClosing(slot);
  const known = bookings.data?.cut === false ? bookings.data.bookings : null;
  return (
    <>
      <SlotHeader slot={slot} campaign={campaign.data?.body} onOpen={setDialog} />
      <div className="stack">
        <SlotFacts slot={slot} closing={closing} />
        <HeldSeats slot={slot} />
        <TypeTable slot={slot} bookings={known} />
        <Waitlist slot={slot} campaign={campaign.data?.body} />
        <Arrivals slot={slot} />
        <Shown of={bookings} what={t("its bookings")}>
          {({ bookings: found, cut }) => (
            <>
              {cut && (
                <p className="note" data-tone="amber">
                  {t("Only the first {count} bookings are shown.", {
                    count: found.length.toLocaleString(locale),
                  })}
                </p>
              )}
              <SlotBookings slot={slot} bookings={found} />
            </>
          )}
        </Shown>
      </div>
      {dialog === "book" && <BookDialog initial={draftOf(slot)} onClose={() => setDialog(null)} />}
      {dialog === "capacity" && (
        <CapacityDialog
          slot={slot}
          taken={known && ticketsByType(known, "CONFIRMED")}
          promotion={campaign.data?.body.waitlist_promotion ?? "manual"}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === "close" && (
        <CloseDialog
          slot={slot}
          bookings={bookings.data?.bookings ?? []}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === "move" && (
        <MoveSlotDialog
          slot={slot}
          bookings={bookings.data?.bookings ?? []}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === "remove" && <RemoveSlot slot={slot} onClose={() => setDialog(null)} />}
    </>
  );
}

/** What a booking that begins here has already. */
function draftOf({ interaction, activity, host = "", starting_at: at }: Slot) {
  return { interaction, activity, host, slot_starting_at: at };
}

function ClosingFacts({ closing, zone }: { readonly closing: AuditEvent; readonly zone: string }) {
  const { reason } = (closing.details ?? {}) as { readonly reason?: string };
  return (
    <p>
      {t("Closed by {actor}: {when}.", {
        actor: closing.actor,
        when: instantWords(closing.at, zone),
      })}
      {reason !== undefined && ` ${t("Reason: {reason}", { reason })}`}
    </p>
  );
}

/** The closing that left the slot as it is; null where the last change was another. */
function useClosing(slot: Slot): AuditEvent | null {
  const { tenant, environment } = useAccount();
  const { interaction, activity, host, starting_at: at, closed } = slot;
  const names = ["slot", interaction, activity, ...(host === undefined ? [] : [host]), at];
  const query = { account: `${tenant}/${environment}`, subject: names.join(" "), limit: 1 };
  const { data } = useApiQuery("listAuditEvents", { query }, { enabled: closed });
  const last = data?.body.items[0];
  return closed && last?.action === "slot closed" ? last : null;
}

function SlotFacts({
  slot,
  closing,
}: {
  readonly slot: Slot;
  readonly closing: AuditEvent | null;
}) {
  const [now] = useState(Date.now);
  const { starting_at: at, timezone: zone } = slot;
  const end = endOf(slot);
  return (
    <section className="card slot-facts" aria-label={t("Seats")}>
      <div className="stack-small">
        <strong className="slot-when">
          <When at={at} zone={zone} />
          {end !== null && (
            <Trans id=" to {end}" values={{ end: <When at={end} zone={zone} show="time" /> }} />
          )}
        </strong>
        <span className="soft">{zone}</span>
        <SlotBadges slot={slot} past={Date.parse(at) <= now} />
        {closing !== null && <ClosingFacts closing={closing} zone={zone} />}
      </div>
      <dl className="slot-numbers num">
        <Fact label={t("Capacity")} value={slot.capacity} />
        <Fact label={t("Taken")} value={slot.taken} />
        {slot.held > 0 && <Fact label={t("Of these held")} value={slot.held} />}
        <Fact label={t("Free")} value={slot.free} />
        <Fact label={t("Overbooked by")} value={slot.overbooked_by} />
        <Fact label={t("Tickets waiting")} value={slot.waiting_tickets} />
        <div>
          <dt>{t("Minutes")}</dt>
          <dd>{slot.slot_duration_in_minutes?.toLocaleString(locale) ?? "–"}</dd>
        </div>
      </dl>
      {slot.capacity + slot.taken > 0 && <SeatBar slot={slot} />}
    </section>
  );
}

function Fact({ label, value }: { readonly label: string; readonly value: number }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value.toLocaleString(locale)}</dd>
    </div>
  );
}

function RemoveSlot({ slot, onClose }: { readonly slot: Slot; readonly onClose: () => void }) {
  const account = useAccount();
  const navigate = useNavigate();
  const remove = useChange("removeSlot");
  const { interaction, starting_at: at, timezone: zone } = slot;
  const when = instantWords(at, zone);
  return (
    <ConfirmDialog
      title={t("Remove this slot?")}
      action={t("Remove slot")}
      busy={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(namedSlot(account, slot), {
          onSuccess: () => {
            tell(t("Slot removed: {when}.", { when }));
            void navigate({
              to: "/at/$tenant/$environment/slots",
              params: account,
              search: { interaction },
            });
          },
        })
      }
    >
      <p>
        {t(
          "{when}. Only a slot that nobody ever booked can be removed; of another one, the capacity can be set to 0.",
          { when },
        )}
      </p>
    </ConfirmDialog>
  );
}

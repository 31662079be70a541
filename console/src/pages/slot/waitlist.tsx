import { useState } from "react";
import { Trans } from "@lingui/react";
import { t } from "../../language/t.ts";
import { ProblemError } from "../../api/problem.ts";
import { useApiQuery, useChange } from "../../api/queries.ts";
import { useMay } from "../../api/session.ts";
import type { Booking, Operations, Slot } from "../../api/operations.ts";
import { Badge } from "../../kit/badge.tsx";
import { Button } from "../../kit/button.tsx";
import { ConfirmDialog } from "../../kit/confirm-dialog.tsx";
import { Shown } from "../../kit/states.tsx";
import { tell } from "../../kit/toasts.tsx";
import { When } from "../../kit/when.tsx";
import { useAccount } from "../../shell/account.ts";
import { contactBeside, whoOf } from "../desk/who.ts";
import type { CampaignLine } from "../campaigns/campaign-form.ts";
import { promotionWords } from "../campaigns/campaign-words.ts";
import { namedSlot } from "./named-slot.ts";
import { BookingLink } from "./booking-link.tsx";
import { WaitingWords } from "../bookings/service-sentences.tsx";

type WaitlistEntry = Operations["showWaitlist"]["answer"]["items"][number];

/** The number of entries that are rendered at first. */
const shownAtFirst = 25;

/** The waitlist of the slot in order, and why each entry waits. */
export function Waitlist({
  slot,
  campaign = {},
}: {
  readonly slot: Slot;
  readonly campaign: Partial<CampaignLine> | undefined;
}) {
  const [mayPromote, mayPassOver] = [useMay("waitlist"), useMay("slots")];
  const waitlist = useApiQuery("showWaitlist", namedSlot(useAccount(), slot), { everyMs: 10_000 });
  const [promoting, setPromoting] = useState<{ booking: Booking; place: number } | null>(null);
  const [all, setAll] = useState(false);
  // Those with an offer stand first, and wait for nobody.
  const first = waitlist.data?.body.items.find((entry) => entry.offer_ends_at === undefined);
  return (
    <section className="card" aria-label={t("Waitlist")}>
      <div className="card-header">
        <h2>{t("Waitlist")}</h2>
        <span className="row">
          <Badge tone={(campaign.waitlist_promotion ?? "manual") === "manual" ? "plain" : "blue"}>
            {promotionWords(campaign)}
          </Badge>
          {mayPromote && first !== undefined && (
            <Button onClick={() => setPromoting({ booking: first, place: 1 })}>
              {t("Promote the first")}
            </Button>
          )}
        </span>
      </div>
      <Shown of={waitlist} what={t("the waitlist")}>
        {({ body: { items } }) =>
          items.length === 0 ? (
            <p className="soft">{t("Nobody waits.")}</p>
          ) : (
            <>
              <ol className="waitlist">
                {items.slice(0, all ? items.length : shownAtFirst).map((entry, index) => (
                  <Entry
                    key={entry.booking}
                    entry={entry}
                    among={items}
                    place={index + 1}
                    zone={slot.timezone}
                    onPromote={
                      mayPromote &&
                      (entry.offer_ends_at !== undefined || (mayPassOver && index > 0))
                        ? () =>
                            setPromoting({
                              booking: entry,
                              place: entry.booking === first?.booking ? 1 : index + 1,
                            })
                        : null
                    }
                  />
                ))}
              </ol>
              {!all && items.length > shownAtFirst && (
                <Button onClick={() => setAll(true)}>
                  {t("Show all {count}", { count: items.length })}
                </Button>
              )}
            </>
          )
        }
      </Shown>
      {promoting !== null && <PromoteDialog {...promoting} onClose={() => setPromoting(null)} />}
    </section>
  );
}

function Entry({
  entry,
  among,
  place,
  zone,
  onPromote,
}: {
  readonly entry: WaitlistEntry;
  /** The whole waitlist. */
  readonly among: readonly WaitlistEntry[];
  readonly place: number;
  readonly zone: string;
  readonly onPromote: (() => void) | null;
}) {
  const live = entry.tickets.filter(({ cancelled_at: at }) => at === null).length;
  const contact = contactBeside(entry);
  const named = { who: whoOf(entry), place };
  return (
    <li>
      <span className="waitlist-place num" aria-hidden="true">
        {place}
      </span>
      <div>
        <strong>
          <BookingLink booking={entry} words={whoOf(entry)} />
        </strong>{" "}
        {entry.offer_ends_at !== undefined && <Badge tone="amber">{t("offered")}</Badge>}{" "}
        <span className="soft">
          {contact !== null && `${contact}, `}
          {t("{count, plural, one {# ticket} other {# tickets}}", { count: live })}
          <Trans id=", since {when}" values={{ when: <When at={entry.booked_at} zone={zone} /> }} />
        </span>
        <p>
          <WaitingWords waiting={entry.waitlist} zone={zone} among={among} />
        </p>
      </div>
      {onPromote !== null && (
        <Button
          tone="quiet"
          aria-label={
            entry.offer_ends_at === undefined
              ? t("Promote {who}, number {place}", named)
              : t("Accept the offer for {who}, number {place}", named)
          }
          onClick={onPromote}
        >
          {entry.offer_ends_at === undefined ? t("Promote") : t("Accept the offer")}
        </Button>
      )}
    </li>
  );
}

function promotionAsked(isOffered: boolean, overtakes: boolean) {
  if (isOffered) return { title: t("Accept the offer?"), action: t("Accept the offer") };
  return overtakes
    ? { title: t("Promote past others?"), action: t("Promote, overtaking others") }
    : { title: t("Promote the first?"), action: t("Promote") };
}

/** Promotes one entry; overtaking others needs a confirmation. */
function PromoteDialog({
  booking,
  place,
  onClose,
}: {
  readonly booking: Booking;
  readonly place: number;
  readonly onClose: () => void;
}) {
  const account = useAccount();
  const promote = useChange("promoteBooking");
  const isOffered = booking.offer_ends_at !== undefined;
  const overtakes =
    (place > 1 && !isOffered) ||
    (promote.error instanceof ProblemError && promote.error.problem === "not-first");
  return (
    <ConfirmDialog
      {...promotionAsked(isOffered, overtakes)}
      tone={overtakes ? "danger" : "primary"}
      busy={promote.isPending}
      error={promote.error}
      onClose={onClose}
      onConfirm={() =>
        promote.mutate(
          {
            path: { ...account, booking: booking.booking },
            body: overtakes ? { overtake: true } : {},
          },
          {
            onSuccess: () => {
              tell(t("Confirmed: {who}.", { who: whoOf(booking) }));
              onClose();
            },
          },
        )
      }
    >
      <p>
        <Trans
          id="{strong}: confirmed now, if enough seats are free."
          values={{ strong: <strong>{whoOf(booking)}</strong> }}
        />
        {overtakes &&
          ` ${t("Those who came earlier go on waiting; that they were overtaken is recorded.")}`}
      </p>
    </ConfirmDialog>
  );
}

import { useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo, type KeyboardEvent } from "react";
import { t } from "../../language/t.ts";
import {
  titleOf,
  useCampaigns,
  useCatalogue,
  type Campaign,
  type Names,
} from "../../api/campaigns.ts";
import { useApiQuery } from "../../api/queries.ts";
import { SelectField, TextField } from "../../kit/field.tsx";
import { useRemembered } from "../../kit/remembered.ts";
import { boundsOfDay, dayIn } from "../../kit/zoned-day.ts";
import { instantWords } from "../../kit/instant-words.ts";
import { useAccount } from "../../shell/account.ts";
import type { Searches } from "../../shell/searches.ts";
import type { DeskScope, ScopeSlot } from "./decide-entry.ts";

type Chosen = Searches["desk"];

/** The scope that the page's address names; by default today, and the campaign that was chosen last. */
export function useDeskScope() {
  const chosen = useSearch({ from: "/signed-in/at/$tenant/$environment/desk" });
  const account = useAccount();
  const navigate = useNavigate();
  const [last, remember] = useRemembered("desk-campaign");
  const { asked, campaigns = [] } = useCampaigns();
  const named = (key: string | null | undefined) =>
    campaigns.find(({ public_key }) => public_key === key);
  const campaign = named(chosen.interaction) ?? named(last) ?? campaigns[0];
  const { names } = useCatalogue(campaign);
  const zone = campaign?.timezone ?? "UTC";
  const today = dayIn(zone, Date.now());
  const day = chosen.day ?? today;
  const isAnotherDay = day !== today;
  const { interaction, activity, host, slot } = { ...chosen, interaction: campaign?.public_key };
  const scope = useMemo<DeskScope | null>(() => {
    if (interaction === undefined) return null;
    const { from, to } = boundsOfDay(day, zone);
    const one: ScopeSlot | null =
      activity === undefined || slot === undefined
        ? null
        : { activity, host: host ?? null, startingAt: slot };
    return { interaction, from, to, slot: one, ...(isAnotherDay && { isAnotherDay }) };
  }, [interaction, zone, day, isAnotherDay, activity, host, slot]);
  const choose = (next: Chosen) => {
    if (next.interaction !== undefined) remember(next.interaction);
    void navigate({
      to: "/at/$tenant/$environment/desk",
      params: account,
      search: next,
      replace: true,
    });
  };
  return { asked, campaigns, campaign, names, zone, day, today, scope, choose };
}

/** Chooses the desk's campaign, day and slot. */
export function ScopeBar({
  scopeChoice: { campaigns, campaign, names, zone, day, today, scope, choose },
  onDone,
}: {
  readonly scopeChoice: ReturnType<typeof useDeskScope>;
  /** The choice is made, and the focus returns to the box. */
  readonly onDone: () => void;
}) {
  const slots = useSlots(campaign, scope);
  const finish = (event: KeyboardEvent) => {
    if (event.key === "Enter") onDone();
  };
  const where = { interaction: campaign?.public_key ?? "" };
  const ofDay = day === today ? where : { ...where, day };
  return (
    <div className="desk-scope">
      <SelectField
        label={t("Campaign")}
        value={campaign?.public_key ?? ""}
        onKeyDown={finish}
        onChange={({ target }) => choose({ interaction: target.value })}
      >
        {campaigns.map((each) => (
          <option key={each.public_key} value={each.public_key}>
            {titleOf(each)}
          </option>
        ))}
      </SelectField>
      <TextField
        label={day === today ? t("Day (today)") : t("Day (not today)")}
        type="date"
        value={day}
        onKeyDown={finish}
        onChange={({ target }) => {
          if (target.value === "") return choose(where);
          choose(target.value === today ? where : { ...where, day: target.value });
        }}
      />
      <SelectField
        label={t("Slot (times in {zone})", { zone })}
        value={scope?.slot === null || scope === null ? "" : keyOf(scope.slot)}
        onKeyDown={finish}
        onChange={({ target }) => {
          const slot = slots.find((each) => keyOf(each) === target.value);
          if (slot === undefined) return choose(ofDay);
          const { activity, host, startingAt } = slot;
          choose({ ...ofDay, activity, ...(host !== null && { host }), slot: startingAt });
        }}
      >
        <option value="">{t("The whole day")}</option>
        {slots.map((slot) => (
          <option key={keyOf(slot)} value={keyOf(slot)}>
            {slotWords(slot, names, zone)}
          </option>
        ))}
      </SelectField>
    </div>
  );
}

/** `10:30 CET · Iced tea tasting · Camille Renaud`. */
function slotWords({ activity, host, startingAt }: ScopeSlot, names: Names, zone: string): string {
  return [
    instantWords(startingAt, zone, "time"),
    names.activity(activity),
    ...(host === null ? [] : [names.host(activity, host)]),
  ].join(" · ");
}

function useSlots(campaign: Campaign | undefined, scope: DeskScope | null): readonly ScopeSlot[] {
  const path = useAccount();
  const query = {
    interaction: campaign?.public_key ?? "",
    from: new Date(scope?.from ?? 0).toISOString(),
    to: new Date(scope?.to ?? 0).toISOString(),
    limit: 500,
  };
  const { data } = useApiQuery(
    "listSlots",
    { path, query },
    { enabled: scope !== null, everyMs: 60_000, keepPrevious: true },
  );
  const found = (data?.body.items ?? []).map(({ activity, host, starting_at }) => ({
    activity,
    host: host ?? null,
    startingAt: starting_at,
  }));
  const chosen = scope?.slot ?? null;
  // A slot that the address names is offered even where it is of another day.
  return chosen === null || found.some((slot) => keyOf(slot) === keyOf(chosen))
    ? found
    : [chosen, ...found];
}

function keyOf({ activity, host, startingAt }: ScopeSlot): string {
  return JSON.stringify([activity, host, startingAt]);
}

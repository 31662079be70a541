import { t } from "../../language/t.ts";
import { titleOf, type Campaign } from "../../api/campaigns.ts";
import { SelectField, TextField } from "../../kit/field.tsx";
import { searches, type Searches } from "../../shell/searches.ts";

/** The filters of the page's address; days are in the campaign's zone; without one in the zone that all share, else UTC. */
export type Filters = Searches["bookings"];

/** The campaign, the status, and the days of the slots' starts. */
export function BookingFilters({
  campaigns,
  filters,
  zone,
  onChange,
}: {
  readonly campaigns: readonly Campaign[];
  readonly filters: Filters;
  /** The clock of the days. */
  readonly zone: string;
  readonly onChange: (filters: Filters) => void;
}) {
  const choose =
    (name: keyof Filters) => (event: { readonly target: { readonly value: string } }) => {
      onChange(searches.bookings({ ...filters, [name]: event.target.value }));
    };
  return (
    <div className="booking-filters" role="group" aria-label={t("Filters")}>
      <CampaignField
        campaigns={campaigns}
        value={filters.interaction}
        onChange={choose("interaction")}
      />
      <SelectField label={t("Status")} value={filters.status ?? ""} onChange={choose("status")}>
        <option value="">{t("All")}</option>
        {["CONFIRMED", "WAITLIST", "CANCELLED"].map((status) => (
          <option key={status}>{status}</option>
        ))}
      </SelectField>
      <TextField
        label={t("From ({zone})", { zone })}
        hint={filters.from === undefined ? t("Today") : undefined}
        type="date"
        value={filters.from ?? ""}
        max={filters.to}
        onChange={choose("from")}
      />
      <TextField
        label={t("To ({zone})", { zone })}
        type="date"
        value={filters.to ?? ""}
        min={filters.from}
        onChange={choose("to")}
      />
    </div>
  );
}

/** One of the campaigns, or all of them. */
export function CampaignField({
  campaigns,
  value = "",
  onChange,
}: {
  readonly campaigns: readonly Campaign[];
  readonly value: string | undefined;
  readonly onChange: (event: { readonly target: { readonly value: string } }) => void;
}) {
  return (
    <SelectField label={t("Campaign")} value={value} onChange={onChange}>
      <option value="">{t("All campaigns")}</option>
      {campaigns.map((campaign) => (
        <option key={campaign.public_key} value={campaign.public_key}>
          {titleOf(campaign)}
        </option>
      ))}
    </SelectField>
  );
}

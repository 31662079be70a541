import { t } from "../../language/t.ts";
import { titleOf, useCatalogue, type Campaign } from "../../api/campaigns.ts";
import { SelectField, TextField } from "../../kit/field.tsx";
import { statusWord } from "../../kit/status-word.ts";
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
        onChange={({ target }) => {
          const { activity: _, host: _host, ticket_type: _type, ...others } = filters;
          onChange(searches.bookings({ ...others, interaction: target.value }));
        }}
      />
      <PlaceFields campaigns={campaigns} filters={filters} onChange={onChange} />
      <SelectField label={t("Status")} value={filters.status ?? ""} onChange={choose("status")}>
        <option value="">{t("All")}</option>
        {["CONFIRMED", "WAITLIST", "CANCELLED"].map((status) => (
          <option key={status} value={status}>
            {statusWord(status)}
          </option>
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

/** The activity of the chosen campaign, or of the only one, and its host where it offers a choice. */
function PlaceFields({
  campaigns,
  filters,
  onChange,
}: {
  readonly campaigns: readonly Campaign[];
  readonly filters: Filters;
  readonly onChange: (filters: Filters) => void;
}) {
  const { activity, host, ticket_type: _, ...others } = filters;
  const [only, ...more] = campaigns;
  const interaction = filters.interaction ?? (more.length === 0 ? only?.public_key : undefined);
  const campaign = campaigns.find(({ public_key }) => public_key === interaction);
  const { activities, hosts, names } = useCatalogue(campaign);
  if (campaign === undefined) return null;
  const itsHosts = hosts.filter((each) => each.activity === activity);
  const change = (next: { readonly activity: string; readonly host?: string }) =>
    onChange(searches.bookings({ ...others, interaction, ...next }));
  return (
    <>
      <SelectField
        label={t("Activity")}
        value={activity ?? ""}
        onChange={({ target }) => change({ activity: target.value })}
      >
        <option value="">{t("All activities")}</option>
        {activities.map(({ id }) => (
          <option key={id} value={id}>
            {names.activity(id)}
          </option>
        ))}
      </SelectField>
      {activity !== undefined && itsHosts.length > 0 && (
        <SelectField
          label={t("Host")}
          value={host ?? ""}
          onChange={({ target }) => change({ activity, host: target.value })}
        >
          <option value="">{t("All hosts")}</option>
          {itsHosts.map(({ id, display_name: name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
    </>
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

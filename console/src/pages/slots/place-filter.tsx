import { t } from "../../language/t.ts";
import { SelectField } from "../../kit/field.tsx";
import type { Place } from "./use-place.ts";

/** Chooses the campaign, activity and host whose slots are shown. */
export function PlaceFilter({ place }: { readonly place: Place }) {
  const { interaction, activity, host, campaigns, activities, hosts, choose } = place;
  const nothingChosen = { host: undefined, ticket_type: undefined };
  return (
    <>
      <SelectField
        label={t("Campaign")}
        value={interaction}
        onChange={({ target }) =>
          choose({ interaction: target.value, activity: undefined, ...nothingChosen })
        }
      >
        {campaigns.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t("Activity")}
        value={activity}
        onChange={({ target }) => choose({ activity: target.value || undefined, ...nothingChosen })}
      >
        <option value="">{t("All activities")}</option>
        {activities.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      {hosts.length > 0 && (
        <SelectField
          label={t("Host")}
          value={host}
          onChange={({ target }) => choose({ host: target.value || undefined })}
        >
          <option value="">{t("All hosts")}</option>
          {hosts.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      {place.ticketTypes.length > 1 && (
        <SelectField
          label={t("Seats left for")}
          value={place.ticketType}
          onChange={({ target }) => choose({ ticket_type: target.value || undefined })}
        >
          <option value="">{t("All ticket types")}</option>
          {place.ticketTypes.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
    </>
  );
}

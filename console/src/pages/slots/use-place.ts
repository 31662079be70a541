import { useNavigate, useSearch } from "@tanstack/react-router";
import { textOf, titleOf } from "../../api/campaigns.ts";
import { useApiQuery } from "../../api/queries.ts";
import { defined } from "../../kit/defined.ts";
import { useAccount } from "../../shell/account.ts";

/** An undefined word leaves the address. */
interface Words {
  readonly interaction?: string | undefined;
  readonly activity?: string | undefined;
  readonly host?: string | undefined;
  readonly ticket_type?: string | undefined;
}

export interface Choice {
  readonly id: string;
  readonly name: string;
}

/** The name of one of these; its id where the name is not known. */
export function nameIn(choices: readonly Choice[], id: string): string {
  return choices.find((each) => each.id === id)?.name ?? id;
}

/** The campaign, activity and host of a page about slots; the address has them, so that it can be shared. */
export interface Place {
  readonly interaction: string;
  readonly zone: string;
  /** Empty for all of them. */
  readonly activity: string;
  readonly host: string;
  readonly campaigns: readonly Choice[];
  readonly activities: readonly Choice[];
  /** The hosts of the chosen activity; empty where it offers no choice. */
  readonly hosts: readonly Choice[];
  /** Whose seats alone are shown; empty for all of them. */
  readonly ticketType: string;
  /** The ticket types of the chosen activity that take seats. */
  readonly ticketTypes: readonly Choice[];
  readonly choose: (words: Words) => void;
}

/** The campaign, activity and host that the address names; the first campaign where it names none. */
export function usePlace() {
  const account = useAccount();
  const navigate = useNavigate();
  const search = useSearch({ from: "/signed-in/at/$tenant/$environment/slots" });
  const campaigns = useApiQuery("listInteractions", { path: account });
  const items = campaigns.data?.body.items ?? [];
  const campaign = items.find((each) => each.public_key === search.interaction) ?? items[0];
  const interaction = campaign?.public_key ?? "";
  const activity = search.activity ?? "";
  const activities = useApiQuery(
    "listActivities",
    { path: { ...account, interaction } },
    { enabled: interaction !== "" },
  );
  const hosts = useApiQuery(
    "listHosts",
    { path: { ...account, interaction, activity } },
    { enabled: interaction !== "" && activity !== "" },
  );
  const types = useApiQuery(
    "listTicketTypes",
    { path: { ...account, interaction, activity } },
    { enabled: interaction !== "" && activity !== "" },
  );
  const language = campaign?.default_language ?? "";
  const place: Place = {
    interaction,
    zone: campaign?.timezone ?? "UTC",
    activity,
    host: search.host ?? "",
    campaigns: items.map((each) => ({ id: each.public_key, name: titleOf(each) })),
    activities: (activities.data?.body.items ?? []).map(({ id, title }) => ({
      id,
      name: textOf(title, language, campaign?.languages) || id,
    })),
    hosts: (hosts.data?.body.items ?? []).map(({ id, display_name: name }) => ({ id, name })),
    ticketType: search.ticket_type ?? "",
    ticketTypes: (types.data?.body.items ?? [])
      .filter((type) => type.has_limited_capacity)
      .map(({ id, display_name: name }) => ({ id, name })),
    choose: (words) =>
      void navigate({
        to: "/at/$tenant/$environment/slots",
        params: account,
        search: defined({ ...search, ...words }),
        replace: true,
      }),
  };
  return { place, campaigns };
}

import { useQueries } from "@tanstack/react-query";
import { language } from "../language/t.ts";
import { useAccount } from "../shell/account.ts";
import { callApi, type ApiRequest } from "./call-api.ts";
import type { Operations } from "./operations.ts";
import { useApiQuery } from "./queries.ts";

export type Campaign = Operations["listInteractions"]["answer"]["items"][number];

/** The account's campaigns with their time zones. */
export function useCampaigns() {
  const path = useAccount();
  const asked = useApiQuery("listInteractions", { path }, { enabled: path.tenant !== "" });
  const campaigns = asked.data?.body.items;
  return {
    asked,
    campaigns,
    /** The zone of a campaign; of all together the one that they share, else UTC. */
    zoneOf: (publicKey: string) =>
      campaigns?.find(({ public_key }) => public_key === publicKey)?.timezone ??
      sharedZone(campaigns),
    nameOf: (publicKey: string) => {
      const campaign = campaigns?.find(({ public_key }) => public_key === publicKey);
      return campaign === undefined ? publicKey : titleOf(campaign);
    },
  };
}

/** The zone of what belongs to no campaign: the one that all of the account's share, or all of the operator's, else UTC. */
export function useSharedZone(): string {
  const { campaigns } = useCampaigns();
  const isOfAccount = useAccount().tenant !== "";
  const who = useApiQuery("whoAmI", {}, { enabled: !isOfAccount });
  return campaigns === undefined ? (who.data?.body.timezone ?? "UTC") : sharedZone(campaigns);
}

function sharedZone(campaigns: readonly Campaign[] = []): string {
  const [zone = "UTC", ...others] = new Set(campaigns.map(({ timezone }) => timezone));
  return others.length === 0 ? zone : "UTC";
}

const staleTime = 60_000;

/** The names of a campaign's records; their ids until the names are loaded. */
export interface Names {
  activity(activity: string): string;
  host(activity: string, host: string): string;
  ticketType(activity: string, ticketType: string): string;
}

/** A campaign's activities with their hosts and ticket types; without a campaign nothing is fetched. */
export function useCatalogue(campaign: Campaign | undefined) {
  const account = useAccount();
  const path = { ...account, interaction: campaign?.public_key ?? "" };
  const enabled = campaign !== undefined;
  const asked = useApiQuery("listActivities", { path }, { enabled });
  const activities = asked.data?.body.items ?? [];
  const ofEach = activities.map(({ id }) => ({ path: { ...path, activity: id } }));
  const hosts = useEach("listHosts", ofEach);
  const ticketTypes = useEach("listTicketTypes", ofEach);
  const names = namesOf(campaign, { activities, hosts, ticketTypes });
  return { asked, activities, hosts, ticketTypes, names };
}

/** A thing of a campaign that a row names by its ids. */
export interface Named {
  readonly interaction: string;
  readonly activity: string;
  readonly host?: string;
  readonly ticket_type?: string;
}

/** The names of the things that rows name, of several campaigns; their ids until the names are loaded. */
export function useNames(rows: readonly Named[]): (interaction: string) => Names {
  const account = useAccount();
  const { campaigns } = useCampaigns();
  const places = (of: readonly Named[]) => [
    ...new Map(
      of.map(({ interaction, activity }) => [
        JSON.stringify([interaction, activity]),
        { path: { ...account, interaction, activity } },
      ]),
    ).values(),
  ];
  const interactions = [...new Set(rows.map(({ interaction }) => interaction))];
  const activities = useEach(
    "listActivities",
    interactions.map((interaction) => ({ path: { ...account, interaction } })),
  );
  const hosts = useEach("listHosts", places(rows.filter(({ host }) => host !== undefined)));
  const types = useEach(
    "listTicketTypes",
    places(rows.filter(({ ticket_type: type }) => type !== undefined)),
  );
  return (interaction) => {
    const isIts = (each: { readonly interaction: string }) => each.interaction === interaction;
    const campaign = campaigns?.find(({ public_key }) => public_key === interaction);
    return namesOf(campaign, {
      activities: activities.filter(isIts),
      hosts: hosts.filter(isIts),
      ticketTypes: types.filter(isIts),
    });
  };
}

type ListOperation = "listActivities" | "listHosts" | "listTicketTypes";

/** The items of one list for each request. */
function useEach<O extends ListOperation>(operation: O, requests: readonly ApiRequest<O>[]) {
  type Item = Operations[O]["answer"]["items"][number];
  return useQueries({
    queries: requests.map((request) => ({
      queryKey: [operation, request],
      queryFn: () => callApi(operation, request),
      staleTime,
    })),
  }).flatMap(({ data }) => (data?.body.items ?? []) as readonly Item[]);
}

function namesOf(
  campaign: Campaign | undefined,
  {
    activities,
    hosts,
    ticketTypes,
  }: {
    readonly activities: Operations["listActivities"]["answer"]["items"];
    readonly hosts: Operations["listHosts"]["answer"]["items"];
    readonly ticketTypes: Operations["listTicketTypes"]["answer"]["items"];
  },
): Names {
  return {
    activity: (id) => {
      const title = activities.find((each) => each.id === id)?.title;
      return title === undefined
        ? id
        : textOf(title, campaign?.default_language ?? "", campaign?.languages) || id;
    },
    host: (activity, id) =>
      hosts.find((each) => each.activity === activity && each.id === id)?.display_name ?? id,
    ticketType: (activity, id) =>
      ticketTypes.find((each) => each.activity === activity && each.id === id)?.display_name ?? id,
  };
}

/**
 * A text in the reader's language, else in the campaign's default language, else in the first that it has. One that is
 * not in the reader's language is marked with its own, `Dégustation (fr)`, unless the campaign has no other language.
 */
export function textOf(
  texts: Readonly<Record<string, string>>,
  defaultLanguage: string,
  languages: readonly string[] = [],
): string {
  const shown = [language, defaultLanguage, ...Object.keys(texts)].find(
    (each) => (texts[each] ?? "") !== "",
  );
  if (shown === undefined) return "";
  return shown === language || languages.length === 1
    ? (texts[shown] ?? "")
    : `${texts[shown]} (${shown})`;
}

/** A campaign's title, else its public key. */
export function titleOf({
  title,
  default_language,
  languages,
  public_key,
}: Pick<Campaign, "title" | "default_language" | "languages" | "public_key">): string {
  return textOf(title ?? {}, default_language, languages) || public_key;
}

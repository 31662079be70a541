import { useQueries } from "@tanstack/react-query";
import { language } from "../language/t.ts";
import { useAccount } from "../shell/account.ts";
import { callApi } from "./call-api.ts";
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
    zoneOf: (publicKey: string) =>
      campaigns?.find(({ public_key }) => public_key === publicKey)?.timezone ?? "UTC",
  };
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
  const hosts = useQueries({
    queries: ofEach.map((request) => ({
      queryKey: ["listHosts", request],
      queryFn: () => callApi("listHosts", request),
      staleTime,
    })),
  }).flatMap(({ data }) => data?.body.items ?? []);
  const ticketTypes = useQueries({
    queries: ofEach.map((request) => ({
      queryKey: ["listTicketTypes", request],
      queryFn: () => callApi("listTicketTypes", request),
      staleTime,
    })),
  }).flatMap(({ data }) => data?.body.items ?? []);
  const names: Names = {
    activity: (id) => {
      const title = activities.find((each) => each.id === id)?.title;
      return title === undefined ? id : textOf(title, campaign?.default_language ?? "") || id;
    },
    host: (activity, id) =>
      hosts.find((each) => each.activity === activity && each.id === id)?.display_name ?? id,
    ticketType: (activity, id) =>
      ticketTypes.find((each) => each.activity === activity && each.id === id)?.display_name ?? id,
  };
  return { asked, activities, hosts, ticketTypes, names };
}

/** A text in the reader's language, else in the campaign's default language, else in the first that it has. */
export function textOf(texts: Readonly<Record<string, string>>, defaultLanguage: string): string {
  const known = [texts[language], texts[defaultLanguage], ...Object.values(texts)];
  return known.find((text) => text !== undefined && text !== "") ?? "";
}

/** A campaign's title, else its public key. */
export function titleOf({ title, default_language, public_key }: Campaign): string {
  return textOf(title ?? {}, default_language) || public_key;
}

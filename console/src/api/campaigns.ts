import { useQueries } from "@tanstack/react-query";
import { useAccount } from "../shell/account.ts";
import { ask } from "./ask.ts";
import type { Operations } from "./operations.ts";
import { useAnswer } from "./queries.ts";

export type Campaign = Operations["listInteractions"]["answer"]["items"][number];

/** The account's campaigns, and the clocks of each. */
export function useCampaigns() {
  const path = useAccount();
  const asked = useAnswer("listInteractions", { path }, { enabled: path.tenant !== "" });
  const campaigns = asked.data?.body.items;
  return {
    asked,
    campaigns,
    zoneOf: (publicKey: string) =>
      campaigns?.find(({ public_key }) => public_key === publicKey)?.timezone ?? "UTC",
  };
}

const staleTime = 60_000;

/** What things of a campaign are called there; ids until that is known. */
export interface Names {
  activity(activity: string): string;
  host(activity: string, host: string): string;
  ticketType(activity: string, ticketType: string): string;
}

/** A campaign's activities with their hosts and ticket types; nothing is asked for without one. */
export function useCatalogue(campaign: Campaign | undefined) {
  const account = useAccount();
  const path = { ...account, interaction: campaign?.public_key ?? "" };
  const enabled = campaign !== undefined;
  const asked = useAnswer("listActivities", { path }, { enabled });
  const activities = asked.data?.body.items ?? [];
  const ofEach = activities.map(({ id }) => ({ path: { ...path, activity: id } }));
  const hosts = useQueries({
    queries: ofEach.map((question) => ({
      queryKey: ["listHosts", question],
      queryFn: () => ask("listHosts", question),
      staleTime,
    })),
  }).flatMap(({ data }) => data?.body.items ?? []);
  const ticketTypes = useQueries({
    queries: ofEach.map((question) => ({
      queryKey: ["listTicketTypes", question],
      queryFn: () => ask("listTicketTypes", question),
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

/** A text in the campaign's own language, or else in the first that there is. */
export function textOf(texts: Readonly<Record<string, string>>, language: string): string {
  return texts[language] || (Object.values(texts).find((text) => text !== "") ?? "");
}

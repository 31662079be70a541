import type { OperatorClient } from "booking-service-operator";
import { answerOf, SellingFailed, SellingRefused } from "./answer-of.ts";

/** Texts by base language code. */
type Texts = Readonly<Record<string, string>>;

/** An activity that can be booked, with its campaign's zone and languages. */
export interface OfferedActivity {
  /** The campaign's public key. */
  readonly interaction: string;
  readonly timezone: string;
  readonly id: string;
  /** The text in a language, else in the campaign's own, else in any that there is. */
  readonly title: (language: string) => string;
  readonly place: (language: string) => string;
  /** Names by id; empty where there is no choice of hosts. */
  readonly hosts: ReadonlyMap<string, string>;
  readonly ticketTypes: readonly OfferedType[];
}

export interface OfferedType {
  readonly id: string;
  readonly name: string;
  /** Whether its tickets take seats. */
  readonly isLimited: boolean;
}

/** The name of an activity among all campaigns, in links and forms. */
export function activityKey({
  interaction,
  id,
}: Pick<OfferedActivity, "interaction" | "id">): string {
  return `${encodeURIComponent(interaction)}/${encodeURIComponent(id)}`;
}

/** What can be booked, by the order of the service's lists. */
export interface Offered {
  readonly activities: readonly OfferedActivity[];
  /** Whether every campaign could be read. */
  readonly isWhole: boolean;
}

/** After so many campaigns that cannot be read no other one is asked for: each may take the whole patience of a request. */
const failuresMost = 2;

type Account = { readonly tenant: string; readonly environment: string };
type Campaign = Awaited<ReturnType<typeof readCampaigns>>[number];

/**
 * Reads every activity that the key may see: one request for each list, and two at a time. A campaign that cannot be read
 * does not hide the others.
 */
export async function readOffered(client: OperatorClient, account: Account): Promise<Offered> {
  const activities: OfferedActivity[] = [];
  const failures: SellingFailed[] = [];
  const campaigns = await readCampaigns(client, account);
  for (const campaign of campaigns) {
    try {
      activities.push(...(await readActivities(client, account, campaign)));
    } catch (error) {
      // Refused: it was removed meanwhile.
      if (error instanceof SellingRefused) continue;
      if (!(error instanceof SellingFailed)) throw error;
      if (failures.push(error) === failuresMost) break;
    }
  }
  const [failed] = failures;
  if (failed !== undefined && activities.length === 0) throw failed;
  return { activities, isWhole: failed === undefined };
}

const of = "/operator/v1/accounts/{tenant}/{environment}/interactions";
const ofActivity = `${of}/{interaction}/activities/{activity}` as const;

async function readCampaigns(client: OperatorClient, account: Account) {
  const { items } = await answerOf(null, (init) =>
    client.GET(of, { ...init, params: { path: account } }),
  );
  return items;
}

async function readActivities(
  client: OperatorClient,
  account: Account,
  campaign: Campaign,
): Promise<readonly OfferedActivity[]> {
  const found: OfferedActivity[] = [];
  const path = { ...account, interaction: campaign.public_key };
  const activities = await answerOf(null, (init) =>
    client.GET(`${of}/{interaction}/activities`, { ...init, params: { path } }),
  );
  for (const activity of activities.items) {
    const params = { path: { ...path, activity: activity.id } };
    const [hosts, types] = await Promise.all([
      answerOf(null, (init) => client.GET(`${ofActivity}/hosts`, { ...init, params })),
      answerOf(null, (init) => client.GET(`${ofActivity}/ticket-types`, { ...init, params })),
    ]);
    found.push({
      interaction: campaign.public_key,
      timezone: campaign.timezone,
      id: activity.id,
      title: textIn(activity.title, campaign.default_language, activity.id),
      place: textIn(activity.location_hint ?? {}, campaign.default_language, ""),
      hosts: new Map(hosts.items.map((host) => [host.id, host.display_name])),
      ticketTypes: types.items.map((type) => ({
        id: type.id,
        name: type.display_name,
        isLimited: type.has_limited_capacity,
      })),
    });
  }
  return found;
}

function textIn(texts: Texts, own: string, otherwise: string): (language: string) => string {
  return (language) =>
    texts[language] || texts[own] || Object.values(texts).find((text) => text !== "") || otherwise;
}

import type { Ask, Command, Values } from "../../operations/machinery/operation.ts";
import { LocalTime } from "../../operations/machinery/typed-time.ts";
import { CommandFailed, type CommandContext } from "../command-context.ts";
import { accountOfThing } from "./asking.ts";

/**
 * Times as people read and type them: by the clocks of the campaign's zone. What belongs to no campaign has the zone
 * that all campaigns share, else UTC (A96).
 */
export interface Zones {
  /** The zone of a campaign, or of what belongs to none. */
  of(interaction?: unknown): string;
  /** Whether that is UTC because no campaign says anything else, or none that the key may read. */
  isGuess(interaction?: unknown): boolean;
}

/** The zones of the account that `values` name, or of all that the key may see. */
export async function readZones(ask: Ask, values: Values): Promise<Zones> {
  const campaigns = values["tenant"] === undefined ? null : await campaignsOf(ask, values);
  const zones = new Map(campaigns?.map((each) => [each.public_key, each.timezone]));
  const shared = campaigns === null ? await zoneOfAll(ask) : onlyOne(zones.values());
  const find = (interaction: unknown) => zones.get(String(interaction)) ?? shared ?? null;
  return {
    of: (interaction) => find(interaction) ?? "UTC",
    isGuess: (interaction) => find(interaction) === null,
  };
}

/** Null where the zones differ, or where there is none. */
function onlyOne(zones: Iterable<string>): string | null {
  const [first = null, ...others] = new Set(zones);
  return others.length === 0 ? first : null;
}

/** Few commands read or show times, so what they ask for is loaded then. */
async function zoneOfAll(ask: Ask): Promise<string | null> {
  const { whoAmI } = await import("../../operations/access/operators.ts");
  return (await ask(whoAmI, {})).timezone;
}

interface Campaign {
  readonly public_key: string;
  readonly timezone: string;
}

/** Null for a key that may not read the catalogue. */
async function campaignsOf(ask: Ask, values: Values): Promise<readonly Campaign[] | null> {
  const { listInteractions } = await import("../../operations/catalogue/catalogue.ts");
  try {
    return (await ask(listInteractions, values)).items as readonly Campaign[];
  } catch (error) {
    if (error instanceof CommandFailed) return null;
    throw error;
  }
}

/** The values that were typed, with each local time as an instant of its campaign's zone. */
export async function withTypedTimes<A>(
  { utc, say }: Pick<CommandContext, "utc" | "say">,
  ask: Ask,
  definition: Command<A>,
  typed: Values,
): Promise<Values> {
  if (!Object.values(typed).flat().some(isLocal)) return typed;
  const values = { ...(await accountOfThing(ask, definition, typed)), ...typed };
  const campaign = utc ? null : await campaignTyped(ask, values);
  const zones = utc ? null : await readZones(ask, values);
  const zone = zones?.of(campaign) ?? "UTC";
  if (zones?.isGuess(campaign) === true) {
    say(
      "Times without an offset are read as UTC: no time zone of a campaign, or of all, is known.",
    );
  }
  const sent = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(sent);
    return isLocal(value) ? value.in(zone) : value;
  };
  return Object.fromEntries(Object.entries(typed).map(([name, value]) => [name, sent(value)]));
}

const isLocal = (value: unknown) => value instanceof LocalTime;

/** The campaign of what was typed: its own, or that of the booking. */
async function campaignTyped(ask: Ask, values: Values): Promise<unknown> {
  const { interaction, booking } = values;
  if (interaction !== undefined || typeof booking !== "string") return interaction;
  const { showBooking } = await import("../../operations/bookings/find-bookings.ts");
  return (await ask(showBooking, values)).interaction;
}

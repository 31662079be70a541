import { Type } from "typebox";
import { formatAccountName, type AccountName } from "../../domain/account.ts";
import { cutBy, holdSecondsMax } from "../../domain/hold.ts";
import { formatInstant } from "../../domain/instant.ts";
import type { NamedAccount } from "../../store/doors/access.ts";
import type { Held } from "../../store/doors/holds.ts";
import { AccountText, slotStart, time, Uuid, type Sent } from "../machinery/fields.ts";
import { is } from "../machinery/meaning.ts";
import type { Parts, Reply } from "../machinery/operation.ts";
import { formatFacts, formatTable } from "../machinery/table.ts";

const State = Type.Union(
  [Type.Literal("live"), Type.Literal("booked"), Type.Literal("released"), Type.Literal("ended")],
  { description: "Its seats are kept while it is live; what it became is told for a day." },
);

export const holdSeconds = (description: string) =>
  Type.Integer({ minimum: 1, maximum: holdSecondsMax, description });

export const Hold = Type.Object({
  hold: Uuid,
  account: AccountText,
  state: State,
  expires_at: time("When its seats are free again at the latest."),
  cut_by: Type.Optional(
    Type.Union([Type.Literal("closing"), Type.Literal("day")], {
      description:
        "Why that is earlier than what was asked for: bookings are closed then, or it is a day since it was made.",
    }),
  ),
  interaction: Type.String({ description: "The campaign's public key.", ...is("campaign") }),
  activity: Type.String(),
  host: Type.Optional(Type.String({ description: "Absent without a choice of hosts." })),
  slot_starting_at: slotStart("When the slot starts."),
  ticket_type: Type.String(),
  tickets: Type.Integer({ minimum: 1 }),
  seconds: holdSeconds("As it was asked for at first."),
  external_id: Type.Optional(
    Type.String({ description: "The caller's identifier of the contact, where it was given." }),
  ),
});
export type Hold = Sent<typeof Hold>;

export const unknownHold = { refused: { why: "unknown-hold" } } as const;

export function holdToJson(account: AccountName, held: Held): Hold {
  const cut = held.state === "live" ? cutBy(held) : null;
  return {
    hold: held.id,
    account: formatAccountName(account),
    state: held.state,
    expires_at: formatInstant(held.expiresAt),
    ...(cut !== null && { cut_by: cut }),
    interaction: held.publicKey,
    activity: held.activityId,
    ...(held.hostId !== null && { host: held.hostId }),
    slot_starting_at: formatInstant(held.startingAt),
    ticket_type: held.ticketTypeId,
    tickets: held.tickets,
    seconds: held.seconds,
    ...(held.externalId !== null && { external_id: held.externalId }),
  };
}

/** Shows a hold as it is now. */
export async function holdReply(
  { store }: Pick<Parts, "store">,
  account: NamedAccount,
  { id, now }: { readonly id: string; readonly now: number },
  status = 200,
): Promise<Reply | typeof unknownHold> {
  const held = await store.account(account.id).findHold(id, now);
  return held === null ? unknownHold : { status, body: holdToJson(account.name, held) };
}

const cuts = {
  closing: "then bookings close, before the end that was asked for",
  day: "a day after it was made, before the end that was asked for",
} as const;

export function formatHold(hold: Hold): string {
  return formatFacts([
    ["hold", hold.hold],
    ["state", hold.state],
    [hold.state === "live" ? "ends" : "end", hold.expires_at],
    ...(hold.cut_by === undefined ? [] : [["cut", cuts[hold.cut_by]] as const]),
    ["campaign", hold.interaction],
    ["activity", hold.activity],
    ...(hold.host === undefined ? [] : [["host", hold.host] as const]),
    ["slot", hold.slot_starting_at],
    ["ticket type", hold.ticket_type],
    ["tickets", String(hold.tickets)],
    ...(hold.external_id === undefined ? [] : [["external id", hold.external_id] as const]),
  ]);
}

export function formatHolds(holds: readonly Hold[], width: number): string {
  return formatTable(
    ["hold", "ends", "slot", "campaign", "activity", "host", "ticket type", "tickets"],
    holds.map((hold) => [
      hold.hold,
      hold.expires_at,
      hold.slot_starting_at,
      hold.interaction,
      hold.activity,
      hold.host ?? "",
      hold.ticket_type,
      String(hold.tickets),
    ]),
    width,
  );
}

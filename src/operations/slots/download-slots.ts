import { Type } from "typebox";
import { formatInstant } from "../../domain/instant.ts";
import { localTime } from "../../domain/local-time.ts";
import { excessSeats, freeSeats } from "../../domain/seats.ts";
import type { AccountStore } from "../../store/account-store.ts";
import type { SlotDetails } from "../../store/doors/slots.ts";
import { activityId, hostId, publicKey, time, type Sent } from "../machinery/fields.ts";
import type { Operation, Order } from "../machinery/operation.ts";
import { given, ofAccount, operationsOf } from "../machinery/operations-of.ts";
import { Delimiter } from "../machinery/delimiter.ts";
import { readBounds } from "../machinery/typed-time.ts";
import { markedCsv, type Columns } from "../machinery/csv-lines.ts";
import { streamFile } from "../machinery/stream-file.ts";

/** The conditions on slots of a list and of its file. */
export const slotFilter = {
  interaction: Type.Optional(publicKey),
  activity: Type.Optional(activityId),
  host: Type.Optional(hostId),
  from: Type.Optional(time("Earliest start, included.")),
  to: Type.Optional(time("Latest start, included.")),
  free_while_waiting: Type.Optional(
    Type.Boolean({ description: "Only slots with free seats beside a waitlist." }),
  ),
  overbooked: Type.Optional(
    Type.Boolean({ description: "Only slots that have more taken seats than their capacity." }),
  ),
} as const;
const Filter = Type.Object(slotFilter);

export function filterOf(
  query: Sent<typeof Filter>,
  { interactions }: Pick<Order<never, never, never>["operator"], "interactions">,
) {
  return {
    amongCampaigns: interactions,
    ...given({
      publicKey: query.interaction,
      activityId: query.activity,
      hostId: query.host,
    }),
    ...readBounds(query),
    freeWhileWaiting: query.free_while_waiting ?? false,
    overbooked: query.overbooked ?? false,
  };
}

/** The same slots as a file for a spreadsheet; `booking slot list --csv` prints it. */
export const downloadSlots: Operation = operationsOf({
  tag: "Slots",
  below: `${ofAccount}/slots`,
  appliesTo: "campaigns",
})(
  {
    name: "downloadSlots",
    method: "GET",
    path: ".csv",
    scope: "read",
    summary: "All slots that match as CSV for a spreadsheet.",
    description:
      "A row a slot, by start. It is read in portions: a slot that changes meanwhile is as it was before or after.",
    query: Type.Object({ ...slotFilter, delimiter: Delimiter }),
    download: ["text/csv"],
    answers: { 200: Type.String() },
    refusals: ["too-many-long-reads"],
  },
  async (parts, { query, operator }, { id }) => {
    const door = parts.store.account(id);
    const taker = { account: id, operator: operator.name };
    return streamFile(parts, taker, {
      type: "text/csv",
      name: "slots.csv",
      lines: markedCsv(columns, everySlot(door, filterOf(query, operator)), query.delimiter),
    });
  },
);

const columns: Columns<SlotDetails> = {
  start: (slot) => localTime(slot.startingAt, slot.timezone),
  time_zone: (slot) => slot.timezone,
  starting_at: (slot) => formatInstant(slot.startingAt),
  interaction: (slot) => slot.publicKey,
  activity: (slot) => slot.activityId,
  host: (slot) => slot.hostId ?? "",
  minutes: (slot) => String(slot.durationInMinutes ?? ""),
  capacity: ({ seats }) => String(seats.capacity),
  taken: ({ seats }) => String(seats.taken),
  free: ({ seats }) => String(freeSeats(seats)),
  overbooked_by: ({ seats }) => String(excessSeats(seats)),
  waiting_tickets: (slot) => String(slot.waitingTickets),
};

const slotsAtATime = 500;

async function* everySlot(
  door: Pick<AccountStore, "findSlots">,
  filter: ReturnType<typeof filterOf>,
): AsyncGenerator<readonly SlotDetails[]> {
  for (let after: SlotDetails | undefined; ;) {
    const next = { ...filter, ...given({ after }), limit: slotsAtATime };
    const slots: readonly SlotDetails[] = await door.findSlots(next);
    yield slots;
    after = slots.at(-1);
    if (slots.length < slotsAtATime) return;
    // The embedded engine returns rows without waiting, so the loop yields to the process's other work.
    await new Promise((resume) => setImmediate(resume));
  }
}

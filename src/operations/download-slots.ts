import { Type } from "typebox";
import { writeCsvRow } from "../domain/data-file/csv.ts";
import { formatInstant } from "../domain/instant.ts";
import { excessSeats, freeSeats } from "../domain/seats.ts";
import type { AccountStore } from "../store/account-store.ts";
import type { SlotDetails } from "../store/bookings/slot-details.ts";
import { activityId, hostId, publicKey, time, type Sent } from "./fields.ts";
import type { Operation, Order } from "./operation.ts";
import { given, ofAccount, operationsOf } from "./operations-of.ts";
import { readBounds } from "./typed-time.ts";
import { localTimes, markedCsv, streamFile } from "./stream-file.ts";

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
  };
}

/** The same slots as a file for a spreadsheet; `booking slot list --csv` prints it. */
export const downloadSlots: Operation = operationsOf({
  tag: "Slots",
  below: `${ofAccount}/slots`,
  reach: "campaigns",
})(
  {
    name: "downloadSlots",
    method: "GET",
    path: ".csv",
    scope: "read",
    summary: "All slots that match as CSV for a spreadsheet.",
    description:
      "A row a slot, by start. It is read in portions: a slot that changes meanwhile is as it was before or after.",
    query: Filter,
    download: ["text/csv"],
    answers: { 200: Type.String() },
    refusals: ["too-many-long-reads"],
  },
  async (parts, { query, operator }, { id }) => {
    const door = parts.store.account(id);
    const rows = slotRows(door, filterOf(query, operator));
    const taker = { account: id, operator: operator.name };
    return streamFile(parts, taker, {
      type: "text/csv",
      name: "slots.csv",
      lines: markedCsv(columns, rows),
    });
  },
);

const columns = [
  "start",
  "time_zone",
  "starting_at",
  "interaction",
  "activity",
  "host",
  "minutes",
  "capacity",
  "taken",
  "free",
  "overbooked_by",
  "waiting_tickets",
] as const;

const slotsAtATime = 500;
const { localTime } = localTimes([]);

async function* slotRows(
  door: Pick<AccountStore, "findSlots">,
  filter: ReturnType<typeof filterOf>,
): AsyncGenerator<string> {
  for (let after: SlotDetails | undefined; ;) {
    const next = { ...filter, ...given({ after }), limit: slotsAtATime };
    const slots: readonly SlotDetails[] = await door.findSlots(next);
    yield slots.map(rowOf).join("");
    after = slots.at(-1);
    if (slots.length < slotsAtATime) return;
    // The embedded engine returns rows without waiting, so the loop yields to the process's other work.
    await new Promise((resume) => setImmediate(resume));
  }
}

function rowOf({ seats, ...slot }: SlotDetails): string {
  return writeCsvRow([
    localTime(slot.startingAt, slot.timezone),
    slot.timezone,
    formatInstant(slot.startingAt),
    slot.publicKey,
    slot.activityId,
    slot.hostId ?? "",
    String(slot.durationInMinutes ?? ""),
    ...[seats.capacity, seats.taken, freeSeats(seats), excessSeats(seats), slot.waitingTickets].map(
      String,
    ),
  ]);
}

import type { Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import { formatDataLine } from "../../domain/data-file/format-data-line.ts";
import {
  activityRows,
  groupRows,
  hostRows,
  interactionRows,
  ticketTypeRows,
} from "../export/catalogue-rows.ts";
import type { Tables } from "../tables.ts";
import type { CatalogueLine } from "./catalogue-kinds.ts";
import { readLine } from "./read-line.ts";

/** Slots are too many to be listed with the rest; they have a question of their own. */
export type ListedKind = Exclude<CatalogueLine["kind"], "slot">;

/** Which things of a catalogue; absent conditions let everything pass. */
export interface CatalogueFilter {
  readonly kind: ListedKind;
  readonly interaction?: string;
  readonly activity?: string;
}

const rowsOf = {
  group: groupRows,
  interaction: interactionRows,
  activity: activityRows,
  host: hostRows,
  ticket_type: ticketTypeRows,
} as const;

/** All things of one kind as lines of a data file, in the order of an export. */
export async function listLines(
  reads: Kysely<Tables>,
  accountId: AccountId,
  { kind, interaction, activity }: CatalogueFilter,
): Promise<object[]> {
  const lines: object[] = [];
  for await (const rows of rowsOf[kind](reads, accountId)) {
    for (const line of rows) {
      const isOfInteraction = !("interaction" in line) || line.interaction === interaction;
      const isOfActivity = !("activity" in line) || line.activity === activity;
      if (
        (interaction === undefined || isOfInteraction) &&
        (activity === undefined || isOfActivity)
      ) {
        lines.push(formatDataLine(line));
      }
    }
  }
  return lines;
}

/** What stands under the key of this line, as a line of a data file; null for nothing. */
export async function findLine(
  reads: Kysely<Tables>,
  accountId: AccountId,
  line: CatalogueLine,
): Promise<object | null> {
  const found = await readLine(reads, accountId, line);
  return found === null ? null : formatDataLine(found);
}

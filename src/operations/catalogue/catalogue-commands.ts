import { Type } from "typebox";
import { counted } from "../../domain/wording.ts";
import { parseLineKey } from "../../domain/data-file/data-line-text.ts";
import { keyFields, isBadContent } from "../../domain/data-file/data-line.ts";
import type { ListedKind } from "../../store/doors/catalogue.ts";
import { WrongUsage } from "../machinery/arguments.ts";
import { listedKinds } from "./catalogue-records.ts";
import { activityId, publicKey, text } from "../machinery/fields.ts";
import type { Ask, Command, Operation, Values } from "../machinery/operation.ts";
import { formatTable } from "../machinery/table.ts";

/** The operation of a kind that a command runs. */
type OfKind<A> = (kind: ListedKind) => Operation<A>;

/** What a command about any kind takes; slots have commands of their own. */
const aboutKind = {
  typed: {
    unique_key: null,
    kind: { noun: "kind of the catalogue", about: listedKinds.join(", ") },
    id: { about: "its id: a group's unique key, a campaign's public key", read: String },
    interaction: { about: "the campaign's public key; for what is part of one" },
    activity: { about: "the activity's id; for hosts and ticket types" },
  },
  more: {
    kind: Type.Union(listedKinds.map((kind) => Type.Literal(kind))),
    interaction: Type.Optional(publicKey),
    activity: Type.Optional(activityId),
  },
} as const;
const aboutOne = {
  ...aboutKind,
  positional: ["kind", "id"],
  more: { ...aboutKind.more, id: text(256, "Its id.") },
};

export function listCommand(
  of: OfKind<{ readonly items: readonly object[] }>,
): Command<{ readonly items: readonly object[] }> {
  return {
    words: "catalogue list",
    about: "Show everything of one kind, of the account or of one campaign or activity.",
    ...aboutKind,
    positional: ["kind"],
    example: "acme/production activity --interaction pk_summer",
    act: async (ask, values) => {
      const kind = kindOf(values);
      const parents = parentsOf(kind, values);
      return linesOf(ask, of, kind, { ...accountOf(values), ...parents });
    },
    omits: ["etag"],
    print: (lines, width, { values }) => {
      const kind = kindOf(values);
      return lines.length === 0 ? `There is no ${kind}.` : formatLines(kind, lines, width);
    },
  };
}

export function showCommand(of: OfKind<unknown>): Command {
  return {
    words: "catalogue show",
    about: "Show one of them, as a line of a data file.",
    ...aboutOne,
    example: "acme/production activity tasting --interaction pk_summer",
    act: (ask, values) => ask(of(kindOf(values)), keyOf(values)),
    print: (line) => JSON.stringify(line),
  };
}

export function removeCommand(of: OfKind<unknown>): Command {
  return {
    words: "catalogue remove",
    about: "Remove one record that nobody ever booked.",
    ...aboutOne,
    more: {
      ...aboutOne.more,
      with_everything_unbooked: Type.Boolean({
        description:
          "Of a campaign or activity: with its activities, slots, hosts and ticket types.",
      }),
    },
    example: "acme/production host station-3 --interaction pk_summer \\\n    --activity tasting",
    act: (ask, values) => {
      const along = values["with_everything_unbooked"] === true && { with: "everything-unbooked" };
      return ask(of(kindOf(values)), { ...keyOf(values), ...along });
    },
    json: () => ({ removed: true }),
    print: () => "Removed.",
  };
}

/** The lines of a kind below these parents; of all parents, where they are not named. */
async function linesOf(
  ask: Ask,
  of: OfKind<{ readonly items: readonly object[] }>,
  kind: ListedKind,
  values: Values,
): Promise<readonly object[]> {
  const missing = keyFields[kind].slice(0, -1).find((field) => values[field] === undefined);
  if (missing === undefined) return (await ask(of(kind), values)).items;
  const parent = missing === "interaction" ? "interaction" : "activity";
  const own = parent === "interaction" ? "public_key" : "id";
  const lines: object[] = [];
  for (const each of (await ask(of(parent), values)).items as readonly Values[]) {
    lines.push(...(await linesOf(ask, of, kind, { ...values, [parent]: each[own] })));
  }
  return lines;
}

function kindOf(values: Values): ListedKind {
  return values["kind"] as ListedKind;
}

function accountOf({ tenant, environment }: Values): Values {
  return { tenant, environment };
}

/** The flags that name parents of a kind; others are refused, since they would select nothing. */
function parentsOf(kind: ListedKind, { interaction, activity }: Values): Values {
  const keys: readonly string[] = keyFields[kind];
  for (const [flag, value] of Object.entries({ interaction, activity })) {
    if (value !== undefined && !keys.includes(flag)) {
      throw new WrongUsage(`--${flag} does not go with ${kind}, which is not part of one.`);
    }
  }
  if (activity !== undefined && interaction === undefined) {
    throw new WrongUsage("--activity needs --interaction: its id is unique in a campaign only.");
  }
  return { interaction, activity };
}

/** The path of one record. */
function keyOf(values: Values): Values {
  const kind = kindOf(values);
  const parents = parentsOf(kind, values);
  const keys: readonly string[] = keyFields[kind];
  const missing = keys.slice(0, -1).filter((field) => parents[field] === undefined);
  if (missing.length > 0) {
    const flags = missing.map((field) => `--${field}`).join(" and ");
    throw new WrongUsage(`${counted(missing.length, "option")} missing: ${flags}.`);
  }
  const key = { ...parents, [keys.at(-1) ?? "id"]: values["id"] };
  const read = parseLineKey({ kind, ...key }, 0);
  if (isBadContent(read)) throw new WrongUsage(`${read.bad.field} must be ${read.bad.expected}.`);
  return { ...accountOf(values), ...key };
}

/** The fields of a kind that its table shows, after those of its key. */
const shownFields = {
  group: ["display_name"],
  interaction: ["group", "timezone", "default_language", "languages", "waitlist_promotion"],
  activity: ["title", "slot_duration_in_minutes"],
  host: ["display_name", "slot_duration_in_minutes"],
  ticket_type: ["display_name", "has_limited_capacity", "capacity_per_slot"],
} as const satisfies Record<ListedKind, readonly string[]>;

/** One line of the catalogue a row. */
function formatLines(kind: ListedKind, lines: readonly object[], width: number): string {
  const fields = [...keyFields[kind], ...shownFields[kind]];
  return formatTable(
    fields.map((field) => field.replaceAll("_", " ")),
    lines.map((line) => {
      const values: Readonly<Record<string, unknown>> = { ...line };
      return fields.map((field) => cellOf(values[field]));
    }),
    width,
  );
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.join(", ");
  return typeof value === "object"
    ? JSON.stringify(value)
    : `${value as string | number | boolean}`;
}

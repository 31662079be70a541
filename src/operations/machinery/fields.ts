import { Type, type Static, type TSchema } from "typebox";
import { reasonMaxLength } from "../../domain/data-file/values.ts";
import { is, type Meaning, type RowMeaning } from "./meaning.ts";

/** Fields of the operator API, under the names of the command line's `--json`. */

/** The type of a schema's value, read-only. */
export type Sent<S extends TSchema> = ReadonlyDeep<Static<S>>;
type ReadonlyDeep<T> = T extends object ? { readonly [K in keyof T]: ReadonlyDeep<T[K]> } : T;

/** Text without NUL, which PostgreSQL cannot store. */
export function text(
  maxLength: number,
  description: string,
  what?: Meaning,
): ReturnType<typeof Type.String> {
  const more = what === undefined ? {} : is(what);
  return Type.String({ minLength: 1, maxLength, pattern: "^[^\\u0000]+$", description, ...more });
}

/** A boolean that lets a change pass over seats, a waitlist, a limit or a start: it needs the scope `slots`. */
export function passesOver(description?: string) {
  return Type.Optional(Type.Boolean({ ...described(description), ...is("passes-over") }));
}

/** A boolean of a writing operation that passes over nothing. */
export function option(description: string) {
  return Type.Optional(Type.Boolean({ description, ...is("option") }));
}

function described(description?: string) {
  return description === undefined ? {} : { description };
}

export const time = (description: string) =>
  Type.String({ format: "date-time", description: `${description} RFC 3339, UTC in answers.` });
/** The start of a slot. */
export const slotStart = (description: string) =>
  Type.String({
    format: "date-time",
    description: `${description} RFC 3339, UTC in answers.`,
    ...is("start"),
  });
export const timeOrNull = (description: string) =>
  Type.Union([time(description), Type.Null()], { description });
export const textOrNull = (description: string) =>
  Type.Union([Type.String(), Type.Null()], { description });

export const uuidPattern = "^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$";
export const Uuid = Type.String({
  pattern: uuidPattern,
  description: "A lower-case UUID.",
});
/** The id of a row that belongs to a campaign. */
export const rowId = (what: RowMeaning) =>
  Type.String({ pattern: uuidPattern, description: "A lower-case UUID.", ...is(what) });
export const publicKey = text(256, "The campaign's public key.", "campaign");
export const activityId = text(256, "The activity's id inside its campaign.");
export const hostId = text(256, "The host's id, where the activity offers a choice of hosts.");
export const ticketTypeId = text(256, "The ticket type's id.");
export const externalId = text(512, "The caller's identifier of the contact.");
export const Capacity = Type.Integer({
  minimum: 0,
  maximum: 2_147_483_647,
  description: "How many seats there are.",
});
/** A slot's length; null: none. */
export const Duration = Type.Union([Type.Integer({ minimum: 1, maximum: 1440 }), Type.Null()], {
  description: "How long a slot lasts, in minutes; null for no set length.",
});
/** A reason leaves with the change, to whoever reads the feed or gets a webhook's posts. */
export const Reason = (description: string) =>
  Type.String({
    minLength: 1,
    maxLength: reasonMaxLength,
    description: `${description} Feed and webhooks carry it: name no person in it.`,
  });
export const AccountText = text(80, "An account, `tenant/environment`.");

const keyPattern = "^[\\x21-\\x7e]{1,255}$";

export function isIdempotencyKey(key: string): boolean {
  return new RegExp(keyPattern).test(key);
}

/** The headers of what writes. */
export const WritingHeaders = Type.Object({
  "idempotency-key": Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      pattern: keyPattern,
      description:
        "Makes it safe to repeat: for 24 hours the same request of the same operator under the same key is done " +
        "once, and gets the first answer again. Another request under the key is 422. Visible ASCII characters, " +
        "a new random key for each request.",
    }),
  ),
});

/** The query parameters of a page. */
export const paging = {
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 500, description: "Items on a page; 100 by default." }),
  ),
  cursor: Type.Optional(text(4096, "The next_cursor of the page before.")),
} as const;
export const limitDefault = 100;

export function page<T extends TSchema>(item: T) {
  return Type.Object({
    items: Type.Array(item),
    next_cursor: Type.Union([Type.String(), Type.Null()], {
      description: "Send it as cursor for the next page; null on the last one.",
    }),
  });
}

export function listOf<T extends TSchema>(item: T) {
  return Type.Object({ items: Type.Array(item) });
}

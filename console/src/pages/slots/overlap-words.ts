import { t } from "../../language/t.ts";
import type { Operations } from "../../api/operations.ts";
import { instantWords } from "../../kit/instant-words.ts";

export type Overlap = NonNullable<Operations["addSlots"]["answer"]["overlap"]>;
type OverlapSlot = Overlap["slots"][number];

/** The sentence of a host who has two slots at one time. */
export function overlapWords({ display_name: host, slots, more }: Overlap): string {
  const [one, other] = slots;
  if (one === undefined || other === undefined) return "";
  const values = { host, one: slotWords(one, other), other: slotWords(other, one) };
  if (more === 0) return t("{host} has two slots at one time: {one}, and {other}.", values);
  return t(
    "{host} has two slots at one time: {one}, and {other}. {count, plural, one {# more slot begins} other {# more slots begin}} while another of its host lasts.",
    { ...values, count: more },
  );
}

/** A slot's time, and its place where that differs. */
function slotWords(slot: OverlapSlot, other: OverlapSlot): string {
  const { starting_at: at, timezone, slot_duration_in_minutes: minutes } = slot;
  const isOfOther = slot.interaction !== other.interaction;
  const more = [
    ...(minutes === null
      ? []
      : [t("{count, plural, one {# minute} other {# minutes}}", { count: minutes })]),
    ...(isOfOther || slot.activity !== other.activity ? [slot.activity] : []),
    ...(isOfOther ? [slot.interaction] : []),
  ];
  const when = instantWords(at, timezone);
  return more.length === 0 ? when : `${when} (${more.join(", ")})`;
}

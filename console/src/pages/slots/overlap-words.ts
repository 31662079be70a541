import { t } from "../../language/t.ts";
import type { Operations } from "../../api/operations.ts";
import { instantWords } from "../../kit/instant-words.ts";

export type Overlap = NonNullable<Operations["addSlots"]["answer"]["overlap"]>;
type OverlapSlot = Overlap["slots"][number];

/** The sentence of a host who has two slots at one time, by the clocks of one zone. */
export function overlapWords({ display_name: host, slots, more }: Overlap, zone: string): string {
  const [one, other] = slots;
  if (one === undefined || other === undefined) return "";
  const values = { host, one: slotWords(one, other, zone), other: slotWords(other, one, zone) };
  if (more === 0) return t("{host} has two slots at one time: {one}, and {other}.", values);
  return t(
    "{host} has two slots at one time: {one}, and {other}. {count, plural, one {# more slot begins} other {# more slots begin}} while another of its host lasts.",
    { ...values, count: more },
  );
}

/** A slot's time, and its place where that differs. */
function slotWords(slot: OverlapSlot, other: OverlapSlot, zone: string): string {
  const { starting_at: at, slot_duration_in_minutes: minutes } = slot;
  const isOfOther = slot.interaction !== other.interaction;
  const more = [
    ...(minutes === null
      ? []
      : [t("{count, plural, one {# minute} other {# minutes}}", { count: minutes })]),
    ...(isOfOther || slot.activity !== other.activity ? [slot.activity] : []),
    ...(isOfOther ? [slot.interaction] : []),
  ];
  const when = instantWords(at, zone);
  return more.length === 0 ? when : `${when} (${more.join(", ")})`;
}

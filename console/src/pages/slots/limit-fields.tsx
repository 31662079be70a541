import { t } from "../../language/t.ts";
import { useApiQuery } from "../../api/queries.ts";
import { Choices } from "../../kit/choices.tsx";
import { TextField } from "../../kit/field.tsx";
import type { LimitedType, TypedLimits } from "./typed-limits.ts";
import { useAccount } from "../../shell/account.ts";

/** The ticket types of an activity whose tickets take seats; none until they are loaded. */
export function useLimitedTypes(interaction: string, activity: string): readonly LimitedType[] {
  const path = { ...useAccount(), interaction, activity };
  const { data } = useApiQuery("listTicketTypes", { path }, { enabled: activity !== "" });
  return (data?.body.items ?? []).flatMap(
    ({ id, display_name: name, has_limited_capacity: isLimited, capacity_per_slot: perSlot }) =>
      isLimited ? [{ id, name, perSlot: perSlot ?? null }] : [],
  );
}

/** The limits that a slot says for single ticket types. */
export function LimitFields({
  types,
  typed,
  onChange,
}: {
  readonly types: readonly LimitedType[];
  readonly typed: TypedLimits;
  readonly onChange: (typed: TypedLimits) => void;
}) {
  if (types.length === 0) return null;
  return (
    <Choices legend={t("Of single ticket types, at most")}>
      <div className="grid-small limit-fields">
        {types.map(({ id, name, perSlot }) => (
          <TextField
            key={id}
            label={name}
            type="number"
            min={0}
            max={2_147_483_647}
            hint={
              perSlot === null
                ? t("Empty: only the slot’s seats limit it.")
                : t("Empty: {perSlot}, as the ticket type says.", { perSlot })
            }
            value={typed[id] ?? ""}
            onChange={({ target }) => onChange({ ...typed, [id]: target.value })}
          />
        ))}
      </div>
    </Choices>
  );
}

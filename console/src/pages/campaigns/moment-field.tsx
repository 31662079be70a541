import { t } from "../../language/t.ts";
import { TextField } from "../../kit/field.tsx";
import { textIn } from "../../kit/text-in.ts";
import { instantsOf, wallTimeOf } from "../../../../src/domain/local-time.ts";

interface Moment {
  readonly name: string;
  /** RFC 3339; null for none. */
  readonly start: string | null | undefined;
  readonly zone: string;
}

/** A moment by the campaign's clocks; empty for none. */
export function MomentField({
  name,
  start,
  zone,
  label,
  hint,
}: Moment & {
  readonly label: string;
  readonly hint?: string;
}) {
  return (
    <TextField
      name={name}
      label={label}
      hint={hint}
      type="datetime-local"
      defaultValue={typedOf(start, zone)}
      validate={(typed) =>
        typed !== "" && instantsOf(wallOf(typed), zone).length === 0
          ? t("The clocks in {zone} skip this time.", { zone })
          : null
      }
    />
  );
}

/** The moment that was typed. What was not touched stays, to the millisecond; of a time that comes twice, the first. */
export function momentIn(typed: FormData, { name, start, zone }: Moment): string | null {
  const text = textIn(typed, name);
  if (text === typedOf(start, zone)) return start ?? null;
  const [instant] = text === "" ? [] : instantsOf(wallOf(text), zone);
  return instant === undefined ? null : new Date(instant).toISOString();
}

function typedOf(at: string | null | undefined, zone: string): string {
  return at == null ? "" : new Date(wallTimeOf(Date.parse(at), zone)).toISOString().slice(0, 16);
}

function wallOf(typed: string): number {
  return Date.parse(`${typed.slice(0, 16)}:00Z`);
}

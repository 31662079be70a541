import { useId, useState } from "react";
import { TextField } from "../../kit/field.tsx";
import { wordsOf } from "../../kit/words-of.ts";

/** An IANA time zone, found by typing a part of its name. */
export function TimeZoneField({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (zone: string) => void;
}) {
  const listId = useId();
  const [now] = useState(() => new Date().toISOString());
  const known = isKnown(value);
  return (
    <>
      <TextField
        label="Time zone"
        list={listId}
        required
        autoComplete="off"
        spellCheck={false}
        placeholder="Europe/Paris"
        value={value}
        hint={
          known
            ? `Clocks there show ${wordsOf(now, value)}.`
            : "Type a city, such as Paris, and choose."
        }
        onChange={({ target }) => onChange(target.value)}
      />
      <datalist id={listId}>
        {Intl.supportedValuesOf("timeZone").map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </>
  );
}

function isKnown(zone: string): boolean {
  if (zone === "") return false;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

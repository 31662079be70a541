import { useId, useState } from "react";
import { isTimeZone, zoneNames } from "../../../../src/domain/zones/zone-clock.ts";
import { t } from "../../language/t.ts";
import { TextField } from "../../kit/field.tsx";
import { instantWords } from "../../kit/instant-words.ts";

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
  const known = isTimeZone(value);
  return (
    <>
      <TextField
        name="timezone"
        label={t("Time zone")}
        list={listId}
        required
        autoComplete="off"
        spellCheck={false}
        placeholder="Europe/Paris"
        value={value}
        hint={
          known
            ? t("Clocks there show {when}.", { when: instantWords(now, value) })
            : t("Type a city, such as Paris, and choose.")
        }
        onChange={({ target }) => onChange(target.value)}
      />
      <datalist id={listId}>
        {zoneNames().map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </>
  );
}

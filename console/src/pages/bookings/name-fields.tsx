import { t } from "../../language/t.ts";
import type { Booking } from "../../api/operations.ts";
import { TextField } from "../../kit/field.tsx";
import "./bookings.css";

type Tickets = Booking["tickets"];

/** As the operator API takes it. */
const nameMaxLength = 1024;

/** The attendees' names of a booking's tickets, to put right. */
export function NameFields({ tickets }: { readonly tickets: Tickets }) {
  return (
    <fieldset className="names">
      <legend className="field-label">{t("Names of the attendees, where they are known")}</legend>
      <div className="grid">
        {tickets.map(({ number, attendee }) => (
          <TextField
            key={number}
            name={nameOf(number)}
            label={t("Ticket {number}", { number })}
            maxLength={nameMaxLength}
            autoComplete="off"
            defaultValue={attendee.display_name ?? ""}
          />
        ))}
      </div>
    </fieldset>
  );
}

/** The names that differ from those of the tickets; null for one that was taken away. */
export function namesIn(typed: FormData, tickets: Tickets) {
  return tickets.flatMap(({ number, attendee }) => {
    const value = typed.get(nameOf(number));
    const name = typeof value === "string" ? value.trim() || null : attendee.display_name;
    return name === attendee.display_name ? [] : [{ number, display_name: name }];
  });
}

function nameOf(number: number): string {
  return `attendee-${number}`;
}

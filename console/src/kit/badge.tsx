import type { ReactNode } from "react";
import type { Booking } from "../api/operations.ts";
import { statusWord } from "./status-word.ts";

export type BadgeTone = "plain" | "good" | "amber" | "danger" | "blue";

/** A word in a coloured frame; the colour adds no meaning to the word. */
export function Badge({
  tone = "plain",
  children,
}: {
  readonly tone?: BadgeTone;
  readonly children: ReactNode;
}) {
  return (
    <span className="badge" data-tone={tone}>
      {children}
    </span>
  );
}

const tones = {
  CONFIRMED: "good",
  WAITLIST: "amber",
  CANCELLED: "plain",
} as const satisfies Record<Booking["booking_status"], BadgeTone>;

export function StatusBadge({ status }: { readonly status: Booking["booking_status"] }) {
  return <Badge tone={tones[status]}>{statusWord(status)}</Badge>;
}

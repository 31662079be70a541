import type { ReactNode } from "react";
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

const tones: Readonly<Record<string, BadgeTone>> = {
  CONFIRMED: "good",
  WAITLIST: "amber",
  CANCELLED: "plain",
};

export function StatusBadge({ status }: { readonly status: string }) {
  return <Badge tone={tones[status] ?? "plain"}>{statusWord(status)}</Badge>;
}

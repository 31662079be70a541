import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { t } from "../../language/t.ts";
import type { Booking } from "../../api/operations.ts";
import { newRequestId } from "../../api/request-id.ts";
import { Dialog } from "../../kit/dialog.tsx";
import { useAccount } from "../../shell/account.ts";
import { BookForm, type Wish } from "./book-form.tsx";
import { Booked } from "./booked.tsx";
import { bookingApi, bookOnce, type Attempt } from "./book-once.ts";

/** Books for a contact, and shows the result. */
export function BookDialog({
  initial = {},
  onClose,
}: {
  readonly initial?: Partial<Wish>;
  readonly onClose: () => void;
}) {
  const path = useAccount();
  const client = useQueryClient();
  const [attempt, setAttempt] = useState<Attempt | null>(null);
  const [busy, setBusy] = useState(false);
  // The order that was sent under an id: only the same order is the same request.
  const sent = useRef<{ readonly id: string; readonly wish: string } | null>(null);
  const underWay = useRef(false);
  const book = async (wish: Wish) => {
    // A second click may arrive before the button is rendered as busy.
    if (underWay.current) return;
    underWay.current = true;
    setBusy(true);
    const text = JSON.stringify(wish);
    const again = sent.current?.wish === text && attempt?.kind === "unknown";
    const id = again ? (sent.current?.id ?? newRequestId()) : newRequestId();
    sent.current = { id, wish: text };
    setAttempt(await bookOnce(bookingApi({ path, body: bodyOf(wish) }), id, again));
    setBusy(false);
    underWay.current = false;
    void client.invalidateQueries();
  };
  const booked: Booking | null = attempt?.kind === "booked" ? attempt.booking : null;
  return (
    <Dialog
      open
      size="wide"
      title={booked === null ? t("Book for a contact") : t("Booked")}
      lasting={busy}
      onClose={onClose}
    >
      {booked === null ? (
        <BookForm
          initial={initial}
          busy={busy}
          attempt={attempt}
          onBook={(wish) => void book(wish)}
          onClose={onClose}
        />
      ) : (
        <Booked
          booking={booked}
          onClose={onClose}
          onAnother={() => {
            sent.current = null;
            setAttempt(null);
          }}
        />
      )}
    </Dialog>
  );
}

function bodyOf({ host, names, tickets, overbook, ...wish }: Wish) {
  const attendees = names.slice(0, tickets).map((name) => name.trim() || null);
  return {
    ...wish,
    ...(host !== "" && { host }),
    tickets,
    attendees,
    ...(overbook && { overbook }),
  };
}

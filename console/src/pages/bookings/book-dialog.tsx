import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { t } from "../../language/t.ts";
import type { Booking } from "../../api/operations.ts";
import { newRequestId } from "../../api/request-id.ts";
import { Dialog } from "../../kit/dialog.tsx";
import { useAccount } from "../../shell/account.ts";
import { BookForm, type BookingDraft } from "./book-form.tsx";
import { Booked } from "./booked.tsx";
import { bookingApi, bookOnce, type Attempt } from "./book-once.ts";

/** Books for a contact, and shows the result. */
export function BookDialog({
  initial = {},
  onClose,
}: {
  readonly initial?: Partial<BookingDraft>;
  readonly onClose: () => void;
}) {
  const path = useAccount();
  const client = useQueryClient();
  const [attempt, setAttempt] = useState<Attempt | null>(null);
  const [busy, setBusy] = useState(false);
  // What the next booking begins with: the same contact, campaign and slot.
  const [begin, setBegin] = useState(initial);
  // The draft that was sent under an id: only the same draft is the same request.
  const sent = useRef<{ readonly id: string; readonly draft: string } | null>(null);
  const underWay = useRef(false);
  const book = async (draft: BookingDraft) => {
    // A second click may arrive before the button is rendered as busy.
    if (underWay.current) return;
    underWay.current = true;
    setBusy(true);
    const text = JSON.stringify(draft);
    const again = sent.current?.draft === text && attempt?.kind === "unknown";
    const id = again ? (sent.current?.id ?? newRequestId()) : newRequestId();
    sent.current = { id, draft: text };
    setAttempt(await bookOnce(bookingApi({ path, body: bodyOf(draft) }), id, again));
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
          initial={begin}
          busy={busy}
          attempt={attempt}
          onBook={(draft) => void book(draft)}
          onClose={onClose}
        />
      ) : (
        <Booked
          booking={booked}
          onClose={onClose}
          onAnother={() => {
            const last = sent.current;
            if (last !== null)
              setBegin({ ...JSON.parse(last.draft), overbook: false, late: false });
            sent.current = null;
            setAttempt(null);
          }}
        />
      )}
    </Dialog>
  );
}

function bodyOf({ host, names, tickets, overbook, over_limit, late, ...draft }: BookingDraft) {
  const attendees = names.slice(0, tickets).map((name) => name.trim() || null);
  return {
    ...draft,
    ...(host !== "" && { host }),
    tickets,
    attendees,
    ...(overbook && { overbook }),
    ...(over_limit && { over_limit }),
    ...(late && { late }),
  };
}

import { t } from "../../language/t.ts";
import type { ImportJob } from "../../api/operations.ts";
import { useChange } from "../../api/queries.ts";
import { useMay } from "../../api/session.ts";
import { Button } from "../../kit/button.tsx";
import { Fault } from "../../kit/states.tsx";
import { tell } from "../../kit/toasts.tsx";
import { useAccount } from "../../shell/account.ts";

/** Who waits beside free seats after an import, and a way to promote them. */
export function WaitingNote({ job: { counts, dry_run: dryRun } }: { readonly job: ImportJob }) {
  const account = useAccount();
  const promote = useChange("promoteWaitlist");
  const mayPromote = useMay("waitlist");
  const waiting = counts?.waiting_beside_seats ?? 0;
  if (waiting === 0) return null;
  const promoteAll = () =>
    promote.mutate(
      { path: account, body: {} },
      {
        onSuccess: ({ body: { promoted } }) =>
          tell(
            t("{count, plural, one {# booking is promoted.} other {# bookings are promoted.}}", {
              count: promoted.length,
            }),
          ),
      },
    );
  return (
    <div className="note stack-small" data-tone="amber">
      <p>
        {t(
          "{waiting, plural, one {# booking of the file waits} other {# bookings of the file wait}} beside free seats: an import promotes none that it adds.",
          { waiting },
        )}
      </p>
      {promote.error !== null && <Fault error={promote.error} />}
      {!dryRun && mayPromote && (
        <div className="row">
          <Button busy={promote.isPending} onClick={promoteAll}>
            {t("Promote all of the account that fit, first come, first served")}
          </Button>
        </div>
      )}
    </div>
  );
}

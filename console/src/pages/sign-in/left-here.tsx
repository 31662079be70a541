import { useEffect, useState } from "react";
import { t } from "../../language/t.ts";
import { endDueSession, isEndDue } from "../../api/sign-out.ts";
import { LeftScansList } from "../desk/left-scans-list.tsx";
import { leftScans } from "../desk/left-scans.ts";

const retryMs = 3_000;

/** What the last session left at this browser: scans to be sent, and an end that the service does not know yet. */
export function LeftHere() {
  const [isDue, setDue] = useState(isEndDue);
  const [left] = useState(leftScans);
  useEffect(() => {
    if (!isDue) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isTrying = false;
    const attempt = async () => {
      clearTimeout(timer);
      if (isTrying) return;
      isTrying = true;
      const isEnded = await endDueSession();
      isTrying = false;
      if (isEnded) setDue(false);
      else timer = setTimeout(() => void attempt(), retryMs);
    };
    const now = () => void attempt();
    now();
    window.addEventListener("online", now);
    return () => {
      window.removeEventListener("online", now);
      clearTimeout(timer);
    };
  }, [isDue]);
  return (
    <>
      {isDue && (
        <div className="note" data-tone="amber" role="status">
          <strong>{t("You have signed out.")}</strong>
          <p>
            {t(
              "The service does not answer. This browser has forgotten your session and ends it there as soon as the service answers.",
            )}
          </p>
        </div>
      )}
      <LeftScansList left={left} />
    </>
  );
}

import { useEffect, useRef, useState } from "react";
import { t } from "../../language/t.ts";
import { watchCamera } from "./watch-camera.ts";

/** The camera's picture; a code that it reads is handled as a typed one. */
export function CameraView({ onCode }: { readonly onCode: (text: string) => void }) {
  const video = useRef<HTMLVideoElement>(null);
  const [fault, setFault] = useState<string | null>(null);
  const latestOnCode = useRef(onCode);
  latestOnCode.current = onCode;
  useEffect(() => {
    if (video.current === null) return;
    const ended = new AbortController();
    const onLatest = (code: string) => latestOnCode.current(code);
    watchCamera(video.current, onLatest, ended.signal).catch((error: unknown) => {
      if (!ended.signal.aborted) setFault(faultWords(error));
    });
    return () => ended.abort();
  }, []);
  return (
    <div className="desk-camera">
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- there is nothing to hear */}
      <video ref={video} muted playsInline aria-label={t("Camera")} hidden={fault !== null} />
      {fault !== null && (
        <p className="note" data-tone="danger" role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}

function faultWords(error: unknown): string {
  if (!("mediaDevices" in navigator)) {
    return t("Browsers allow the camera over HTTPS only. Type the code, or use a scanner.");
  }
  const { name } = error as Error;
  if (name === "NotAllowedError") {
    return t(
      "The browser was not allowed to use the camera: allow it in the settings of this page.",
    );
  }
  if (name === "NotFoundError") return t("This machine has no camera.");
  if (name === "NotReadableError") {
    return t("The camera cannot be used now: another program may have it.");
  }
  return t("Scanning with the camera did not start. Try again, type the code, or use a scanner.");
}

import { useState } from "react";
import { t } from "../../language/t.ts";
import { CheckField } from "../../kit/field.tsx";
import { useRemembered } from "../../kit/remembered.ts";
import { play } from "./sound.ts";

/** How this browser's desk works; the camera is off whenever the page is opened. */
export function useDeskSettings() {
  const [whole, setWhole] = useRemembered("desk-whole-parties");
  const [sound, setSound] = useRemembered("desk-sound");
  const [camera, setCamera] = useState(false);
  return { whole, setWhole, sound, setSound, camera, setCamera };
}

export function DeskSettings({
  settings: { whole, setWhole, sound, setSound, camera, setCamera },
  mayCheckIn,
  onDone,
}: {
  readonly settings: ReturnType<typeof useDeskSettings>;
  readonly mayCheckIn: boolean;
  readonly onDone: () => void;
}) {
  return (
    <div className="row desk-settings">
      <CheckField
        label={t("Sound")}
        checked={sound === "on"}
        onChange={({ target }) => {
          setSound(target.checked ? "on" : "off");
          if (target.checked) play("good");
          onDone();
        }}
      />
      <CheckField
        label={t("Scan with the camera")}
        checked={camera}
        onChange={({ target }) => {
          setCamera(target.checked);
          onDone();
        }}
      />
      {mayCheckIn && (
        <CheckField
          label={t("Check in whole parties without asking")}
          checked={whole === "yes"}
          onChange={({ target }) => {
            setWhole(target.checked ? "yes" : "no");
            onDone();
          }}
        />
      )}
    </div>
  );
}

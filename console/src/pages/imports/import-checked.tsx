import { useState } from "react";
import { t } from "../../language/t.ts";
import { Button } from "../../kit/button.tsx";
import { Fault } from "../../kit/states.tsx";

/** Imports a file that was only checked, as it was checked: what the form says meanwhile has no effect. */
export function ImportChecked({ importIt }: { readonly importIt: () => Promise<void> }) {
  const [state, setState] = useState<"ready" | "busy" | "done" | Error>("ready");
  if (state === "done") return null;
  const start = async () => {
    setState("busy");
    try {
      await importIt();
      setState("done");
    } catch (error) {
      setState(error instanceof Error ? error : new Error(String(error)));
    }
  };
  return (
    <>
      {state instanceof Error && <Fault error={state} />}
      <div className="row">
        <Button tone="primary" busy={state === "busy"} onClick={() => void start()}>
          {t("Import what was checked")}
        </Button>
      </div>
    </>
  );
}

import { useState } from "react";
import { Button } from "./button.tsx";

/** Text to take away, with a button that copies it and says that it did. */
export function Copy({ label, text }: { readonly label: string; readonly text: string }) {
  const [told, setTold] = useState("");
  return (
    <div className="field">
      <span className="field-label">{label}</span>
      <div className="copy">
        <pre tabIndex={0} aria-label={label}>
          {text}
        </pre>
        <Button
          aria-label={`Copy ${label}`}
          onClick={() => {
            navigator.clipboard.writeText(text).then(
              () => setTold("Copied"),
              () => setTold("Select it and copy by hand"),
            );
          }}
        >
          Copy
        </Button>
      </div>
      <span className="hint" role="status">
        {told}
      </span>
    </div>
  );
}

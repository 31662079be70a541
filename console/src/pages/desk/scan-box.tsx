import { useEffect, useId, useRef, useState, type Ref } from "react";

const restMs = 150;

/**
 * The input of the desk. A scanner is a keyboard that ends with Enter. While it types, only the box is
 * rendered again; `onRest` runs when the typing pauses, so that the list does not jump at each
 * character. A touch screen shows its keyboard only after a touch of the box, not at each focus.
 */
export function ScanBox({
  ref,
  label,
  hint,
  onType,
  onRest,
  onEnter,
  onMove,
}: {
  readonly ref: Ref<HTMLInputElement>;
  readonly label: string;
  readonly hint: string;
  readonly onType: () => void;
  readonly onRest: (text: string) => void;
  /** False: the text stays, so that the operator can choose from its matches or type over it. */
  readonly onEnter: (text: string) => boolean;
  readonly onMove: (step: 1 | -1, text: string) => void;
}) {
  const id = useId();
  const [value, setValue] = useState("");
  const [keys, setKeys] = useState(false);
  const rest = useRef(onRest);
  rest.current = onRest;
  useEffect(() => {
    const timer = setTimeout(() => rest.current(value), value === "" ? 0 : restMs);
    return () => clearTimeout(timer);
  }, [value]);
  const change = (text: string) => {
    setValue(text);
    onType();
  };
  return (
    <div className="desk-box">
      <label htmlFor={id}>{label}</label>
      <input
        ref={ref}
        id={id}
        className="input"
        value={value}
        inputMode={keys ? "text" : "none"}
        autoFocus
        autoComplete="off"
        autoCorrect="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="done"
        aria-describedby={`${id}-hint`}
        onPointerDown={() => setKeys(true)}
        onBlur={() => setKeys(false)}
        onChange={({ target }) => change(target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
          if (event.key === "Enter") {
            // The text is selected, so the next code replaces it.
            if (onEnter(value)) setValue("");
            else event.currentTarget.select();
          } else if (event.key === "ArrowDown") onMove(1, value);
          else if (event.key === "ArrowUp") onMove(-1, value);
          else if (event.key === "Escape") change("");
          else return;
          event.preventDefault();
        }}
      />
      <span className="soft" id={`${id}-hint`} aria-live="polite">
        {hint}
      </span>
    </div>
  );
}

import { useEffect, useRef, type RefObject } from "react";

/** A scanner's keys and the desk's shortcuts reach the box, whichever element has the focus. */
export function useKeysToBox(
  box: RefObject<HTMLInputElement | null>,
  keys: { readonly undo: () => void; readonly anyway: () => void },
): void {
  const now = useRef(keys);
  now.current = keys;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const at = document.activeElement;
      const control = event.ctrlKey || event.metaKey;
      const isBox = at === box.current;
      if (at instanceof Element && !isBox && at.matches("input, select, textarea")) return;
      if (control && event.key === "Enter") {
        event.preventDefault();
        now.current.anyway();
      } else if (control && event.key === "z" && (box.current?.value ?? "") === "") {
        event.preventDefault();
        now.current.undo();
      } else if (!isBox && !control && !event.altKey && event.key.length === 1) {
        if (event.key !== " ") box.current?.focus();
      }
    };
    const onFocus = () => {
      if (document.activeElement === document.body) box.current?.focus();
    };
    document.addEventListener("keydown", onKey);
    window.addEventListener("focus", onFocus);
    return () => {
      document.removeEventListener("keydown", onKey);
      window.removeEventListener("focus", onFocus);
    };
  }, [box]);
}

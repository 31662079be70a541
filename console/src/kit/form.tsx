import { Form as Base } from "@base-ui/react/form";
import { useMemo, useRef, useState, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { EnglishFields } from "./english-fields.ts";
import { refusedFields } from "./refused-fields.ts";
import { zoneHere } from "./instant-words.ts";
import { labelledWords, labelsOf } from "./labelled-words.ts";
import { RefusedEdits } from "./refused-edits.tsx";

/** Always the same: Base UI gives a field the focus when the errors change after the form was sent. */
const none = {};

/**
 * A form whose fields keep what is typed until it is sent. What the browser or the service refuses
 * stands at its field, and the first such field has the focus; everything else stands below.
 */
export function Form({
  error,
  className = "stack",
  label,
  zone = zoneHere,
  onSubmit,
  onEdit,
  onAttempt,
  actions,
  children,
}: {
  /** Why it was refused, if it was. */
  readonly error: Error | null;
  readonly className?: string;
  readonly label?: string;
  /** The zone by whose clocks its times are typed; without it, that of the browser. */
  readonly zone?: string | undefined;
  readonly onSubmit: (typed: FormData, form: HTMLFormElement) => void;
  /** Called at each change of a field. */
  readonly onEdit?: () => void;
  /** Called before the fields are checked, for faults that concern no single field. */
  readonly onAttempt?: (typed: FormData) => void;
  /** The buttons, below everything. */
  readonly actions: ReactNode;
  readonly children: ReactNode;
}) {
  const form = useRef<HTMLFormElement>(null);
  const refused = useMemo(() => {
    const labels = labelsOf(form.current);
    return refusedFields(error).map(({ words, ...field }) => ({
      ...field,
      words: labelledWords(words, labels, zone),
    }));
  }, [error, zone]);
  const [dismissed, setDismissed] = useState<Error | null>(null);
  const errors = useMemo(
    () =>
      error === dismissed || refused.length === 0
        ? none
        : Object.fromEntries(refused.map(({ name, words }) => [name, words])),
    [error, dismissed, refused],
  );
  const english = useMemo(
    () => new Set(refused.filter(({ isEnglish }) => isEnglish).map(({ name }) => name)),
    [refused],
  );
  const isHere = (name: string) => showsFault(form.current?.elements.namedItem(name) ?? null);
  const elsewhere = refused.filter(({ name }) => !isHere(name));
  return (
    <Base
      ref={form}
      className={className}
      aria-label={label}
      errors={errors}
      onChange={() => {
        setDismissed(error);
        onEdit?.();
      }}
      // Base UI sends no form with a field at fault, but only the service can take its refusal back.
      onSubmitCapture={(event) => {
        flushSync(() => setDismissed(error));
        onAttempt?.(new FormData(event.currentTarget));
      }}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(new FormData(event.currentTarget), event.currentTarget);
      }}
    >
      <EnglishFields value={english}>{children}</EnglishFields>
      {error !== null && (refused.length === 0 || elsewhere.length > 0) && (
        <RefusedEdits error={error} fields={elsewhere} />
      )}
      {actions}
    </Base>
  );
}

/** A tick, or a choice of several elements, has no place for a fault of its own. */
function showsFault(element: Element | RadioNodeList | null): boolean {
  if (!(element instanceof Element)) return false;
  return !(element instanceof HTMLInputElement && ["checkbox", "radio"].includes(element.type));
}

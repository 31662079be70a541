import { Form as Base } from "@base-ui/react/form";
import { useMemo, useRef, type ReactNode } from "react";
import { refusedFields } from "./refused-fields.ts";
import { RefusedEdits } from "./refused-edits.tsx";

/**
 * A form whose fields keep what is typed until it is sent. What the browser or the service refuses
 * stands at its field, and the first such field has the focus; everything else stands below.
 */
export function Form({
  error,
  className = "stack",
  onSubmit,
  actions,
  children,
}: {
  /** Why it was refused, if it was. */
  readonly error: Error | null;
  readonly className?: string;
  readonly onSubmit: (typed: FormData) => void;
  /** The buttons, below everything. */
  readonly actions: ReactNode;
  readonly children: ReactNode;
}) {
  const form = useRef<HTMLFormElement>(null);
  const refused = useMemo(() => refusedFields(error), [error]);
  const errors = useMemo(
    () => Object.fromEntries(refused.map(({ name, words }) => [name, words])),
    [refused],
  );
  const isHere = (name: string) => form.current?.elements.namedItem(name) != null;
  const elsewhere = refused.filter(({ name }) => !isHere(name));
  return (
    <Base
      ref={form}
      className={className}
      errors={errors}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(new FormData(event.currentTarget));
      }}
    >
      {children}
      {error !== null && (refused.length === 0 || elsewhere.length > 0) && (
        <RefusedEdits error={error} fields={elsewhere} />
      )}
      {actions}
    </Base>
  );
}

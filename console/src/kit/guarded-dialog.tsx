import { Fragment, type ReactNode } from "react";
import { FormDialog } from "./dialog-form.tsx";
import type { GuardedSave } from "./use-guarded-save.ts";

/**
 * A dialogue around a guarded save. Its form contains a `LostUpdate`, or its own form of it; while one is
 * shown, what was changed cannot be saved. What is new can, under another id: under the same it is refused again.
 */
export function GuardedDialog<Thing>({
  title,
  description,
  size = "small",
  submit,
  guarded,
  disabled = false,
  zone,
  onClose,
  children,
}: {
  readonly title: string;
  readonly description?: ReactNode;
  readonly size?: "small" | "wide";
  /** The label of the button that saves. */
  readonly submit: string;
  readonly guarded: GuardedSave<Thing>;
  readonly disabled?: boolean;
  /** The zone by whose clocks its times are typed. */
  readonly zone?: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  return (
    <FormDialog
      title={title}
      description={description}
      size={size}
      submit={submit}
      busy={guarded.busy}
      error={guarded.error}
      zone={zone}
      disabled={disabled || (guarded.lost !== null && guarded.seen !== null)}
      onSubmit={guarded.save}
      onClose={onClose}
    >
      {/* Another key makes the fields anew, with what somebody else saved. */}
      <Fragment key={guarded.taken}>{children}</Fragment>
    </FormDialog>
  );
}

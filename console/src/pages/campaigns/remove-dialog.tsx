import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { t } from "../../language/t.ts";
import { ConfirmDialog } from "../../kit/confirm-dialog.tsx";
import { tell } from "../../kit/toasts.tsx";

/** Confirms the removal of a catalogue record, or shows why it has to stay. */
export function RemoveDialog({
  what,
  name,
  remove,
  word,
  onRemoved,
  onClose,
  children,
}: {
  /** Its kind, such as `host`. */
  readonly what: string;
  readonly name: string;
  readonly remove: () => Promise<unknown>;
  /** The text to type first, where other records are removed too. */
  readonly word?: string;
  /** The next page, where the present page is about the removed record. */
  readonly onRemoved?: () => void;
  readonly onClose: () => void;
  /** The conditions of a removal. */
  readonly children: ReactNode;
}) {
  const client = useQueryClient();
  const removal = useMutation({
    mutationFn: remove,
    onSuccess: async () => {
      onRemoved?.();
      await client.invalidateQueries();
      const kind = `${what.charAt(0).toUpperCase()}${what.slice(1)}`;
      tell(t("{kind} {name} is removed.", { kind, name }));
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={t("Remove {what} {name}?", { what, name })}
      action={t("Remove {what}", { what })}
      {...(word !== undefined && { word })}
      busy={removal.isPending}
      error={removal.error}
      onClose={onClose}
      onConfirm={() => removal.mutate()}
    >
      <p>{children}</p>
    </ConfirmDialog>
  );
}

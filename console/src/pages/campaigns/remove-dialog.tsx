import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { t } from "../../language/t.ts";
import { ConfirmDialog } from "../../kit/confirm-dialog.tsx";
import { tell } from "../../kit/toasts.tsx";

/** Asks before something is taken out of the catalogue, and tells why where it has to stay. */
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
  /** What has to be typed first, where much goes with it. */
  readonly word?: string;
  /** Where to go when the page is about what is gone. */
  readonly onRemoved?: () => void;
  readonly onClose: () => void;
  /** What can be removed and what cannot. */
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

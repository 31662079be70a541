import { Dialog as Base } from "@base-ui/react/dialog";
import { useRef, type ReactNode, type RefObject } from "react";
import { t } from "../language/t.ts";

/**
 * A modal dialogue: it takes the focus, Escape and a click outside close it, and the focus returns.
 * `lasting` keeps it open until one of its buttons closes it, for content that is shown only once.
 */
export function Dialog({
  open,
  onClose,
  title,
  description,
  size = "small",
  lasting = false,
  children,
}: {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly description?: ReactNode;
  readonly size?: "small" | "wide";
  readonly lasting?: boolean;
  readonly children: ReactNode;
}) {
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Base.Root
      open={open}
      onOpenChange={(next, { reason }) => {
        if (next || (lasting && (reason === "escape-key" || reason === "outside-press"))) return;
        onClose();
      }}
    >
      <Base.Portal>
        <Base.Backdrop className="dialog-backdrop" />
        <Base.Popup ref={popup} className="dialog" data-size={size} initialFocus={firstOf(popup)}>
          <div className="dialog-scroll">
            <div className="dialog-title">
              <Base.Title render={<h2 />}>{title}</Base.Title>
              {!lasting && (
                <Base.Close
                  className="button dialog-close"
                  data-tone="quiet"
                  aria-label={t("Close")}
                >
                  ×
                </Base.Close>
              )}
            </div>
            {description !== undefined && (
              <Base.Description className="soft">{description}</Base.Description>
            )}
            {children}
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

const acting = "input, select, textarea, button, a[href], summary";

/** The focus begins with the first thing that can be filled or pressed; the button that closes is none of them. */
function firstOf(popup: RefObject<HTMLElement | null>) {
  return () =>
    [...(popup.current?.querySelectorAll<HTMLElement>(acting) ?? [])].find(
      (each) => !each.matches(":disabled, [type=hidden], .dialog-close") && each.tabIndex >= 0,
    ) ??
    popup.current ??
    true;
}
